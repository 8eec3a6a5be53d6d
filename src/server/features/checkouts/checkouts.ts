import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type {
  CheckoutClaim,
  DeclinedAttempt,
  PaymentPointer,
  PaymentProvider,
  StartedPayment,
} from '#server/payments/provider.ts'
import { NO_TEAMS } from '#server/features/donor-teams/donor-teams.ts'
import { NO_POLICY } from '#server/features/spending-limits/spending-limits.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import type { SettleTrigger } from './settle/settle-trigger.ts'
import { begin, type BeginDeps, type DonationIntent } from './begin/begin.ts'
import { DeclineCounter } from './begin/decline-counter.ts'
import { noteDecline } from './begin/note-decline.ts'
import { DonorRequests } from './donor-requests.ts'
import { findDuplicates } from './review/duplicate-store.ts'
import type { DuplicatePayment, PaymentName } from './review/duplicate-store.ts'
import { refundDuplicate } from './review/duplicates.ts'
import {
  bookImport,
  findMarked,
  prepareImport,
  type HasAccount,
  type PreparedImport,
} from './import/import.ts'
import { findOwnBeginning, hasOwnHistory } from './import/import-store.ts'
import { cancelRefused } from './spending/cancel-refused.ts'
import { Locator, type Located } from './locate.ts'
import type { Providers } from './providers.ts'
import { countPaidElsewhere, findPaid, findPaidAfter } from './import/paid-store.ts'
import { reconcile } from './settle/reconcile.ts'
import { findInReview } from './review/review-store.ts'
import { accept, refund } from './review/review.ts'
import { createSettler } from './settle/create-settler.ts'
import type { Settlement, EventFacts } from './settle/settlement.ts'
import { findUnfinished, requireCheckout, scheduleCheck, type CheckoutRow } from './store.ts'

type Policies = 'spendingPolicy' | 'teamPolicy'

/** The dependencies; without a policy nothing is limited, and there are no teams. */
export interface CheckoutsDeps
  extends Omit<BeginDeps, Policies>, Partial<Pick<BeginDeps, Policies>> {
  bus: Bus
  logger: Logger
  /** Runs when an episode of card testing has begun. */
  onCardTesting?: (() => void) | undefined
}

export interface Checkouts {
  /**
   * Commits a checkout, then creates the provider's session or order for it. Fails with
   * `failed-precondition` if the provider is not offered or refuses, and with `unavailable` or
   * `deadline-exceeded` if its response is unknown; in each case nothing was charged. Fails with a
   * `ProofNeededError` if the donor's browser must send a proof of work first.
   */
  begin(intent: DonationIntent): Promise<StartedPayment>
  /**
   * Brings a checkout up to date with its provider. No other function moves money to the board or
   * off it. Fetches the payment, compares it with what the checkout asked for, and books what is
   * new once, however often and from wherever this is called. The `expected` refunds and disputes,
   * which an event has named, must be among the booked ones. Returns the checkout as it is
   * afterwards. Fails as the provider does, and with `failed-precondition` if it does not list what
   * is expected; what could be read is booked anyway.
   */
  settle(checkout: CheckoutRow, trigger: SettleTrigger, facts?: EventFacts): Promise<Settlement>
  /**
   * Captures a payment that the payer has approved. Concurrent calls share one request; too many
   * calls of one donor fail with `resource-exhausted`.
   */
  capture(checkout: CheckoutRow): Promise<Settlement>
  /**
   * Returns the checkout as the provider has it, or as it was given if the provider was asked
   * moments ago or is unavailable.
   */
  lookUp(checkout: CheckoutRow): Promise<CheckoutRow>
  /**
   * Counts an attempt to pay that was declined on the provider's page, once for each `attempt`;
   * after too many of the checkout or of its account the checkout is cancelled. Returns undefined
   * if the checkout is unknown.
   */
  noteDecline(declined: DeclinedAttempt, attempt: string): Promise<CheckoutRow | undefined>
  /** Returns the number of declines that this node has counted since it started. */
  countDeclines(): number
  /**
   * Cancels a checkout, at the provider too if it allows that, so that nobody can pay any more.
   * Returns the checkout as it is afterwards, which is paid if the money came first.
   */
  cancel(checkout: CheckoutRow): Promise<CheckoutRow>
  /**
   * Cancels those open checkouts of a donor that their limits or pause allow no more. One whose
   * provider cannot be reached is cancelled by a later `reconcile`.
   */
  cancelRefused(userId: string): Promise<void>
  /** Returns whether a checkout that a provider's object names is ours, as far as we know. */
  isOurs(claim: CheckoutClaim): Promise<boolean>
  /** Finds a checkout like `locate` without a request; undefined if only the provider knows. */
  recognise(
    provider: ProviderName,
    pointer: PaymentPointer,
  ): Promise<CheckoutRow | 'foreign' | undefined>
  /**
   * Finds the checkout of a provider's object. Returns `foreign` if other software made the object;
   * `duplicate` if it belongs to a payment besides the checkout's own, which is then kept for the
   * host; and undefined if it bears our mark but its checkout is unknown.
   */
  locate(provider: ProviderName, pointer: PaymentPointer): Promise<Located>
  /**
   * Settles a checkout as the reconciler does. First repeats a creation that was cut off before the
   * provider's response was stored; cancels in the end what its donor's limits allow no more.
   */
  reconcile(checkout: CheckoutRow): Promise<Settlement>
  /** Returns the checkout with our own id; throws if there is none. */
  require(id: string): Promise<CheckoutRow>
  /**
   * Returns the ids of the unfinished checkouts that are due to be checked by `dueBy` (Unix ms),
   * the longest due first.
   */
  findUnfinished(dueBy: number): Promise<string[]>
  /**
   * Books the payment of a checkout in review, in the provider's amount. Fails with
   * `failed-precondition` unless it is paid, in US dollars, ours and of this mode.
   */
  acceptReview(id: string): Promise<void>
  /**
   * Refunds the payment of a checkout in review in full. Books payment and refund if they are in US
   * dollars, and otherwise cancels the checkout. The same `idempotencyKey` never refunds twice.
   * Fails as the provider does, and with `failed-precondition` unless the payment is paid, ours and
   * of this mode, or while the provider does not list the refund.
   */
  refundReview(id: string, idempotencyKey: string): Promise<void>
  /** Returns the second payments for checkouts that have one of their own, with what is left. */
  findDuplicates(): Promise<DuplicatePayment[]>
  /**
   * Refunds all that is left of such a payment. The same `idempotencyKey` never refunds twice.
   * Fails as the provider does, and with `failed-precondition` if nothing is left.
   */
  refundDuplicate(payment: PaymentName, idempotencyKey: string): Promise<void>
  /** Returns the checkouts in review, the oldest first. */
  findInReview(): Promise<CheckoutRow[]>
  /**
   * Returns the checkout of a marked payment; undefined if it is unknown. Fails with
   * `failed-precondition` if the checkout that it names has another payment.
   */
  findMarked(provider: PaymentProvider, marked: MarkedPayment): Promise<CheckoutRow | undefined>
  /**
   * Fetches everything to book of a marked payment that is unknown here. Fails as the provider
   * does, and with `failed-precondition` if it cannot be a donation here.
   */
  prepareImport(
    provider: PaymentProvider,
    marked: MarkedPayment,
    hasAccount: HasAccount,
  ): Promise<PreparedImport>
  /** Books a prepared import; returns its cents, or null if it was booked by another call. */
  bookImport(prepared: PreparedImport): Promise<number | null>
  /** Returns when the first checkout was begun here, Unix ms; undefined if none ever was. */
  findOwnBeginning(livemode: Livemode): Promise<number | undefined>
  /** Returns whether money was ever taken for a checkout that was begun here. */
  hasOwnHistory(livemode: Livemode): Promise<boolean>
  /** Returns the ids of all paid checkouts. */
  findPaid(): Promise<string[]>
  /** Counts the paid checkouts of accounts other than the one of each provider's keys. */
  countPaidElsewhere(): Promise<{ provider: ProviderName; count: number }[]>
  /**
   * Returns the ids of paid checkouts made with the account of the provider's keys, in their order,
   * from behind the id `after`.
   */
  findPaidAfter(
    provider: PaymentProvider,
    page: { after: string; limit: number },
  ): Promise<string[]>
  /** Sets when an unfinished checkout is checked again, Unix ms. */
  scheduleCheck(id: string, at: number): Promise<void>
}

