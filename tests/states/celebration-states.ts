import { approve, chooseAmount, openWallet } from '../helpers/visitor.ts'
import { openPanel } from './donate-states.ts'
import type { Stage } from './stage.ts'
import type { State } from './state.ts'

/** What follows a payment, by what it achieved. */
export const CELEBRATION_STATES: State[] = [
  celebration('celebration-joined', '30'),
  celebration('celebration-top-ten', '120'),
  celebration('celebration-first', '600'),
  { ...celebration('celebration-still', '600'), moves: false },
]

function celebration(name: string, amount: string): State {
  return {
    name,
    board: 'fourteen',
    who: 'donor',
    spends: true,
    moves: true,
    reach: (stage) => pay(stage, amount),
  }
}

async function pay(stage: Stage, amount: string): Promise<void> {
  await openPanel(stage)
  await chooseAmount(stage.page, amount)
  await approve(await openWallet(stage.page), { givenName: 'Vega', surname: 'Lind' })
  await stage.page.getByRole('heading', { name: 'Thank You!' }).waitFor()
}
