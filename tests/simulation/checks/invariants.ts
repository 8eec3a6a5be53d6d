import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { DatabaseSnapshot } from './database-snapshot.ts'
import { checkMails, type ReceivedMails } from './check-mails.ts'
import { remainingCents, type PaymentKey, type TakenPayment } from '../providers/providers.ts'
import type { ReportedConcerns } from './reported-concerns.ts'

/** The state that a run has left behind, which the invariants are checked against. */
export interface RunResult {
  taken: TakenPayment[]
  confirmedPayments: readonly PaymentKey[]
  /**
   * Refs of payments that donors have completed and not cancelled; they must be paid in the end.
   */
  mustBePaidRefs: ReadonlySet<string>
  /** Refs of payments whose payer has no given name; the board may not show them. */
  namelessRefs: ReadonlySet<string>
  snapshot: DatabaseSnapshot
  /** Ids of checkouts whose payment the provider itself calls pending. */
  undecided: ReadonlySet<string>
  /** The mails that donors received. */
  fakeMailer: ReceivedMails
  /** Ids of objects of other software in the accounts. */
  foreignIds: ReadonlySet<string>
  /** The open concerns, checked against the run's actual conditions. */
  reported: ReportedConcerns
  /** The report of a last reconciliation. */
  report: ReconcileReport
  /** The whole board, as the server shows it. */
  page: LeaderboardPage
}

type Checkout = DatabaseSnapshot['checkouts'][number]
type Entry = DatabaseSnapshot['entries'][number]

/** Returns what violates an invariant at the end of a run, one sentence each. */
export function findViolations(result: RunResult): string[] {
  return [
    ...result.snapshot.checkouts
      .filter((checkout) => !result.reported.coversCheckout(checkout))
      .flatMap((checkout) => checkMoney(checkout, result)),
    ...result.snapshot.checkouts.flatMap((checkout) => checkEnd(checkout, result)),
    ...checkUnknownPayments(result),
    ...checkConfirmations(result),
    ...checkEvents(result),
    ...checkVersions(result.snapshot),
    ...checkMails(result),
    ...checkReport(result),
    ...result.reported.findMissing(),
    ...checkBoard(result),
  ]
}

/**
 * Checks that the provider, the ledger and the board have the same cents, and that the payer paid
 * at most once.
 */
export function checkMoney(
  { id, state }: Checkout,
  { taken, snapshot }: Pick<RunResult, 'taken' | 'snapshot'>,
): string[] {
  const payments = taken.filter(({ reference }) => reference === id)
  const entries = snapshot.entries.filter(({ checkout_id }) => checkout_id === id)
  const captures = entries.filter(({ kind }) => kind === 'capture')
  const donations = snapshot.donations.filter(({ checkout_id }) => checkout_id === id)
  const atProvider = payments.reduce((sum, payment) => sum + remainingCents(payment), 0)
  const inLedger = entries.reduce((sum, entry) => sum + effectOf(entry), 0)
  const onBoard = donations.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const prefix = `checkout ${id}, ${state}:`
  return [
    payments.length > 1 && `${prefix} its payer was charged ${payments.length} times`,
    captures.length !== payments.length &&
      `${prefix} ${payments.length} captures, ${captures.length} rows of them`,
    donations.length !== payments.length &&
      `${prefix} ${payments.length} captures, ${donations.length} donations`,
    atProvider !== inLedger &&
      `${prefix} the provider has ${atProvider} cents, the ledger ${inLedger}`,
    Math.max(0, inLedger) !== onBoard &&
      `${prefix} the ledger has ${inLedger} cents, the board ${onBoard}`,
    (state === 'paid') !== payments.length > 0 && `${prefix} ${payments.length} captures`,
  ].filter((violation) => violation !== false)
}

/**
 * Returns the signed cents of an entry. It repeats the product's rule on purpose, so that a mistake
 * in that one shows.
 */
export function effectOf({ kind, amount_cents: cents }: Entry): number {
  switch (kind) {
    case 'capture':
    case 'refund_reversal':
    case 'dispute_won':
      return cents
    case 'refund':
    case 'dispute_open':
      return -cents
    case 'dispute_lost':
      return 0
  }
}

const FORGOTTEN = 'PayPal does not know this order: its money was asked for.'

/**
 * Checks that a checkout has ended. No checkout may be in review, except one whose order PayPal
 * forgot before it was known to have taken nothing.
 */
function checkEnd(checkout: Checkout, { undecided, taken, reported }: RunResult): string[] {
  const { id, state, reason } = checkout
  if (reported.coversCheckout(checkout)) return []
  const isTaken = taken.some(({ reference }) => reference === id)
  if (reason === FORGOTTEN && !isTaken) return []
  if (state === 'review') return [`checkout ${id} is in review: ${reason}`]
  if (undecided.has(id) !== (state === 'processing')) {
    return [`checkout ${id} is ${state}, the provider is ${undecided.has(id) ? 'not ' : ''}decided`]
  }
  return state === 'created' || state === 'awaiting_payer'
    ? [`checkout ${id} is still ${state}`]
    : []
}

