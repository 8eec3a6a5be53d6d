import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { ProviderName } from '#contract/checkouts.ts'
import { AppError } from '#contract/app-error.ts'
import { CURRENCY } from '#contract/money.ts'
import type { DisclaimerAcceptance } from '#contract/disclaimer.ts'
import type { Logger } from 'pino'
import type { Database } from '../../infra/database/database.ts'
import type { Bus } from '../../infra/bus/bus.ts'
import type { Payment, PaymentProvider, StartedPayment } from '../../payments/provider.ts'
import { cleanPayerName } from './payer-name.ts'
import { isSettled } from './state.ts'
import {
  attachRef,
  bookCaptures,
  findByRef,
  insertCheckouts,
  moveCheckout,
  requireCheckout,
  type CheckoutRow,
  type Transition,
} from './store.ts'

/** How long a payer has from the click to the payment. */
const PAYER_TIME_MS = 60 * 60 * 1000

export type Providers = Partial<Record<ProviderName, PaymentProvider>>

export interface CheckoutsDeps {
  database: Database
  providers: Providers
  bus: Bus
  limits: { maxCents: number }
  clock: () => number
  logger: Logger
}

/** What a donor asks for; everything but the amount comes from the server's own knowledge. */
export interface DonationIntent {
  userId: string
  provider: ProviderName
  amountCents: number
  disclaimer: DisclaimerAcceptance | undefined
  /** The page's origin, to which a hosted page sends the donor back. */
  returnUrl: string
}

export interface Checkouts {
  /**
   * Commits a checkout, then creates the provider's session or order for it. Fails with
   * `failed-precondition` where the provider is not offered or refuses, and with `unavailable` or
   * `deadline-exceeded` where its answer is unknown; in each case nothing was charged.
   */
  begin(intent: DonationIntent): Promise<StartedPayment>
  /**
   * The only way by which money reaches the board. Asks the provider, compares what it says with
   * what the checkout asked for, and books the donation once, however often and from wherever it
   * is called. Answers the checkout as it is afterwards.
   */
  settle(checkout: CheckoutRow): Promise<Settlement>
  /** Settles the checkout that the provider knows as `ref`; undefined where there is none. */
  settleRef(provider: ProviderName, ref: string): Promise<Settlement | undefined>
}

export interface Settlement {
  checkout: CheckoutRow
  /** Whether the provider declined what the payer chose; they may choose something else. */
  declined: boolean
}

export function createCheckouts(deps: CheckoutsDeps): Checkouts {
  const { database, clock, logger } = deps

  async function settle(checkout: CheckoutRow): Promise<Settlement> {
    if (isSettled(checkout.state) || checkout.provider_ref === null) {
      return { checkout, declined: false }
    }
    const payment = await fetchPayment(requireProvider(deps.providers, checkout), checkout)
    return {
      checkout: await applyPayment(checkout, payment),
      declined: payment.status === 'declined',
    }
  }

  /** Answers the checkout as it is afterwards. */
  async function applyPayment(checkout: CheckoutRow, payment: Payment): Promise<CheckoutRow> {
    const disagreement = findDisagreement(checkout, payment)
    if (disagreement !== undefined) {
      logger.error({ checkout: checkout.id, disagreement }, 'payment needs a review')
      return move(checkout, 'review', disagreement)
    }
    switch (payment.status) {
      case 'paid':
        return book(checkout, payment.capture.id, payment.payerName)
      case 'processing':
        return move(checkout, 'processing')
      case 'failed':
        return move(checkout, 'failed', payment.reason)
      case 'expired':
        return move(checkout, 'expired')
      case 'awaiting_payer':
      case 'approved':
      case 'declined':
        return checkout
    }
  }

  async function book(
    checkout: CheckoutRow,
    objectId: string,
    name: string | null,
  ): Promise<CheckoutRow> {
    const donation = await database.write(bookCaptures, {
      checkoutId: checkout.id,
      donationId: checkout.donation_id,
      userId: checkout.user_id,
      provider: checkout.provider,
      objectId,
      amountCents: checkout.amount_cents,
      livemode: checkout.livemode,
      name: cleanPayerName(name),
      timestamp: clock(),
    })
    if (donation !== null) deps.bus.publish()
    return { ...checkout, state: 'paid', reason: null }
  }

  async function move(
    { id }: CheckoutRow,
    state: Transition['state'],
    reason: string | null = null,
  ): Promise<CheckoutRow> {
    await database.write(moveCheckout, { id, state, reason, at: clock() })
    // Somebody else may have settled it meanwhile, and their truth may be the later one.
    return requireCheckout(database.reader, id)
  }

  return {
    begin: (intent) => begin(deps, intent),
    settle,
    settleRef: async (provider, ref) => {
      const checkout = await findByRef(database.reader, provider, ref)
      return checkout === undefined ? undefined : settle(checkout)
    },
  }
}

