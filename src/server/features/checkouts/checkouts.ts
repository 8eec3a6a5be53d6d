import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type {
  CheckoutClaim,
  DeclinedAttempt,
  Hint,
  PaymentProvider,
  StartedPayment,
} from '#server/payments/provider.ts'
import { isTriedOut } from '#server/features/card-testing/card-testing.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import type { SettleTrigger } from './settle/settle-trigger.ts'
import { begin, type DonationIntent } from './begin/begin.ts'
import { DeclineCounter } from './begin/decline-counter.ts'
import { DonorRequests } from './donor-requests.ts'
import {
  findDuplicates,
  type DuplicatePayment,
  type PaymentName,
} from './review/duplicate-store.ts'
import { refundDuplicate } from './review/duplicates.ts'
import {
  bookImport,
  findMarked,
  prepareImport,
  type HasAccount,
  type PreparedImport,
} from './import/import.ts'
import { findOwnBeginning, hasOwnHistory } from './import/import-store.ts'
import { Locator, type Located } from './locate.ts'
import type { Providers } from './providers.ts'
import { countPaidElsewhere, findPaid, findPaidAfter } from './import/paid-store.ts'
import { reconcile } from './settle/reconcile.ts'
import { findInReview } from './review/review-store.ts'
import { accept, refund } from './review/review.ts'
import { Settler } from './settle/settle.ts'
import type { Settlement, Told } from './settle/settlement.ts'
import {
  findById,
  findUnfinished,
  requireCheckout,
  scheduleCheck,
  type CheckoutRow,
} from './store.ts'

/** Says of something at a provider that it is ours, and that we do not know it. */
export const UNKNOWN_PAYMENT = 'unknown payment'

export interface CheckoutsDeps {
  database: Database
  providers: Providers
  bus: Bus
  limits: { maxCents: number }
  clock: () => number
  logger: Logger
  /** Called when an episode of card testing has begun. */
  onCardTesting?: (() => void) | undefined
}

export interface Checkouts {
  /**
   * Commits a checkout, then creates the provider's session or order for it. Fails with
   * `failed-precondition` where the provider is not offered or refuses, and with `unavailable` or
   * `deadline-exceeded` where its answer is unknown; in each case nothing was charged. Fails with a
   * `ProofNeededError` where the donor's browser first has to do some work.
   */
  begin(intent: DonationIntent): Promise<StartedPayment>
  /**
   * The only way by which money reaches the board, or leaves it. Asks the provider, compares what
   * it says with what the checkout asked for, and books what is new once, however often and from
   * wherever it is called. The `expected` refunds and disputes, which an event has named, must be
   * among what is booked. Returns the checkout as it is afterwards. Fails as the provider does, with
   * `failed-precondition` also where it does not list what is expected; what was read is booked.
   */
  settle(checkout: CheckoutRow, trigger: SettleTrigger, told?: Told): Promise<Settlement>
  /**
   * Takes the money of what the payer has approved. Calls at the same time share one; whoever asks
   * too often fails with `resource-exhausted`.
   */
  capture(checkout: CheckoutRow): Promise<Settlement>
  /**
   * Returns the checkout as the provider has it, or as it was given where the provider was asked
   * moments ago, or is away.
   */
  lookUp(checkout: CheckoutRow): Promise<CheckoutRow>
  /**
   * Counts an attempt to pay that was declined on the provider's page, once for each `attempt`;
   * after too many of them, or of its account's, the checkout is closed. Returns undefined where we
   * do not know the checkout.
   */
  noteDecline(declined: DeclinedAttempt, attempt: string): Promise<CheckoutRow | undefined>
  /** How many declines this node has counted since it started. */
  countDeclines(): number
  /**
   * The payer turns back: nobody can pay any more, where the provider allows for it. Answers the
   * checkout as it is afterwards, which is paid if the money came first.
   */
  cancel(checkout: CheckoutRow): Promise<CheckoutRow>
  /** Returns whether a checkout that a provider's object names is ours, as far as we know. */
  isOurs(claim: CheckoutClaim): Promise<boolean>
  /** As `locate`, without asking the provider: undefined where only the provider may know. */
  recognise(provider: ProviderName, hint: Hint): Promise<CheckoutRow | 'foreign' | undefined>
  /**
   * The checkout that something of a provider's concerns: `foreign` where other software made it,
   * `duplicate` where it is of a payment besides the checkout's own, which is then kept for the host,
   * undefined where it is said to be ours and we do not know it.
   */
  locate(provider: ProviderName, hint: Hint): Promise<Located>
  /**
   * Brings a checkout to the provider's truth as the reconciler does: also one whose creation was
   * cut off before the provider's answer was stored.
   */
  reconcile(checkout: CheckoutRow): Promise<Settlement>
  /** A checkout by our own id; there must be one. */
  require(id: string): Promise<CheckoutRow>
  /** Ids of what the provider is to be asked about by then (Unix ms), the longest due first. */
  findUnfinished(dueBy: number): Promise<string[]>
  /**
   * Books what the provider has of a checkout in review, in the provider's amount. Fails with
   * `failed-precondition` unless it is paid, in US dollars, ours and of this mode.
   */
  acceptReview(id: string): Promise<void>
  /**
   * Has the provider give back all that it has of a checkout in review, and books both; a payment in
   * another currency is cancelled. The same `idempotencyKey` never gives back twice. Fails as the
   * provider does, and with `failed-precondition` unless it is paid, ours and of this mode, or while
   * the provider does not show the refund.
   */
  refundReview(id: string, idempotencyKey: string): Promise<void>
  /** Returns the payments that were made besides their checkouts' own, with what is left of them. */
  findDuplicates(): Promise<DuplicatePayment[]>
  /**
   * Has the provider give back all that is left of such a payment. The same `idempotencyKey` never
   * gives back twice. Fails as the provider does, and with `failed-precondition` where nothing is left.
   */
  refundDuplicate(payment: PaymentName, idempotencyKey: string): Promise<void>
  /** Returns the checkouts in review, the oldest first. */
  findInReview(): Promise<CheckoutRow[]>
  /**
   * Returns the checkout of a marked payment; undefined where we do not know it. Fails with
   * `failed-precondition` where the checkout that it names has another payment.
   */
  findMarked(provider: PaymentProvider, marked: MarkedPayment): Promise<CheckoutRow | undefined>
  /**
   * Reads all that is to be booked of a marked payment that we do not know. Fails as the provider
   * does, and with `failed-precondition` for what cannot be a donation here.
   */
  prepareImport(
    provider: PaymentProvider,
    marked: MarkedPayment,
    hasAccount: HasAccount,
  ): Promise<PreparedImport>
  /** Books what was prepared, at once; returns its cents, or null where somebody else was first. */
  bookImport(prepared: PreparedImport): Promise<number | null>
  /** Returns when the first checkout was begun here, Unix ms; undefined where none ever was. */
  findOwnBeginning(livemode: Livemode): Promise<number | undefined>
  /** Returns whether money was ever taken for a checkout that was begun here. */
  hasOwnHistory(livemode: Livemode): Promise<boolean>
  /** Ids of what is paid. */
  findPaid(): Promise<string[]>
  /** Counts what is paid and was made with another account than each provider's keys are of. */
  countPaidElsewhere(): Promise<{ provider: ProviderName; count: number }[]>
  /** Ids of what is paid and was made with the account of a provider's keys, `after` one of them. */
  findPaidAfter(
    provider: PaymentProvider,
    page: { after: string; limit: number },
  ): Promise<string[]>
  /** Sets when a checkout that is not finished is due again, Unix ms. */
  scheduleCheck(id: string, at: number): Promise<void>
}

