import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { DisclaimerAcceptance } from '#contract/disclaimer.ts'
import { formatAmount } from '#contract/money.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import type { Database } from '#server/infra/database/database.ts'
import { inSpan, type SpanOptions } from '#server/infra/tracing/spans.ts'
import { nameInLog } from '#server/infra/work-context.ts'
import type { PaymentProvider, StartedPayment } from '#server/payments/provider.ts'
import { requireAdmitted, type VerifiedProof } from '#server/features/card-testing/card-testing.ts'
import {
  toRefusalError,
  type SpendingPolicy,
} from '#server/features/spending-limits/spending-limits.ts'
import { toVoteError } from '#server/features/choices/choices.ts'
import type { TeamPolicy } from '#server/features/donor-teams/donor-teams.ts'
import { NO_CHOICE, type ChosenTexts } from '#server/features/names/names.ts'
import { beginCheckouts, type Beginning } from './begin-store.ts'
import { requireProvider, type Providers } from '../providers.ts'
import { attachRef } from '../attach-ref.ts'
import { moveCheckout, namesOf, requireCheckout, type CheckoutRow } from '../store.ts'

/** The time that a payer has from the click to the payment, ms. */
const PAYER_TIME_MS = 60 * 60 * 1000

const HALF_DAY_MS = 12 * 60 * 60 * 1000

/** The time before the first check, ms: the provider may still be responding. */
const FIRST_CHECK_AFTER_MS = 60 * 1000

export interface BeginDeps {
  database: Database
  providers: Providers
  limits: { maxCents: number }
  /** Returns the host's limits on what a donor spends, as they are now. */
  spendingPolicy: () => SpendingPolicy
  /** Returns what the campaign says about teams now. */
  teamPolicy: () => TeamPolicy
  clock: () => number
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
}

/** A donor's request for a checkout; all other facts come from the server itself. */
export interface DonationIntent {
  userId: string
  provider: ProviderName
  amountCents: number
  disclaimer: DisclaimerAcceptance | undefined
  /** The texts that the donor chose; the payer's given name if it is missing. */
  texts?: ChosenTexts
  /** The option that the donation votes for; none if it is missing. */
  optionId?: string | undefined
  /** The team to give for: null for none; the donor's own if it is missing. */
  teamId?: string | null | undefined
  /** The page's origin, to which the provider's hosted page sends the donor back. */
  returnUrl: string
  /** The key of the client's address, for counting; null if it is unknown. */
  addressKey: string | null
  /** The proof of work of the request. */
  proof: VerifiedProof | null
}

/** See `Checkouts.begin`. */
export async function begin(deps: BeginDeps, intent: DonationIntent): Promise<StartedPayment> {
  const provider = requireProvider(deps.providers, intent)
  requireWithinLimit(intent.amountCents, deps.limits.maxCents)
  const checkout = buildCheckout(intent, provider, deps.clock())
  nameInLog(namesOf(checkout))
  const { addressKey, proof } = intent
  return inSpan('checkout.begin', toSpan(checkout), async () => {
    const policy = deps.spendingPolicy()
    const team = { id: intent.teamId, policy: deps.teamPolicy() }
    const wish = { checkout, addressKey, proof, policy, team }
    requireBegun(await deps.database.write(beginCheckouts, wish), deps.clock())
    return start(deps, provider, checkout)
  })
}

/**
 * Begins a checkout again after a crash before the provider's response was stored. It sends the
 * same request under the same idempotency key, so that the provider returns the session or order
 * that it made then.
 */
export async function resume(deps: BeginDeps, checkout: CheckoutRow): Promise<CheckoutRow> {
  const { database, clock } = deps
  const provider = requireProvider(deps.providers, checkout)
  const { id } = checkout
  if (checkout.expires_at < clock()) {
    const move = { id, cause: 'never_started' as const, reason: null, at: clock() }
    await database.write(moveCheckout, move)
  } else {
    await start(deps, provider, checkout)
  }
  return requireCheckout(database.reader, id)
}