export function createCheckouts(options: CheckoutsDeps): Checkouts {
  const deps = { spendingPolicy: () => NO_POLICY, teamPolicy: () => NO_TEAMS, ...options }
  const { database } = deps
  const declines = new DeclineCounter(deps)
  const settler = createSettler({ ...deps, declines, concerns: createConcerns(deps) })
  const locator = new Locator(deps)
  const requests = new DonorRequests(settler, deps)
  return {
    begin: (intent) => begin(deps, intent),
    settle: (checkout, trigger, facts) => settler.settle(checkout, trigger, facts),
    cancel: (checkout) => requests.cancel(checkout),
    cancelRefused: (userId) => cancelRefused(deps, settler, userId),
    capture: (checkout) => requests.capture(checkout),
    lookUp: (checkout) => requests.lookUp(checkout),
    noteDecline: (declined, attempt) =>
      noteDecline({ ...deps, declines, settler }, declined, attempt),
    countDeclines: () => declines.total,
    isOurs: (claim) => locator.isOurs(claim),
    recognise: (provider, pointer) => locator.recognise(provider, pointer),
    locate: (provider, pointer) => locator.locate(provider, pointer),
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

export {
  findOwnPayment,
  findOwnPayments,
  findPaymentObjects,
  selectDonationsOf,
} from './own-payments.ts'
export { judgeNew } from './spending/judge.ts'
export { readSpent } from './spending/spent.ts'
export { findByDonations, LONGEST_CHECK_PAUSE_MS, namesOf } from './store.ts'
export { findFirstBegun, findOldestBegun, findPaymentsMoved } from './payment-times.ts'
export type {
  SettleTrigger,
  CheckoutRow,
  DuplicatePayment,
  HasAccount,
  PreparedImport,
  Providers,
  Settlement,
}
export { NOT_AT_PROVIDER, UNKNOWN_PAYMENT } from './settle/event-outcomes.ts'
export { hasPending } from './has-pending.ts'
export { readVotePayments, type VotePayments } from './vote-payments.ts'
export { listHighestPending, sumInReview, sumPending } from './host/state-sums.ts'
export { readAttemptsMark } from './host/attempts-mark.ts'
export { countAttempts, findAttempts, toAttemptState } from './host/attempts.ts'
export { findCheckouts, findCheckoutsNamed } from './host/named-checkouts.ts'
