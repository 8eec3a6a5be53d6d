import type { Campaign } from '#contract/campaign.ts'
import type { PublicDonation } from '#contract/donations.ts'
import type { RankQuote } from '#contract/leaderboard.ts'
import { toPayable } from '#client/lib/offers.ts'
import { findQuickAmounts } from '#client/lib/quick-amounts.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import type { QuotedPlaces } from './use-quoted-places.ts'

/** An amount, and the place that it takes on the board as it is. */
export interface PlaceOffer {
  amountCents: number
  position: number
  /** The row right above the place, and the one right below, which it passes. */
  above: Pick<PublicDonation, 'name'> | undefined
  below: Pick<PublicDonation, 'name'> | undefined
}

type Rows = Pick<BoardView, 'rows' | 'more'>

/** Places that are worth an offer where the usual amounts are few, the first ones first. */
const MILESTONES = [3, 10, 25, 100, 1]

const MAX_OFFERS = 4

/** The number of usual amounts, the highest ones, that are offered on a board of any length. */
const MAX_QUOTED = 2

/** Finds the usual amounts whose places the loaded rows do not prove, to be asked of the server. */
export function findUnproven(board: Rows, amounts: Campaign['amounts']): number[] {
  return findQuickAmounts(amounts)
    .slice(-MAX_QUOTED)
    .filter((amountCents) => findPlaceOffer(board, amountCents) === undefined)
}

export interface PlaceOfferOptions {
  amounts: Campaign['amounts']
  /** The server's quotes of amounts whose places the loaded rows do not prove. */
  quoted?: QuotedPlaces | undefined
  chosenCents?: number | undefined
}

/**
 * Returns what to offer on this board, the lowest amount first: the chosen amount, the usual ones,
 * and as many prices of places worth naming as there is room for. Each place is offered once, and
 * none that neither the loaded rows prove nor the server has quoted.
 */
export function findPlaceOffers(
  board: Rows,
  { amounts, quoted, chosenCents }: PlaceOfferOptions,
): PlaceOffer[] {
  const usual = findQuickAmounts(amounts)
  const offers = new Map<number, PlaceOffer>()
  const add = (amountCents: number | undefined) => {
    if (amountCents === undefined) return
    const offer = findPlaceOffer(board, amountCents) ?? toOffer(quoted?.get(amountCents))
    if (offer === undefined || offers.size === MAX_OFFERS || offers.has(offer.position)) return
    offers.set(offer.position, offer)
  }
  for (const amountCents of [chosenCents, ...usual]) add(amountCents)
  for (const position of MILESTONES) {
    if (!offers.has(position)) add(findPrice(board.rows[position - 1], amounts))
  }
  return [...offers.values()].toSorted((one, other) => one.amountCents - other.amountCents)
}

function toOffer(quote: RankQuote | undefined): PlaceOffer | undefined {
  if (quote === undefined) return undefined
  const { amountCents, position, passing } = quote
  return { amountCents, position, above: undefined, below: passing ?? undefined }
}

/** Finds what passes a row, in whole dollars, within the campaign's limits. */
function findPrice(
  row: PublicDonation | undefined,
  amounts: Campaign['amounts'],
): number | undefined {
  return row && toPayable(100 * (Math.floor(row.amountCents / 100) + 1), amounts)
}

/**
 * Finds the place of an amount: below all equal ones, which were earlier. Returns undefined if the
 * loaded rows do not prove it, since it is below the last of them and more follow.
 */
function findPlaceOffer({ rows, more }: Rows, amountCents: number): PlaceOffer | undefined {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.amountCents ?? 0) < amountCents) high = middle
    else low = middle + 1
  }
  const below = rows[low]
  if (below === undefined && more !== 'none') return undefined
  return { amountCents, position: low + 1, above: rows[low - 1], below }
}
