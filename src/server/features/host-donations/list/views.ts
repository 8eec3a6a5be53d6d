import type { HostDonation } from '#contract/host/donations.ts'
import type { Database } from '#server/infra/database/database.ts'
import { findEmails } from '#server/features/accounts/accounts.ts'
import {
  findCheckouts,
  toAttemptState,
  type CheckoutRow,
} from '#server/features/checkouts/checkouts.ts'
import { findEntriesOf, type SummedDonation } from '#server/features/ledger/ledger.ts'
import { sumOnTheWay } from '../refunds/store.ts'

/** Returns donations as hosts see them, in the same order. */
export async function viewDonations(
  database: Database,
  donations: readonly SummedDonation[],
): Promise<HostDonation[]> {
  const { reader } = database
  const ids = donations.map(({ checkoutId }) => checkoutId)
  const refs = new Map(
    (await findCheckouts(reader, ids)).map(({ id, provider_ref: ref }) => [id, ref]),
  )
  const captures = new Map(
    (await findEntriesOf(reader, ids))
      .filter(({ kind }) => kind === 'capture')
      .map(({ checkoutId, objectId }) => [checkoutId, objectId]),
  )
  const emails = await findEmails(
    database,
    donations.map(({ userId }) => userId),
  )
  const onTheWay = await sumOnTheWay(reader, ids)
  return donations.map((donation) => ({
    id: donation.id,
    checkoutId: donation.checkoutId,
    provider: donation.provider,
    state: donation.state,
    name: donation.name,
    email: emails.get(donation.userId) ?? null,
    amountCents: donation.grossCents,
    refundedCents: donation.refundedCents,
    disputedCents: donation.disputedCents,
    leftCents: donation.grossCents - donation.refundedCents - donation.disputedCents,
    onTheWayCents: onTheWay.get(donation.checkoutId) ?? 0,
    at: new Date(donation.timestamp).toISOString(),
    paymentRef: refs.get(donation.checkoutId) ?? null,
    captureId: captures.get(donation.checkoutId) ?? null,
    isDeleted: donation.removedAt !== null,
  }))
}

/** Returns attempts to pay as hosts see them, in the same order. */
export async function viewAttempts(
  database: Database,
  checkouts: readonly CheckoutRow[],
): Promise<HostDonation[]> {
  const emails = await findEmails(
    database,
    checkouts.map(({ user_id }) => user_id),
  )
  return checkouts.map((checkout) => ({
    id: checkout.donation_id,
    checkoutId: checkout.id,
    provider: checkout.provider,
    state: toAttemptState(checkout.state) ?? 'open',
    name: checkout.pending_payer_name,
    email: emails.get(checkout.user_id) ?? null,
    amountCents: checkout.amount_cents,
    refundedCents: 0,
    disputedCents: 0,
    leftCents: 0,
    onTheWayCents: 0,
    at: new Date(checkout.created_at).toISOString(),
    paymentRef: checkout.provider_ref,
    captureId: checkout.pending_capture_id,
    isDeleted: false,
  }))
}
