import type { Logger } from 'pino'
import type { Database } from '#server/infra/database/database.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import type { Checkouts, HasAccount, Providers } from '#server/features/checkouts/checkouts.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import type { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import { Statements } from '#server/features/statements/statements.ts'
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
  health: Pick<ProviderHealth, 'reports' | 'checkNow' | 'onProblemsChanged'>
  hasAccount: HasAccount
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/** The parts that reconcile ledger and board with the providers. */
export interface Reconciliation {
  reconciler: Reconciler
  importer: Importer
  lossWatch: LossWatch
  statements: Statements
  /** Loads what must be known before the first event is handled. */
  load(): Promise<void>
  /** Starts the rounds. */
  start(): void
  close(): Promise<void>
}

export function createReconciliation(deps: ReconciliationDeps): Reconciliation {
  const adoption = new Adoption(deps)
  const statements = new Statements(deps)
  const reconciler = new Reconciler({ ...deps, statements })
  const importer = new Importer({ ...deps, adoption })
  const lossWatch = new LossWatch({ ...deps, adoption })
  return {
    reconciler,
    importer,
    lossWatch,
    statements,
    load: () => adoption.load(),
    start: () => {
      deps.health.onProblemsChanged(() => reconciler.noteSoon())
      reconciler.start()
      lossWatch.start()
      statements.start()
    },
    close: async () => {
      await Promise.all([
        lossWatch.close(),
        importer.close(),
        reconciler.close(),
        statements.close(),
      ])
    },
  }
}
