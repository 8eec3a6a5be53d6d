import { runNamed } from '#server/infra/work-context.ts'
import { namesOf } from '../store.ts'
import { Settler, type SettlerDeps } from './settle.ts'

/** What others do with a settler. */
export type Settles = Pick<Settler, 'settle' | 'cancel'>

/** Creates a settler; the log lines that it causes name the checkout and the donation. */
export function createSettler(deps: SettlerDeps): Settles {
  const settler = new Settler(deps)
  return {
    settle: (checkout, trigger, facts) =>
      runNamed(namesOf(checkout), () => settler.settle(checkout, trigger, facts)),
    cancel: (checkout) => runNamed(namesOf(checkout), () => settler.cancel(checkout)),
  }
}