async function begin(deps: CheckoutsDeps, intent: DonationIntent): Promise<StartedPayment> {
  const { database, clock, logger } = deps
  const provider = requireProvider(deps.providers, intent)
  requireWithinLimit(intent.amountCents, deps.limits.maxCents)
  const checkout = buildCheckout(intent, provider, clock())
  await database.write(insertCheckouts, checkout)
  try {
    const started = await provider.start({
      checkoutId: checkout.id,
      donationId: checkout.donation_id,
      amountCents: checkout.amount_cents,
      idempotencyKey: checkout.idempotency_key,
      returnUrl: intent.returnUrl,
      expiresAt: checkout.expires_at,
    })
    await database.write(attachRef, { id: checkout.id, ref: started.ref, at: clock() })
    return started
  } catch (error) {
    logger.warn({ err: error, checkout: checkout.id }, 'payment could not be started')
    if (error instanceof AppError && error.code === 'failed-precondition') {
      const at = clock()
      await database.write(moveCheckout, {
        id: checkout.id,
        state: 'failed',
        reason: error.message,
        at,
      })
    }
    throw error
  }
}

function requireProvider(
  providers: Providers,
  { provider }: { provider: ProviderName },
): PaymentProvider {
  const found = providers[provider]
  if (found !== undefined) return found
  const way = provider === 'stripe' ? 'card' : 'PayPal'
  throw new AppError('failed-precondition', `Paying by ${way} is not offered here.`)
}

function requireWithinLimit(amountCents: number, maxCents: number): void {
  if (amountCents <= maxCents) return
  const most = (maxCents / 100).toLocaleString('en-US', { style: 'currency', currency: CURRENCY })
  throw new AppError('invalid-argument', `The largest donation is ${most}.`)
}

function buildCheckout(intent: DonationIntent, provider: PaymentProvider, now: number) {
  const { disclaimer } = intent
  return {
    id: randomUUIDv7(),
    donation_id: randomUUIDv7(),
    user_id: intent.userId,
    provider: intent.provider,
    provider_ref: null,
    idempotency_key: randomUUID(),
    amount_cents: intent.amountCents,
    livemode: provider.livemode ? (1 as const) : (0 as const),
    state: 'created' as const,
    reason: null,
    disclaimer_version: disclaimer?.version ?? null,
    disclaimer_accepted_at: disclaimer ? Math.min(Date.parse(disclaimer.acceptedAt), now) : null,
    created_at: now,
    updated_at: now,
    expires_at: now + PAYER_TIME_MS,
  }
}

/** The payment as it is, after taking the money of one that the payer has approved. */
async function fetchPayment(provider: PaymentProvider, checkout: CheckoutRow): Promise<Payment> {
  const ref = checkout.provider_ref
  if (ref === null) throw new Error(`Checkout ${checkout.id} has no payment to fetch.`)
  const payment = await provider.find(ref)
  if (payment.status !== 'approved' || findDisagreement(checkout, payment)) return payment
  return provider.capture(ref, checkout.idempotency_key)
}

/** What the provider says otherwise than the checkout; such money waits for the host. */
function findDisagreement(checkout: CheckoutRow, payment: Payment): string | undefined {
  if (payment.checkoutId !== checkout.id) return 'The payment belongs to another checkout.'
  if (payment.livemode !== (checkout.livemode === 1)) return 'The payment is of another mode.'
  const money = payment.status === 'paid' ? payment.capture : payment
  if (money.currency !== CURRENCY) return `The payment is in ${money.currency}.`
  if (money.amountCents !== checkout.amount_cents) {
    return `The payment is of ${money.amountCents} cents, not of ${checkout.amount_cents}.`
  }
  return undefined
}
