import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { AppError } from '#contract/app-error.ts'
import { CURRENCY, formatAmount, MIN_DONATION_CENTS } from '#contract/money.ts'
import { findIfKnown } from '#server/payments/reading/history-parts.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type { Payment, PaymentProvider } from '#server/payments/provider.ts'
import { NO_ACCOUNT } from '#server/features/receipts/receipts.ts'
import { confirmCapture, type BookDeps, type Taken } from '../settle/book.ts'
import { readHistory, type ReadHistory } from '../settle/history.ts'
import { hasDonation, importCheckout } from './import-store.ts'
import { findByCapture, findById, findByRef, type CheckoutRow } from '../store.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Finds out whether an account is still there. */
export type HasAccount = (userId: string) => Promise<boolean>

/** What is to be written of a payment that its provider has and we do not know. */
export interface PreparedImport {
  checkout: CheckoutRow
  taken: Taken
  history: ReadHistory
}

/**
 * Returns the checkout of a marked payment that we know. Fails with `failed-precondition` where the
 * checkout that it names was paid by another payment.
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
 * Reads all that is to be booked of a payment that we do not know. Fails as the provider does, and
 * with `failed-precondition` for what cannot be a donation here, each with a sentence.
 */
export async function prepareImport(
  deps: BookDeps & { hasAccount: HasAccount },
  provider: PaymentProvider,
  marked: MarkedPayment,
): Promise<PreparedImport> {
  if (!UUID.test(marked.checkoutId)) throw refusal('It names no checkout of this software.')
  const ref = marked.ref ?? (await findRef(provider, marked))
  const payment = await findIfKnown(() => provider.find(ref))
  const taken = payment === undefined ? toTaken(marked) : requirePaid(provider, marked, payment)
  requireBookable(taken)
  const checkout = await buildCheckout(deps, provider, { marked, ref, payment, taken })
  const history = await readHistory(deps, checkout, { capture: taken.capture, expected: [] })
  requireAll(history)
  return { checkout, taken, history }
}

/** Books what was prepared; returns the cents, or null where somebody else was first. */
export async function bookImport(
  { database, bus, clock }: BookDeps,
  { checkout, taken, history }: PreparedImport,
): Promise<number | null> {
  const capturedAt = checkout.created_at
  const confirmed = confirmCapture(checkout, taken, history, clock())
  const write = { checkout, capture: { ...confirmed, past: { capturedAt } } }
  if (!(await database.write(importCheckout, write))) return null
  bus.publish()
  return taken.capture.amountCents
}

/** Some lists name a capture alone, which itself names its order. */
async function findRef(provider: PaymentProvider, { captureId }: MarkedPayment): Promise<string> {
  const owner = await provider.findOwner({ paymentRef: null, captureId })
  if (owner === undefined) throw refusal('The provider does not say which order it belongs to.')
  return owner.ref
}

/** Orders are forgotten sooner than the money that they have brought. */
function toTaken({ captureId, amountCents, currency, at, payerName }: MarkedPayment): Taken {
  if (captureId === null) throw refusal('The provider does not know it any more.')
  const capture = { id: captureId, amountCents, currency, refundedCents: null, capturedAt: at }
  return { capture, hasMoved: true, payerName }
}

function requirePaid(
  { livemode }: PaymentProvider,
  { checkoutId }: MarkedPayment,
  payment: Payment,
): Taken {
  if (payment.checkoutId !== checkoutId) throw refusal('It belongs to another checkout.')
  if (payment.livemode !== livemode) {
    throw refusal('It is of another mode: real money and test money do not mix.')
  }
  if (payment.status !== 'paid') throw refusal('It is not paid.')
  return payment
}

function requireBookable({ capture: { currency, amountCents } }: Taken): void {
  if (currency !== CURRENCY) throw refusal(`It is in ${currency}.`)
  if (amountCents < MIN_DONATION_CENTS) {
    throw refusal(`It is of less than ${formatAmount(MIN_DONATION_CENTS)}.`)
  }
}

/** Nothing is booked by halves: what is known is not imported again. */
function requireAll({ unread: [failure], missing }: ReadHistory): void {
  if (failure !== undefined) throw failure.error
  if (missing.length > 0) throw refusal('The provider does not list all that it has told of it.')
}

interface Found {
  marked: MarkedPayment
  ref: string
  payment: Payment | undefined
  taken: Taken
}

async function buildCheckout(
  { database, clock, hasAccount }: BookDeps & { hasAccount: HasAccount },
  provider: PaymentProvider,
  { marked, ref, payment, taken: { capture } }: Found,
): Promise<CheckoutRow> {
  const at = capture.capturedAt ?? marked.at
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
    // What is imported is not waited for: nothing of it is booked yet that would ask again.
    unlisted_since: at,
  }
}

function refusal(sentence: string): AppError {
  return new AppError('failed-precondition', sentence)
}
