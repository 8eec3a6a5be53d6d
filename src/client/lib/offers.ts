import type { Campaign } from '#contract/campaign.ts'

/** The least and the most that a donation may be. */
export type Limits = Pick<Campaign['amounts'], 'minCents' | 'maxCents'>

/** A row of a board, as far as offers depend on it. */
export interface RankedRow {
  id: string
  position: number
  amountCents: number
}

/** A donation that takes a place from somebody else. */
export interface Offer {
  amountCents: number
  /** The amount that the viewer's row would have: with what they gave before, where sums rank. */
  landsWithCents: number
  position: number
}

export interface OfferOptions {
  limits: Limits
  /** The rows that are the viewer's own. */
  ownIds: ReadonlySet<string>
  /** The best place of theirs, which may be of a row that is not among these. */
  ownPosition?: number | undefined
  /** The amount that they have given, where what they give adds to it. */
  givenCents?: number | undefined
  /** The place of one cent more than the row, which may be above these rows. */
  landing?: number
}

/**
 * Returns the least donation that passes a row, with all that are equal to it, and the place that it
 * takes; undefined if it may not be paid, or if the viewer holds that place: nobody is offered to pass
 * themselves. The rows are those around it, the highest first.
 */
export function findOffer(
  row: RankedRow,
  rows: readonly RankedRow[],
  { limits, ownIds, ownPosition, givenCents = 0, landing = Infinity }: OfferOptions,
): Offer | undefined {
  const amountCents = toPayable(row.amountCents + 1 - givenCents, limits)
  if (amountCents === undefined) return undefined
  const landsWithCents = givenCents + amountCents
  const passed = rows.find((other) => other.amountCents < landsWithCents)
  const position = Math.min(landing, passed?.position ?? row.position)
  const isOwn = passed?.position === position && ownIds.has(passed.id)
  return isOwn || position === ownPosition ? undefined : { amountCents, landsWithCents, position }
}

/**
 * Returns what to offer for the place below the last row: the default amount, or that of the row if
 * the default would pass it; undefined if it may not be paid.
 */
export function findOpenPlaceCents(
  last: Pick<RankedRow, 'amountCents'> | undefined,
  { defaultCents, ...limits }: Limits & Pick<Campaign['amounts'], 'defaultCents'>,
): number | undefined {
  const amountCents = Math.min(defaultCents, last?.amountCents ?? Infinity)
  return toPayable(amountCents, limits) === amountCents ? amountCents : undefined
}

/** Returns what passes the row above a sum; undefined if it may not be paid. */
export function findMoreCents(
  sum: Pick<RankedRow, 'amountCents'>,
  above: Pick<RankedRow, 'amountCents'>,
  limits: Limits,
): number | undefined {
  // The one above may have the same sum, and was earlier.
  return toPayable(above.amountCents - sum.amountCents + 1, limits)
}

/** Returns the least that may be paid and is no less than an amount; undefined if nothing is. */
export function toPayable(amountCents: number, { minCents, maxCents }: Limits): number | undefined {
  const payable = Math.max(minCents, amountCents)
  return payable <= maxCents ? payable : undefined
}
