import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import { CURRENCY } from '#contract/money.ts'
import type { DisclaimerAcceptance } from '#contract/disclaimer.ts'
import type { Logger } from 'pino'
import type { Database } from '../../infra/database/database.ts'
import type { Bus } from '../../infra/bus/bus.ts'
import type { PaymentProvider, StartedPayment } from '../../payments/provider.ts'
import { requireProvider, type Providers } from './providers.ts'
import { Settler, type Settlement } from './settle.ts'
import { attachRef, findByRef, insertCheckouts, moveCheckout, type CheckoutRow } from './store.ts'

/** How long a payer has from the click to the payment. */
const PAYER_TIME_MS = 60 * 60 * 1000

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

export function createCheckouts(deps: CheckoutsDeps): Checkouts {
  const settler = new Settler(deps)
  return {
    begin: (intent) => begin(deps, intent),
    settle: (checkout) => settler.settle(checkout),
    settleRef: async (provider, ref) => {
      const checkout = await findByRef(deps.database.reader, provider, ref)
      return checkout === undefined ? undefined : settler.settle(checkout)
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
    capture_attempt: 0,
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

export type { Providers, Settlement }
