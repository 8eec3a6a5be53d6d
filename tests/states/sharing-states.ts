import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import type { State, StateSetup } from './state.ts'

/** States of links to a donation's place. */
export const SHARING_STATES: State[] = [
  sharedLink('shared-link', 'neighbours', 331),
  sharedLink('shared-link-first', 'fourteen', 1),
  sharedLink('shared-link-alone', 'one', 1),
  sharedLink('shared-link-long-name', 'long names', 2),
  {
    name: 'shared-link-donor',
    board: 'neighbours',
    who: 'donor',
    reach: async (setup) => {
      await followLink(setup, 331)
      await setup.page
        .getByText(/puts you at\s#331/)
        .filter({ visible: true })
        .first()
        .waitFor()
    },
  },
  {
    name: 'shared-link-own',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      const donor = await setup.backend.donor()
      await donor.fetchCheckout(await donor.payByCard(12_000, 'Vega'))
      await followLink(setup, 8)
      await setup.page.getByRole('heading', { name: 'You stand at #8.' }).waitFor()
    },
  },
]

function sharedLink(name: string, board: State['board'], position: number): State {
  return { name, board, who: 'visitor', reach: (setup) => followLink(setup, position) }
}

/** Opens the link to the donation at a position. */
async function followLink({ page, backend }: StateSetup, position: number): Promise<void> {
  const answer = await fetch(`${backend.server.url}/api/leaderboard?limit=500`)
  const { entries } = leaderboardPageSchema.parse(await answer.json())
  await page.goto(`/?donation=${entries[position - 1]?.id}`)
  await page.getByRole('heading', { name: 'Top Donors' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
}
