import type { Reader } from '#server/infra/database/database.ts'
import { gatherReads } from '#server/infra/database/gather-reads.ts'
import { findByDonations, type CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import {
  findMovementsOf,
  findOwnedDonations,
  isShown,
  type OwnedDonation,
  type RecordedMovement,
} from '#server/features/ledger/ledger.ts'
import { findTextsOf, toGreetingName } from '#server/features/names/names.ts'

/** The facts of a donation when its receipt is written. */
export interface ReceiptDonation {
  /** The amount that the donor gave. */
  donatedCents: number
  /** The part that was refunded. */
  refundedCents: number
  /** The part that counts on the board; 0 if the donation was disputed or removed. */
  countedCents: number
  /** The name with which to greet the donor; null if there is none, or if it was denied. */
  name: string | null
  /** The time of the donation, Unix ms; undefined if it was removed. */
  donatedAt: number | undefined
  /** True if the board of its mode shows it. */
  isShown: boolean
}

/**
 * Returns a function that reads a donation as it is when it is called; those of one turn share
 * their queries. It throws for a donation without a checkout.
 */
export function createDonationReader(
  reader: Reader,
): (donationId: string) => Promise<ReceiptDonation> {
  const find = gatherReads((ids: readonly string[]) => findDonations(reader, ids))
  return async (donationId) => {
    const found = await find(donationId)
    if (found === undefined) throw new Error(`The donation ${donationId} has no checkout.`)
    return found
  }
}

async function findDonations(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, ReceiptDonation>> {
  const [checkouts, donations, texts] = await Promise.all([
    findByDonations(reader, ids),
    findOwnedDonations(reader, ids),
    findTextsOf(reader, ids),
  ])
  const movements = await findMovementsOf(
    reader,
    checkouts.map(({ id }) => id),
  )
  return new Map(
    checkouts.map((checkout) => {
      const { id, donation_id: donationId } = checkout
      const chosen = texts.get(donationId)
      const donation = donations.get(donationId)
      const name = chosen === undefined ? (donation?.name ?? null) : toGreetingName(chosen)
      return [donationId, { ...toFacts(checkout, donation, movements.get(id) ?? []), name }]
    }),
  )
}

function toFacts(
  { accepted_cents, amount_cents }: CheckoutRow,
  donation: OwnedDonation | undefined,
  movements: readonly RecordedMovement[],
): Omit<ReceiptDonation, 'name'> {
  return {
    donatedCents: accepted_cents ?? amount_cents,
    refundedCents: sumRefunds(movements),
    countedCents: donation?.amountCents ?? 0,
    donatedAt: donation?.timestamp,
    isShown: donation !== undefined && isShown(donation),
  }
}

function sumRefunds(movements: readonly RecordedMovement[]): number {
  return movements.reduce((sum, { kind, amount_cents }) => {
    if (kind === 'refund') return sum + amount_cents
    return kind === 'refund_reversal' ? sum - amount_cents : sum
  }, 0)
}