export function createCheckouts(deps: CheckoutsDeps): Checkouts {
  const { database } = deps
  const declines = new DeclineCounter(deps)
  const settler = new Settler({ ...deps, declines, concerns: createConcerns(deps) })
  const locator = new Locator(deps)
  const requests = new DonorRequests(settler, deps)
  return {
    begin: (intent) => begin(deps, intent),
    settle: (checkout, trigger, told) => settler.settle(checkout, trigger, told),
    cancel: (checkout) => requests.cancel(checkout),
    capture: (checkout) => requests.capture(checkout),
    lookUp: (checkout) => requests.lookUp(checkout),
    noteDecline: async ({ checkoutId, at }, attempt) => {
      const checkout = await findById(database.reader, checkoutId)
      if (checkout === undefined) return undefined
      await declines.note(checkout, attempt, at)
      const isOver = await isTriedOut(database, checkout, deps.clock())
      return isOver ? settler.cancel(checkout) : checkout
    },
    countDeclines: () => declines.total,
    isOurs: (claim) => locator.isOurs(claim),
    recognise: (provider, hint) => locator.recognise(provider, hint),
    locate: (provider, hint) => locator.locate(provider, hint),
    reconcile: (checkout) => reconcile(deps, settler, checkout),
    require: (id) => requireCheckout(database.reader, id),
    findUnfinished: (dueBy) => findUnfinished(database.reader, dueBy),
    acceptReview: (id) => accept(deps, id),
    refundReview: (id, idempotencyKey) => refund(deps, id, idempotencyKey),
    findDuplicates: () => findDuplicates(database.reader),
    refundDuplicate: (payment, idempotencyKey) => refundDuplicate(deps, payment, idempotencyKey),
    findInReview: () => findInReview(database.reader),
    findMarked: (provider, marked) => findMarked(deps, provider, marked),
    prepareImport: (provider, marked, hasAccount) =>
      prepareImport({ ...deps, hasAccount }, provider, marked),
    bookImport: (prepared) => bookImport(deps, prepared),
    findOwnBeginning: (livemode) => findOwnBeginning(database.reader, livemode),
    hasOwnHistory: (livemode) => hasOwnHistory(database.reader, livemode),
    findPaid: () => findPaid(database.reader),
    countPaidElsewhere: () => countPaidElsewhere(deps),
    findPaidAfter: (provider, page) => findPaidAfter(database.reader, provider, page),
    scheduleCheck: async (id, at) => {
      await database.write(scheduleCheck, { id, at })
    },
  }
}

export type {
  SettleTrigger,
  CheckoutRow,
  DuplicatePayment,
  HasAccount,
  PreparedImport,
  Providers,
  Settlement,
}
