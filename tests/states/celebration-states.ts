import { signUp } from '../helpers/donor.ts'
import { approve, chooseAmount, openWallet } from '../helpers/visitor.ts'
import { openPanel } from './donate-states.ts'
import type { Stage, State } from './state.ts'

/** What follows a payment, by what it achieved. */
export const CELEBRATION_STATES: State[] = [
  celebration('celebration-joined', '30'),
  celebration('celebration-top-ten', '120'),
  celebration('celebration-first', '600'),
  { ...celebration('celebration-still', '600'), moves: false },
  {
    name: 'new-leader',
    board: 'fourteen',
    who: 'visitor',
    spends: true,
    moves: true,
    isBrief: true,
    reach: async ({ enter, page, world }) => {
      await enter()
      await page.getByText('Live', { exact: true }).waitFor()
      const donor = await world.donor()
      await donor.look(await donor.payByCard(60_000, 'Vega'))
      await page.getByText('$600.00').nth(1).waitFor()
    },
  },
  {
    name: 'landed-lower',
    board: 'fourteen',
    who: 'donor',
    spends: true,
    reach: async (stage) => {
      await openPanel(stage)
      await chooseAmount(stage.page, '175')
      await stage.page
        .getByText(/This puts you at #5/)
        .first()
        .waitFor()
      const popup = await openWallet(stage.page)
      const rival = await signUp(stage.world.server.url)
      await rival.look(await rival.payByCard(17_800, 'Rigel'))
      await approve(popup, { givenName: 'Vega', surname: 'Lind' })
      await stage.page.getByRole('heading', { name: 'Thank You!' }).waitFor()
      await stage.page.keyboard.press('Escape')
      await stage.page.getByText(/Quoted #5, landed #6/).waitFor()
    },
  },
]

function celebration(name: string, amount: string): State {
  return {
    name,
    board: 'fourteen',
    who: 'donor',
    spends: true,
    moves: true,
    isBrief: true,
    reach: (stage) => pay(stage, amount),
  }
}

async function pay(stage: Stage, amount: string): Promise<void> {
  await openPanel(stage)
  await chooseAmount(stage.page, amount)
  await approve(await openWallet(stage.page), { givenName: 'Vega', surname: 'Lind' })
  await stage.page.getByRole('heading', { name: 'Thank You!' }).waitFor()
}
