import type { Logger } from 'pino'
import type { Database } from '../../infra/database/database.ts'
import type { Schedule } from '../../infra/schedule.ts'
import type { Checkouts, HasAccount, Providers } from '../checkouts/checkouts.ts'
import type { Concerns } from '../concerns/concerns.ts'
import type { ProviderHealth } from '../provider-health/provider-health.ts'
import type { Statements } from '../statements/statements.ts'
import { Adoption } from './adoption.ts'
import type { Events } from './events.ts'
import { Importer } from './importer.ts'
import { LossWatch } from './loss-watch.ts'
import { Reconciler } from './reconciler.ts'

export interface ReconciliationDeps {
  database: Database
  providers: Providers
  checkouts: Checkouts
  inbox: Events
  concerns: Concerns
  health: Pick<ProviderHealth, 'reports'>
  statements: Pick<Statements, 'compareNow'>
  hasAccount: HasAccount
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/** The parts that bring ledger and board to the providers' truth. */
export interface Reconciliation {
  reconciler: Reconciler
  importer: Importer
  lossWatch: LossWatch
  /** Loads what must be known before the first event is worked off. */
  load(): Promise<void>
  /** Begins to ask the providers. */
  start(): void
  close(): Promise<void>
}

export function createReconciliation(deps: ReconciliationDeps): Reconciliation {
  const adoption = new Adoption(deps)
  const reconciler = new Reconciler(deps)
  const importer = new Importer({ ...deps, adoption })
  const lossWatch = new LossWatch({ ...deps, adoption })
  return {
    reconciler,
    importer,
    lossWatch,
    load: () => adoption.load(),
    start: () => {
      reconciler.start()
      lossWatch.start()
    },
    close: async () => {
      await Promise.all([lossWatch.close(), importer.close(), reconciler.close()])
    },
  }
}
