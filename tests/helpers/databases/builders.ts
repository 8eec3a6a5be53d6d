import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { ConfirmedCapture } from '#server/features/ledger/ledger.ts'
import type { CheckoutsTable } from '#server/infra/database/schema/schema.ts'

/** Builds a checkout that waits for its payer; a test overrides only the fields it is about. */
export function buildCheckout(
  overrides: Partial<Insertable<CheckoutsTable>> = {},
): Insertable<CheckoutsTable> {
  return {
    id: randomUUIDv7(),
    donation_id: randomUUIDv7(),
    user_id: 'user-1',
    provider: 'stripe',
    provider_ref: `cs_test_${randomUUID()}`,
    idempotency_key: randomUUID(),
    capture_attempt: 0,
    amount_cents: 500,
    livemode: 0,
    state: 'awaiting_payer',
    reason: null,
    disclaimer_version: null,
    disclaimer_accepted_at: null,
    created_at: 1_000,
    updated_at: 1_000,
    expires_at: 2_000,
    return_url: 'http://localhost:3000',
    next_check_at: 0,
    ...overrides,
  }
}

/** Builds the capture that pays a checkout in full. */
export function buildCapture(
  checkout: Insertable<CheckoutsTable>,
  overrides: Partial<ConfirmedCapture> = {},
): ConfirmedCapture {
  return {
    checkoutId: checkout.id,
    donationId: checkout.donation_id,
    userId: checkout.user_id,
    provider: checkout.provider,
    objectId: `ch_${checkout.id}`,
    amountCents: checkout.amount_cents,
    livemode: checkout.livemode,
    name: 'Ada',
    timestamp: 1_500,
    movements: [],
    objectIds: [],
    lastMovementId: 0,
    ...overrides,
  }
}