function checkUnknownPayments({ taken, snapshot, reported }: RunResult): string[] {
  const ids = new Set(snapshot.checkouts.map(({ id }) => id))
  return taken
    .filter(({ reference }) => reference === null || !ids.has(reference))
    .filter((payment) => !reported.coversPayment(payment))
    .map(({ ref }) => `the provider has money for ${ref}, of which we know nothing`)
}

/** Checks that every payment that a donor was told is paid, or has completed, is paid. */
function checkConfirmations({
  confirmedPayments,
  mustBePaidRefs,
  snapshot,
  taken,
  reported,
}: RunResult): string[] {
  const paid = new Set(
    snapshot.checkouts.flatMap(({ state, provider_ref }) => (state === 'paid' ? provider_ref : [])),
  )
  const known = new Map(snapshot.checkouts.map((checkout) => [checkout.provider_ref, checkout]))
  const isTold = (ref: string) => {
    const [checkout, payment] = [known.get(ref), taken.find((one) => one.ref === ref)]
    if (payment !== undefined && reported.coversPayment(payment)) return true
    // An order that an older copy does not know is never captured.
    return checkout === undefined ? payment === undefined : reported.coversCheckout(checkout)
  }
  const lost = confirmedPayments.filter(({ ref }) => !paid.has(ref) && !isTold(ref))
  const inVain = [...mustBePaidRefs.difference(paid)].filter((ref) => !isTold(ref))
  return [
    ...lost.map(({ ref }) => `the donor of ${ref} was told that it is paid, and it is not`),
    ...inVain.map((ref) => `the donor of ${ref} did their part in vain`),
  ]
}

function checkEvents({
  snapshot: { events, checkouts },
  reported,
  foreignIds,
}: RunResult): string[] {
  const known = new Set(checkouts.map(({ id }) => id))
  return events.flatMap(({ event_id, type, parked_at, handled_at, outcome, ...event }) => {
    if (reported.coversEvent(event_id)) return []
    if (parked_at !== null) return [`${type} was parked: ${outcome}`]
    // A decline of a checkout that we did not have then is not counted.
    const { declined_checkout_id: declined } = event
    const wasUnknown = declined !== null && (!known.has(declined) || reported.mayLackCheckouts)
    if (outcome === 'foreign' && (wasUnknown || reported.coversAsElsewhere(event))) return []
    const isForeign = [event.payment_ref, event.capture_id].some((id) => foreignIds.has(id ?? ''))
    if (outcome === 'foreign' && !isForeign) return [`${type} was taken for somebody else's`]
    return handled_at === null ? [`${type} still waits: ${outcome}`] : []
  })
}

/** Checks that each version of the board is that of one change, or of one act that was not refused. */
function checkVersions({ versions, headVersion, otherVersions }: DatabaseSnapshot): string[] {
  const last = versions.at(-1) ?? 0
  const known = new Set(versions).size + otherVersions
  return [
    headVersion !== known && `the board has ${headVersion} versions, of which ${known} are known`,
    last > headVersion && `the board is at ${headVersion}, its last change at ${last}`,
  ].filter((violation) => violation !== false)
}

/** Checks that the last reconciliation finds nothing new, except reviews; see `checkEnd`. */
function checkReport({ report, reported }: RunResult) {
  const { missed, mended, unreachable, concerns, driftCents } = report
  return [
    driftCents !== 0 && `the reconciler sees a drift of ${driftCents} cents`,
    mended.length > 0 && `the reconciler still mends ${JSON.stringify(mended)}`,
    missed > 0 && `the reconciler still finds ${missed} events`,
    unreachable > 0 && `the reconciler cannot reach ${unreachable} checkouts`,
    ...concerns
      .filter((concern) => concern.message !== FORGOTTEN && !reported.isJustified(concern))
      .map(({ id, message }) => `the reconciler is concerned: ${id}: ${message}`),
  ].filter((violation) => violation !== false)
}

/** Checks that the board shows all remaining money, except donations without a name. */
function checkBoard({ taken, page, reported, snapshot, namelessRefs }: RunResult): string[] {
  if (taken.some((payment) => reported.coversPayment(payment))) return []
  const unnamed = new Set(
    taken.flatMap(({ ref, reference }) => (namelessRefs.has(ref) ? [reference] : [])),
  )
  const nameless = new Set(
    snapshot.donations.flatMap(({ name, checkout_id }) =>
      name === null && (reported.mayLackNames || unnamed.has(checkout_id)) ? [checkout_id] : [],
    ),
  )
  const named = taken.filter(({ reference }) => !nameless.has(reference ?? ''))
  const cents = named.reduce((sum, payment) => sum + Math.max(0, remainingCents(payment)), 0)
  const shown = page.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return [
    page.total.amountCents !== cents &&
      `the providers have ${cents} cents, the board's total is ${page.total.amountCents}`,
    shown !== cents && `the providers have ${cents} cents, the board shows ${shown}`,
  ].filter((violation) => violation !== false)
}
