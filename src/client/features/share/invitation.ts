import type { BoardId } from '#contract/boards.ts'
import { formatAmount } from '#contract/money.ts'
import { nameRanked } from '#client/lib/board-names.ts'
import type { Invitation } from '#client/ui/use-sharing.ts'

/** A donation and its position. */
export interface SharedRank {
  donationId: string
  /** The donation's position now, from 1. */
  position: number
  /** The donor's first name; null if the provider told none. */
  name: string | null
  /** The donor's place and sum on a board of donors; told instead of the donation's. */
  sum?: { board: BoardId; position: number; amountCents: number } | undefined
}

/** Returns the shared text and link; the link shows the donor's rank at the time it is opened. */
export function buildInvitation({ donationId, position, name, sum }: SharedRank): Invitation {
  // No thousands separators: the locale of those who read it is not known.
  const place = `${sum ? describeSum(sum) : `#${position}`} on Donation Royale`
  return {
    title: name === null ? place : `${name}, ${place}`,
    text: `I am ${place}. Can you beat me?`,
    url: `${location.origin}/?donation=${encodeURIComponent(donationId)}`,
  }
}

function describeSum({ board, position, amountCents }: NonNullable<SharedRank['sum']>): string {
  return `#${position} of ${nameRanked(board)} with ${formatAmount(amountCents).replace(/\.00$/, '')}`
}
