import { AppError } from '#contract/app-error.ts'
import type { OwnDonation } from '#contract/checkouts.ts'
import type { RankTarget } from '#contract/leaderboard.ts'
import { formatCount } from '#client/lib/format.ts'
import type { PaymentMessage } from '../tracking/payment-message.ts'
import { listOwnDonations } from '../api/payments.ts'
import { fetchRankQuote } from '../api/ranks.ts'

/** A donation that landed below the position that was quoted for it. */
export interface Shortfall {
  quotedPosition: number
  position: number
  /** The least amount that reaches the quoted position now; undefined if no allowed amount does. */
  offer: RankTarget | undefined
}

/** Returns the shortfall; undefined if there is none, or if nothing was quoted. */
export async function findShortfall(
  donation: OwnDonation | null,
  quotedPosition: number | null,
  signal: AbortSignal,
): Promise<Shortfall | undefined> {
  const position = donation?.position ?? null
  if (donation === null || position === null || quotedPosition === null) return undefined
  if (position <= quotedPosition) return undefined
  return {
    quotedPosition,
    position,
    offer: await findPrice(donation, quotedPosition, signal),
  }
}

/** Says where the donation landed; what takes the place is offered beside it. */
export function describeShortfall({ quotedPosition, position }: Shortfall): PaymentMessage {
  const [quoted, landed] = [formatCount(quotedPosition), formatCount(position)]
  return {
    tone: 'neutral',
    sentence: `#${quoted} was taken while you paid. You\u{a0}landed\u{a0}at\u{a0}#${landed}.`,
  }
}

/**
 * Returns the amount that takes a position; undefined if the donor holds it, or a better one, by
 * another donation, and if the server does not respond.
 */
async function findPrice(
  { id, amountCents }: OwnDonation,
  quotedPosition: number,
  signal: AbortSignal,
): Promise<RankTarget | undefined> {
  try {
    const [{ aims }, own] = await Promise.all([
      fetchRankQuote({ amountCents, positions: String(quotedPosition), signal }),
      listOwnDonations(signal),
    ])
    const target = aims[0]
    const holdsIt = own.some(
      (other) => other.id !== id && other.position !== null && other.position <= quotedPosition,
    )
    return holdsIt ? undefined : target
  } catch (error) {
    if (signal.aborted || error instanceof AppError) return undefined
    throw error
  }
}