async function start(
  { database, clock, logger }: BeginDeps,
  provider: PaymentProvider,
  checkout: CheckoutRow,
): Promise<StartedPayment> {
  const { id } = checkout
  try {
    const started = await provider.start({
      checkoutId: id,
      donationId: checkout.donation_id,
      accountId: checkout.user_id,
      amountCents: checkout.amount_cents,
      idempotencyKey: checkout.idempotency_key,
      returnUrl: checkout.return_url,
      expiresAt: checkout.provider_expires_at ?? checkout.expires_at,
    })
    await database.write(attachRef, { id, ref: started.ref, at: clock() })
    const line = { ...namesOf(checkout), provider: provider.name, order: started.ref }
    logger.info({ ...line, amountCents: checkout.amount_cents }, 'payment started')
    return started
  } catch (error) {
    logFailure(logger, { error, ...namesOf(checkout) }, 'payment could not be started')
    if (error instanceof AppError && error.code === 'failed-precondition') {
      const move = { id, cause: 'refused' as const, reason: error.message, at: clock() }
      await database.write(moveCheckout, move)
    }
    throw error
  }
}

function requireBegun(beginning: Beginning, now: number): void {
  if (beginning.is === 'over-spending') throw toRefusalError(beginning.refusal)
  if (beginning.is === 'no-vote') throw toVoteError(beginning.refusal)
  if (beginning.is === 'team-refused') {
    const { reason, sentence } = beginning.refusal
    throw new AppError('failed-precondition', sentence, { reason })
  }
  requireAdmitted(beginning, now)
}

/** Returns the first step of the donation's trace. */
function toSpan({ donation_id: donation, provider, amount_cents }: CheckoutRow): SpanOptions {
  const attributes = { 'royale.provider': provider, 'royale.amount.cents': amount_cents }
  return { donation, isFirst: true, attributes }
}

function requireWithinLimit(amountCents: number, maxCents: number): void {
  if (amountCents <= maxCents) return
  throw new AppError('invalid-argument', `The largest donation is ${formatAmount(maxCents)}.`)
}

function buildCheckout(
  intent: DonationIntent,
  provider: PaymentProvider,
  now: number,
): CheckoutRow {
  const { disclaimer, texts = NO_CHOICE } = intent
  return {
    id: randomUUIDv7(),
    donation_id: randomUUIDv7(),
    user_id: intent.userId,
    provider: intent.provider,
    provider_ref: null,
    idempotency_key: randomUUID(),
    capture_attempt: 0,
    amount_cents: intent.amountCents,
    livemode: provider.livemode ? 1 : 0,
    state: 'created',
    reason: null,
    disclaimer_version: disclaimer?.version ?? null,
    disclaimer_accepted_at: disclaimer ? Math.min(Date.parse(disclaimer.acceptedAt), now) : null,
    created_at: now,
    updated_at: now,
    expires_at: now + PAYER_TIME_MS,
    return_url: intent.returnUrl,
    next_check_at: now + FIRST_CHECK_AFTER_MS,
    accepted_cents: null,
    provider_account: provider.account,
    provider_expires_at: endByProvider(now, provider),
    capture_asked_at: null,
    pending_capture_id: null,
    pending_payer_name: null,
    imported_at: null,
    unlisted_since: null,
    team_id: null,
    display_name: texts.displayName,
    anonymous: texts.anonymous ? 1 : 0,
    message: texts.message,
    option_id: intent.optionId ?? null,
  }
}

/**
 * Returns the end of the payer's time by the provider's clock, Unix ms. If our clock is fast by
 * less than half a day, returns our own time instead: it is later, which the provider allows, and
 * our clock may be corrected at any moment.
 */
function endByProvider(now: number, { clock: { offsetMs } }: PaymentProvider): number {
  const isNearlyRight = offsetMs < 0 && offsetMs > -HALF_DAY_MS
  return now + PAYER_TIME_MS + (isNearlyRight ? 0 : offsetMs)
}
