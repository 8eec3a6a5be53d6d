import { enterLive } from './page-control.ts'
import type { State, StateSetup } from './state.ts'

const ROUND = { board: 'empty', scenario: 'round' } as const

const CLUB = { board: 'empty', scenario: 'club' } as const

/** States of the visitors' page with several boards. */
export const TAB_STATES: State[] = [
  { ...CLUB, name: 'boards', who: 'donor', reach: enterLive },
  {
    ...CLUB,
    name: 'boards-donors',
    who: 'visitor',
    reach: async (setup) => {
      await enterLive(setup)
      await setup.page.getByRole('tab', { name: 'Donors this week' }).click()
      await setup.page.getByText('$77.50').first().waitFor()
    },
  },
  { ...ROUND, name: 'round', who: 'donor', reach: enterRound },
  {
    ...ROUND,
    name: 'round-photo',
    who: 'visitor',
    // The last minute has begun by the page's clock.
    reach: async (setup) => {
      await setup.page.clock.install({ time: Date.now() })
      await enterRound(setup)
      await setup.page.clock.fastForward(49 * 60_000)
      await setup.page
        .getByText(/behind/)
        .first()
        .waitFor()
    },
  },
  {
    ...ROUND,
    name: 'round-hall',
    who: 'visitor',
    reach: async (setup) => {
      await enterRound(setup)
      await setup.page.getByRole('button', { name: 'Hall of fame' }).click()
      await setup.page.getByRole('dialog').getByText('Zoë').waitFor()
    },
  },
]

async function enterRound(setup: StateSetup): Promise<void> {
  await enterLive(setup)
  await setup.page.getByRole('timer').waitFor()
  await setup.page.getByRole('listitem').filter({ hasText: '$90.00' }).first().waitFor()
}
