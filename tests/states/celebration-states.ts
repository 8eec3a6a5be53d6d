import { signUp } from '../helpers/server/donor.ts'
import { findCelebration, holdCelebrations } from '../helpers/browser/celebration.ts'
import { approve, chooseAmount, openWallet } from '../helpers/browser/visitor.ts'
import { openPanel } from './donate-states.ts'
import type { StateSetup, State } from './state.ts'

/** States after a payment, by its rank. */
export const CELEBRATION_STATES: State[] = [
  celebration('celebration-joined', '30'),
  celebration('celebration-top-ten', '120'),
  celebration('celebration-first', '600'),
  { ...celebration('celebration-still', '600'), hasMotion: false },
  {
    ...celebration('celebration-returning', '120'),
    reach: async (setup) => {
      const donor = await setup.backend.donor()
      await donor.fetchCheckout(await donor.payByCard(3_000, 'Vega'))
      await pay(setup, '120')
    },
  },
  {
    name: 'new-leader',
    board: 'fourteen',
    who: 'visitor',
    changesServer: true,
    hasMotion: true,
    isBrief: true,
    reach: async ({ enter, page, backend }) => {
      await enter()
      await page.getByText('Live', { exact: true }).waitFor()
      const donor = await backend.donor()
      await donor.fetchCheckout(await donor.payByCard(60_000, 'Vega'))
      await page.getByText('$600.00').nth(1).waitFor()
    },
  },
  {
    name: 'landed-lower',
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    reach: async (setup) => {
      await openPanel(setup)
      await holdCelebrations(setup.page)
      await chooseAmount(setup.page, '175')
      await setup.page
        .getByText(/This puts you at\s#5/)
        .first()
        .waitFor()
      const popup = await openWallet(setup.page)
      const rival = await signUp(setup.backend.server.url)
      await rival.fetchCheckout(await rival.payByCard(17_800, 'Rigel'))
      await approve(popup, { givenName: 'Vega', surname: 'Lind' })
      await setup.page.getByRole('heading', { name: 'Thank You!' }).waitFor()
      await setup.page.keyboard.press('Escape')
      await setup.page.getByText('You landed at #6').waitFor()
    },
  },
]

function celebration(name: string, amount: string): State {
  return {
    name,
    board: 'fourteen',
    who: 'donor',
    changesServer: true,
    hasMotion: true,
    reach: (setup) => pay(setup, amount),
  }
}

async function pay(setup: StateSetup, amount: string): Promise<void> {
  await openPanel(setup)
  await holdCelebrations(setup.page)
  await chooseAmount(setup.page, amount)
  await approve(await openWallet(setup.page), { givenName: 'Vega', surname: 'Lind' })
  await findCelebration(setup.page).waitFor()
}
