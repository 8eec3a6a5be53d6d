import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { AppError } from '#contract/app-error.ts'
import { CURRENCY, formatAmount, MIN_DONATION_CENTS } from '#contract/money.ts'
import { findIfKnown } from '#server/payments/reading/history-parts.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type { Capture, Payment, PaymentProvider } from '#server/payments/provider.ts'
import { NO_ACCOUNT } from '#server/features/receipts/receipts.ts'
import { confirmCapture, type BookDeps, type CaptureFacts } from '../settle/book.ts'
import { readHistory, type ReadHistory } from '../settle/history.ts'
import { hasDonation, importCheckout } from './import-store.ts'
import { findByCapture, findById, findByRef, type CheckoutRow } from '../store.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns whether an account still exists. */
export type HasAccount = (userId: string) => Promise<boolean>

/** The rows to write for a payment that its provider has and the database does not. */
export interface PreparedImport {
  checkout: CheckoutRow
  facts: CaptureFacts
  history: ReadHistory
}

/**
 * Returns the checkout of a marked payment, or undefined if it is unknown. Fails with
 * `failed-precondition` if the checkout that it names was paid by another payment.
 */
export async function findMarked(
  { database: { reader } }: Pick<BookDeps, 'database'>,
  provider: PaymentProvider,
  { checkoutId, ref, captureId }: MarkedPayment,
): Promise<CheckoutRow | undefined> {
  const byRef = ref === null ? undefined : await findByRef(reader, provider.name, ref)
  if (byRef !== undefined) return byRef
  if (captureId !== null) {
    const byCapture = await findByCapture(reader, provider.name, captureId)
    if (byCapture !== undefined) return byCapture
  }
  const named = await findById(reader, checkoutId)
  if (named === undefined || ref === null || named.provider_ref === null) return named
  throw refusal('The checkout that it names has another payment.')
}

/**
 * Fetches everything to book of a payment that is unknown here. Fails as the provider does, and
 * with `failed-precondition` and a sentence if it cannot be a donation here.
 */
export async function prepareImport(
  deps: BookDeps & { hasAccount: HasAccount },
  provider: PaymentProvider,
  marked: MarkedPayment,
): Promise<PreparedImport> {
  if (!UUID.test(marked.checkoutId)) throw refusal('It names no checkout of this software.')
  const ref = marked.ref ?? (await findRef(provider, marked))
  const payment = await findIfKnown(() => provider.find(ref))
  const facts =
    payment === undefined ? toCaptureFacts(marked) : requirePaid(provider, marked, payment)
  requireBookable(facts)
  const checkout = await buildCheckout(deps, provider, { marked, ref, payment, facts })
  const history = await readHistory(deps, checkout, { capture: facts.capture, expected: [] })
  requireAll(history)
  return { checkout, facts, history }
}

/** Books a prepared import; returns its cents, or null if it was booked by another call. */
export async function bookImport(
  { database, bus, clock }: BookDeps,
  { checkout, facts, history }: PreparedImport,
): Promise<number | null> {
  const capturedAt = checkout.created_at
  const confirmed = confirmCapture(checkout, facts, history, clock())
  const write = { checkout, capture: { ...confirmed, past: { capturedAt } } }
  if (!(await database.write(importCheckout, write))) return null
  bus.publish()
  return facts.capture.amountCents
}

/** Returns the order of a capture: some lists name the capture alone. */
async function findRef(provider: PaymentProvider, { captureId }: MarkedPayment): Promise<string> {
  const owner = await provider.findOwner({ paymentRef: null, captureId })
  if (owner === undefined) throw refusal('The provider does not say which order it belongs to.')
  return owner.ref
}

/** Builds the payment from its list entry, because providers forget orders sooner than captures. */
function toCaptureFacts({
  captureId,
  amountCents,
  currency,
  at,
  payerName,
}: MarkedPayment): CaptureFacts {
  if (captureId === null) throw refusal('The provider does not know it any more.')
  const times = { capturedAt: at, changedAt: null }
  const capture = { id: captureId, amountCents, currency, refundedCents: null, ...times }
  return { capture, hasMoved: true, payerName }
}

function requirePaid(
  { livemode }: PaymentProvider,
  { checkoutId }: MarkedPayment,
  payment: Payment,
): CaptureFacts {
  if (payment.checkoutId !== checkoutId) throw refusal('It belongs to another checkout.')
  if (payment.livemode !== livemode) {
    throw refusal('It is of another mode: real money and test money do not mix.')
  }
  if (payment.status !== 'paid') throw refusal('It is not paid.')
  return payment
}

function requireBookable({ capture: { currency, amountCents } }: CaptureFacts): void {
  if (currency !== CURRENCY) throw refusal(`It is in ${currency}.`)
  if (amountCents < MIN_DONATION_CENTS) {
    throw refusal(`It is of less than ${formatAmount(MIN_DONATION_CENTS)}.`)
  }
}

/** Fails unless the history is complete: a payment that was imported once is not imported again. */
function requireAll({ unread: [failure], missing }: ReadHistory): void {
  if (failure !== undefined) throw failure.error
  if (missing.length > 0) throw refusal('The provider does not list all that it has told of it.')
}

/** Returns when the provider took the money, Unix ms; null if it does not say. */
function takenAt({ wasPending, capturedAt, changedAt }: Capture): number | null {
  return wasPending === true ? changedAt : capturedAt
}

interface ImportSource {
  marked: MarkedPayment
  ref: string
  payment: Payment | undefined
  facts: CaptureFacts
}

async function buildCheckout(
  { database, clock, hasAccount }: BookDeps & { hasAccount: HasAccount },
  provider: PaymentProvider,
  { marked, ref, payment, facts: { capture } }: ImportSource,
): Promise<CheckoutRow> {
  const at = takenAt(capture) ?? marked.at
  const accountId = payment?.accountId ?? NO_ACCOUNT
  const donationId = payment?.donationId ?? marked.donationId ?? ''
  const isFree = UUID.test(donationId) && !(await hasDonation(database.reader, donationId))
  return {
    id: marked.checkoutId,
    donation_id: isFree ? donationId : randomUUIDv7(),
    user_id: accountId !== NO_ACCOUNT && (await hasAccount(accountId)) ? accountId : NO_ACCOUNT,
    provider: provider.name,
    provider_ref: ref,
    idempotency_key: randomUUID(),
    capture_attempt: 0,
    amount_cents: capture.amountCents,
    livemode: provider.livemode ? 1 : 0,
    state: 'awaiting_payer',
    reason: null,
    disclaimer_version: null,
    disclaimer_accepted_at: null,
    created_at: at,
    updated_at: clock(),
    expires_at: at,
    return_url: '',
    next_check_at: 0,
    accepted_cents: null,
    provider_account: provider.account,
    provider_expires_at: null,
    capture_asked_at: null,
    pending_capture_id: null,
    pending_payer_name: null,
    imported_at: clock(),
    // Set, so that a refund that the capture names but no list has is not waited for: no later
    // check would book it.
    unlisted_since: at,
    team_id: null,
    display_name: null,
    anonymous: 0,
    message: null,
    // What providers keep of a payment does not say what it votes for.
    option_id: null,
  }
}

function refusal(sentence: string): AppError {
  return new AppError('failed-precondition', sentence)
}
