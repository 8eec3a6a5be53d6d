import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { Books } from './books.ts'
import type { FakeMailer } from './fake-mailer.ts'
import type { PaymentName, TakenPayment } from './providers.ts'
import type { Telling } from './telling.ts'

/** Everything that a run has left behind. */
export interface RunResult {
  taken: TakenPayment[]
  paidAnswers: readonly PaymentName[]
  /** What donors have done their part for. */
  dueRefs: ReadonlySet<string>
  books: Books
  /** Ids of checkouts whose payment the provider itself calls pending. */
  undecided: ReadonlySet<string>
  /** What has come by mail. */
  fakeMailer: Pick<FakeMailer, 'keys' | 'complaints' | 'keysBeforeRestore'>
  /** Ids of what other software in the accounts has. */
  foreign: ReadonlySet<string>
  /** What the host reads of all this. */
  telling: Telling
  /** What reconciling once more has found. */
  report: ReconcileReport
  /** The whole board, as the server shows it. */
  page: LeaderboardPage
}

type Checkout = Books['checkouts'][number]
type Entry = Books['entries'][number]

/** What is not as it must be once all is quiet; one sentence each. */
export function findViolations(result: RunResult): string[] {
  return [
    ...result.books.checkouts
      .filter((checkout) => !result.telling.ofCheckout(checkout))
      .flatMap((checkout) => checkMoney(checkout, result)),
    ...result.books.checkouts.flatMap((checkout) => checkEnd(checkout, result)),
    ...checkUnknownPayments(result),
    ...checkConfirmations(result),
    ...checkEvents(result),
    ...checkVersions(result.books),
    ...checkMails(result),
    ...checkReport(result),
    ...result.telling.findUntold(),
    ...checkBoard(result),
  ]
}

/** The provider, the ledger and the board have the same cents, and the payer paid at most once. */
export function checkMoney(
  { id, state }: Checkout,
  { taken, books }: Pick<RunResult, 'taken' | 'books'>,
): string[] {
  const payments = taken.filter(({ reference }) => reference === id)
  const entries = books.entries.filter(({ checkout_id }) => checkout_id === id)
  const captures = entries.filter(({ kind }) => kind === 'capture')
  const donations = books.donations.filter(({ checkout_id }) => checkout_id === id)
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
function checkEnd(checkout: Checkout, { undecided, taken, telling }: RunResult): string[] {
  const { id, state, reason } = checkout
  if (telling.ofCheckout(checkout)) return []
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

function checkUnknownPayments({ taken, books, telling }: RunResult): string[] {
  const ids = new Set(books.checkouts.map(({ id }) => id))
  return taken
    .filter(({ reference }) => reference === null || !ids.has(reference))
    .filter((payment) => !telling.ofPayment(payment))
    .map(({ ref }) => `the provider has money for ${ref}, of which we know nothing`)
}

/** Whoever was told so has paid, and whoever has done their part as well. */
function checkConfirmations({ paidAnswers, dueRefs, books, taken, telling }: RunResult): string[] {
  const paid = new Set(
    books.checkouts.flatMap(({ state, provider_ref }) => (state === 'paid' ? provider_ref : [])),
  )
  const known = new Map(books.checkouts.map((checkout) => [checkout.provider_ref, checkout]))
  const isTold = (ref: string) => {
    const [checkout, payment] = [known.get(ref), taken.find((one) => one.ref === ref)]
    if (payment !== undefined && telling.ofPayment(payment)) return true
    // An order that an older copy does not know is never captured.
    return checkout === undefined ? payment === undefined : telling.ofCheckout(checkout)
  }
  const lost = paidAnswers.filter(({ ref }) => !paid.has(ref) && !isTold(ref))
  const inVain = [...dueRefs.difference(paid)].filter((ref) => !isTold(ref))
  return [
    ...lost.map(({ ref }) => `the donor of ${ref} was told that it is paid, and it is not`),
    ...inVain.map((ref) => `the donor of ${ref} did their part in vain`),
  ]
}

function checkEvents({ books: { events, checkouts }, telling, foreign }: RunResult): string[] {
  const known = new Set(checkouts.map(({ id }) => id))
  return events.flatMap(({ event_id, type, parked_at, handled_at, outcome, ...event }) => {
    if (telling.ofEvent(event_id)) return []
    if (parked_at !== null) return [`${type} was parked: ${outcome}`]
    // Of a checkout that we do not have, there is nothing to count.
    const { declined_checkout_id: declined } = event
    if (outcome === 'foreign' && declined !== null && !known.has(declined)) return []
    const isForeign = [event.payment_ref, event.capture_id].some((id) => foreign.has(id ?? ''))
    if (outcome === 'foreign' && !isForeign) return [`${type} was taken for somebody else's`]
    return handled_at === null ? [`${type} still waits: ${outcome}`] : []
  })
}

function checkVersions({ versions, headVersion }: Books): string[] {
  const last = versions.at(-1) ?? 0
  return [
    versions.some((version, index) => version !== index + 1) && 'the board skipped a version',
    last !== headVersion && `the board is at ${headVersion}, its last change at ${last}`,
  ].filter((violation) => violation !== false)
}

function listMailsBeforeImport({ checkouts, entries }: Books): string[] {
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
function checkMails({ books, fakeMailer }: RunResult): string[] {
  const { keys, complaints } = fakeMailer
  const keyOf = ({ kind, provider, object_id }: Entry) => `${kind}-${provider}-${object_id}`
  const captures = books.entries.filter(({ kind }) => kind === 'capture')
  const refunds = books.entries.filter(({ kind }) => kind === 'refund')
  const known = new Set(books.entries.map(keyOf))
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
  const told = new Set(listMailsBeforeImport(books))
  const missing = wanted.filter((key) => !keys.has(key) && !told.has(key))
  const needless = keys.difference(new Set(wanted)).difference(fakeMailer.keysBeforeRestore)
  return [
    ...complaints,
    ...missing.map((key) => `the letter ${key} never came`),
    ...[...needless].map((key) => `the letter ${key} came for nothing`),
  ]
}

/** After hours of quiet there is nothing left to be found, but for reviews; see `checkEnd`. */
function checkReport({ report, telling }: RunResult) {
  const { missed, mended, unreachable, concerns, driftCents } = report
  return [
    driftCents !== 0 && `the reconciler sees a drift of ${driftCents} cents`,
    mended.length > 0 && `the reconciler still mends ${JSON.stringify(mended)}`,
    missed > 0 && `the reconciler still finds ${missed} events`,
    unreachable > 0 && `the reconciler cannot reach ${unreachable} checkouts`,
    ...concerns
      .filter((concern) => concern.message !== FORGOTTEN && !telling.isRight(concern))
      .map(({ id, message }) => `the reconciler is concerned: ${id}: ${message}`),
  ].filter((violation) => violation !== false)
}

/** All that is left of the money is shown, but for what came without a name. */
function checkBoard({ taken, page, telling, books }: RunResult): string[] {
  if (taken.some((payment) => telling.ofPayment(payment))) return []
  const nameless = new Set(
    books.donations.flatMap(({ name, checkout_id }) =>
      name === null && telling.mayBeNameless ? [checkout_id] : [],
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
