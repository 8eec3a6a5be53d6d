import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { DatabaseSnapshot } from './database-snapshot.ts'
import type { FakeMailer } from './fake-mailer.ts'
import type { PaymentKey, TakenPayment } from './providers.ts'
import type { ReportedConcerns } from './reported-concerns.ts'

/** Everything that a run has left behind. */
export interface RunResult {
  taken: TakenPayment[]
  confirmedPayments: readonly PaymentKey[]
  /** What donors have done their part for. */
  mustBePaidRefs: ReadonlySet<string>
  snapshot: DatabaseSnapshot
  /** Ids of checkouts whose payment the provider itself calls pending. */
  undecided: ReadonlySet<string>
  /** What has come by mail. */
  fakeMailer: Pick<FakeMailer, 'keys' | 'violations' | 'keysBeforeRestore'>
  /** Ids of what other software in the accounts has. */
  foreignIds: ReadonlySet<string>
  /** What the host reads of all this. */
  reported: ReportedConcerns
  /** What reconciling once more has found. */
  report: ReconcileReport
  /** The whole board, as the server shows it. */
  page: LeaderboardPage
}

type Checkout = DatabaseSnapshot['checkouts'][number]
type Entry = DatabaseSnapshot['entries'][number]

/** What is not as it must be once all is quiet; one sentence each. */
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

/** The provider, the ledger and the board have the same cents, and the payer paid at most once. */
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

/** Written out once more, so that a mistake of the product's shows. */
function effectOf({ kind, amount_cents: cents }: Entry): number {
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

function remainingCents({ capturedCents, refundedCents, disputedCents }: TakenPayment): number {
  return capturedCents - refundedCents - disputedCents
}

const FORGOTTEN = 'PayPal does not know this order: its money was asked for.'

/**
 * Nobody tampered, so nothing waits for the host but what PayPal forgot before it was known to have
 * taken nothing; and everybody's time is over.
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

/** Whoever was told so has paid, and whoever has done their part as well. */
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
    // Of a checkout that we do not have, there is nothing to count.
    const { declined_checkout_id: declined } = event
    if (outcome === 'foreign' && declined !== null && !known.has(declined)) return []
    const isForeign = [event.payment_ref, event.capture_id].some((id) => foreignIds.has(id ?? ''))
    if (outcome === 'foreign' && !isForeign) return [`${type} was taken for somebody else's`]
    return handled_at === null ? [`${type} still waits: ${outcome}`] : []
  })
}

function checkVersions({ versions, headVersion }: DatabaseSnapshot): string[] {
  const last = versions.at(-1) ?? 0
  return [
    versions.some((version, index) => version !== index + 1) && 'the board skipped a version',
    last !== headVersion && `the board is at ${headVersion}, its last change at ${last}`,
  ].filter((violation) => violation !== false)
}

function listMailsBeforeImport({ checkouts, entries }: DatabaseSnapshot): string[] {
  const imported = new Set(
    checkouts.flatMap(({ id, imported_at }) => (imported_at === null ? [] : id)),
  )
  return entries
    .filter(({ checkout_id }) => imported.has(checkout_id))
    .flatMap(({ kind, provider, object_id: id }) => [
      `${kind === 'capture' ? 'donation' : kind}-${provider}-${id}`,
      `refund_reversal-${provider}-${id}`,
    ])
}

/** One letter for each movement of money that its donor is told of, and no other. */
function checkMails({ snapshot, fakeMailer }: RunResult): string[] {
  const { keys, violations } = fakeMailer
  const keyOf = ({ kind, provider, object_id }: Entry) => `${kind}-${provider}-${object_id}`
  const captures = snapshot.entries.filter(({ kind }) => kind === 'capture')
  const refunds = snapshot.entries.filter(({ kind }) => kind === 'refund')
  const known = new Set(snapshot.entries.map(keyOf))
  const wanted = [
    ...captures.map((entry) => `donation-${entry.provider}-${entry.object_id}`),
    // Of a refund that had failed before it was heard of, there is nothing to tell.
    ...refunds.flatMap((entry) => {
      const reversal = `refund_reversal-${entry.provider}-${entry.object_id}`
      if (!known.has(reversal)) return [keyOf(entry)]
      // Nor does a restored copy know that it was told.
      const isTold = keys.has(keyOf(entry)) && !fakeMailer.keysBeforeRestore.has(keyOf(entry))
      return isTold || keys.has(reversal) ? [keyOf(entry), reversal] : []
    }),
  ]
  // Donors of imported payments were told before the copy was restored; what came later they are told.
  const told = new Set(listMailsBeforeImport(snapshot))
  const missing = wanted.filter((key) => !keys.has(key) && !told.has(key))
  const needless = keys.difference(new Set(wanted)).difference(fakeMailer.keysBeforeRestore)
  return [
    ...violations,
    ...missing.map((key) => `the letter ${key} never came`),
    ...[...needless].map((key) => `the letter ${key} came for nothing`),
  ]
}

/** After hours of quiet there is nothing left to be found, but for reviews; see `checkEnd`. */
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

/** All that is left of the money is shown, but for what came without a name. */
function checkBoard({ taken, page, reported, snapshot }: RunResult): string[] {
  if (taken.some((payment) => reported.coversPayment(payment))) return []
  const nameless = new Set(
    snapshot.donations.flatMap(({ name, checkout_id }) =>
      name === null && reported.mayLackNames ? [checkout_id] : [],
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
