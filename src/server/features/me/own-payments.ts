import { AppError } from '#contract/app-error.ts'
import type { OwnPayment, OwnPayments } from '#contract/me.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { findOwnPayments, type CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import {
  compareRank,
  findDonationsById,
  findEntriesOf,
  isShown,
  type Donation,
  type PaymentEntry,
} from '#server/features/ledger/ledger.ts'
import { findTextsOf, toShownToDonor, type TextRow } from '#server/features/names/names.ts'
import { sumRefunds, toPaymentState } from './payment-state.ts'

export interface OwnPaymentsRequest {
  userId: string
  limit: number
  before: string | undefined
}

/** A checkout with what came of it: no donation and no entries while no money has come. */
interface PaymentParts {
  checkout: CheckoutRow
  donation: Donation | undefined
  entries: readonly PaymentEntry[]
  /** Undefined for a donation that simply shows the payer's given name. */
  texts: TextRow | undefined
}

/** Returns a page of a donor's own payments, with their places on one version of the board. */
export async function listOwnPayments(
  leaderboard: Pick<Leaderboard, 'read'>,
  { userId, limit, ...page }: OwnPaymentsRequest,
): Promise<OwnPayments> {
  const before = parseCursor(page.before)
  return leaderboard.read(async ({ livemode, snapshot, positionsOf }) => {
    const wanted = { userId, livemode, limit: limit + 1, before }
    const checkouts = await findOwnPayments(snapshot, wanted)
    const payments = await readParts(snapshot, checkouts.slice(0, limit))
    const shown = payments.flatMap(({ donation }) => {
      if (donation === undefined) return []
      const { amount_cents: amountCents, name, sequence } = donation
      return isShown({ ...donation, amountCents, name }, livemode)
        ? [{ amountCents, sequence }]
        : []
    })
    const positions = await positionsOf(shown.toSorted(compareRank))
    return {
      donations: payments.map((payment) =>
        toOwnPayment(payment, positions.get(payment.donation?.sequence ?? 0) ?? null),
      ),
      next: checkouts.length > limit ? (payments.at(-1)?.checkout.id ?? null) : null,
    }
  })
}

/** Reads the donations, ledger entries and texts of checkouts, in their order. */
export async function readParts(
  reader: Reader,
  checkouts: readonly CheckoutRow[],
): Promise<PaymentParts[]> {
  const donations = await findDonationsById(
    reader,
    checkouts.map(({ donation_id }) => donation_id),
  )
  const donationOf = new Map(donations.map((donation) => [donation.id, donation]))
  const entries = await findEntriesOf(
    reader,
    checkouts.map(({ id }) => id),
  )
  const entriesOf = Map.groupBy(entries, ({ checkoutId }) => checkoutId)
  const textsOf = await findTextsOf(reader, [...donationOf.keys()])
  return checkouts.map((checkout) => ({
    checkout,
    donation: donationOf.get(checkout.donation_id),
    entries: entriesOf.get(checkout.id) ?? [],
    texts: textsOf.get(checkout.donation_id),
  }))
}

/** Returns a payment as its donor may see it. Every field is named, so that no other gets out. */
export function toOwnPayment(
  { checkout, donation, entries, texts }: PaymentParts,
  position: number | null,
): OwnPayment {
  return {
    id: checkout.donation_id,
    ...toShownToDonor(donation ?? NOTHING_SHOWN, texts),
    amountCents: checkout.accepted_cents ?? checkout.amount_cents,
    timestamp: new Date(donation?.timestamp ?? checkout.created_at).toISOString(),
    provider: checkout.provider,
    state: toPaymentState(checkout, donation, entries),
    countedCents: donation?.removed_at === null ? donation.amount_cents : 0,
    refundedCents: sumRefunds(entries),
    position,
    receiptNumber: donation === undefined ? null : donation.id,
  }
}

/** The texts of a payment that is no donation yet. */
const NOTHING_SHOWN = { name: null, message: null }

const CURSOR = /^[\w-]{1,64}$/

function parseCursor(before: string | undefined): string | undefined {
  if (before === undefined || CURSOR.test(before)) return before
  throw new AppError(
    'invalid-argument',
    'This place in your list is unknown: start again from the newest donation.',
  )
}
