/** A counted donation as the crowns see it. */
export interface Gift {
  sequence: number
  /** The time at which it counts, Unix ms. */
  at: number
  amountCents: number
  userId: string
  /** True if it shows its donor's name. */
  isNamed: boolean
}

/** Compares two donations for sorting by the time at which they count. */
export function compareTimes(
  a: Pick<Gift, 'at' | 'sequence'>,
  b: Pick<Gift, 'at' | 'sequence'>,
): number {
  return a.at - b.at || a.sequence - b.sequence
}
