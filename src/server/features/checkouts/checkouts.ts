import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Bus } from '../../infra/bus/bus.ts'
import type { Database } from '../../infra/database/database.ts'
import type { Hint, StartedPayment } from '../../payments/provider.ts'
import { begin, resume, type DonationIntent } from './begin.ts'
import { locate } from './locate.ts'
import type { Providers } from './providers.ts'
import { Settler, type Asker, type Settlement } from './settle.ts'
import {
  findPaid,
  findUnfinished,
  requireCheckout,
  scheduleCheck,
  type CheckoutRow,
} from './store.ts'

export interface CheckoutsDeps {
  database: Database
  providers: Providers
  bus: Bus
  limits: { maxCents: number }
  clock: () => number
  logger: Logger
}

export interface Checkouts {
  /**
   * Commits a checkout, then creates the provider's session or order for it. Fails with
   * `failed-precondition` where the provider is not offered or refuses, and with `unavailable` or
   * `deadline-exceeded` where its answer is unknown; in each case nothing was charged.
   */
  begin(intent: DonationIntent): Promise<StartedPayment>
  /**
   * The only way by which money reaches the board, or leaves it. Asks the provider, compares what
   * it says with what the checkout asked for, and books what is new once, however often and from
   * wherever it is called. Answers the checkout as it is afterwards. Fails as the provider does.
   */
  settle(checkout: CheckoutRow, asker: Asker): Promise<Settlement>
  /**
   * The payer turns back: nobody can pay any more, where the provider allows for it. Answers the
   * checkout as it is afterwards, which is paid if the money came first.
   */
  cancel(checkout: CheckoutRow): Promise<CheckoutRow>
  /**
   * The checkout that something of a provider's concerns: `foreign` where other software made it,
   * undefined where it is said to be ours and we do not know it.
   */
  locate(provider: ProviderName, hint: Hint): Promise<CheckoutRow | 'foreign' | undefined>
  /**
   * Brings a checkout to the provider's truth as the reconciler does: also one whose creation was
   * cut off before the provider's answer was stored.
   */
  reconcile(checkout: CheckoutRow): Promise<Settlement>
  /** A checkout by our own id; there must be one. */
  require(id: string): Promise<CheckoutRow>
  /** Ids of what the provider is to be asked about by then (Unix ms), the longest due first. */
  findUnfinished(dueBy: number): Promise<string[]>
  /** Ids of what is paid. */
  findPaid(): Promise<string[]>
  /** Sets when a checkout that is not finished is due again, Unix ms. */
  scheduleCheck(id: string, at: number): Promise<void>
}

export function createCheckouts(deps: CheckoutsDeps): Checkouts {
  const { database } = deps
  const settler = new Settler(deps)
  return {
    begin: (intent) => begin(deps, intent),
    settle: (checkout, asker) => settler.settle(checkout, asker),
    cancel: (checkout) => settler.cancel(checkout),
    locate: (provider, hint) => locate(deps, provider, hint),
    reconcile: async (checkout) => {
      const isCutOff = checkout.state === 'created' && checkout.provider_ref === null
      const started = isCutOff ? await resume(deps, checkout) : checkout
      return settler.settle(started, 'reconciler')
    },
    require: (id) => requireCheckout(database.reader, id),
    findUnfinished: (dueBy) => findUnfinished(database.reader, dueBy),
    findPaid: () => findPaid(database.reader),
    scheduleCheck: async (id, at) => {
      await database.write(scheduleCheck, { id, at })
    },
  }
}

export type { Asker, CheckoutRow, Providers, Settlement }
