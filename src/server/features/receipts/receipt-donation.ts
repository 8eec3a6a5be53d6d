import type { Reader } from '#server/infra/database/database.ts'
import { requireByDonation } from '#server/features/checkouts/checkouts.ts'
import { findDonation, findMovements, isShown } from '#server/features/ledger/ledger.ts'
import { findTextsOf, toGreetingName } from '#server/features/names/names.ts'

/** The facts of a donation when its receipt is written. */
interface ReceiptDonation {
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

export async function requireDonation(
  reader: Reader,
  donationId: string,
): Promise<ReceiptDonation> {
  const checkout = await requireByDonation(reader, donationId)
  const donation = await findDonation(reader, donationId)
  const texts = (await findTextsOf(reader, [donationId])).get(donationId)
  return {
    donatedCents: checkout.accepted_cents ?? checkout.amount_cents,
    refundedCents: await sumRefunds(reader, checkout.id),
    countedCents: donation?.amountCents ?? 0,
    name: texts === undefined ? (donation?.name ?? null) : toGreetingName(texts),
    donatedAt: donation?.timestamp,
    isShown: donation !== undefined && isShown(donation),
  }
}

async function sumRefunds(reader: Reader, checkoutId: string): Promise<number> {
  const movements = await findMovements(reader, checkoutId)
  return movements.reduce((sum, { kind, amount_cents }) => {
    if (kind === 'refund') return sum + amount_cents
    return kind === 'refund_reversal' ? sum - amount_cents : sum
  }, 0)
}
