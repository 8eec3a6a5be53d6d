/** A counted donation as the crowns see it. */
export interface Gift {
  sequence: number
  /** The time from which it is on the board, Unix ms. */
  at: number
  amountCents: number
  userId: string
  /** The name that it shows of its donor; null if it is anonymous, or its name is held. */
  name: string | null
}

/** Compares two donations for sorting by the time from which they are on the board. */
export function compareTimes(
  a: Pick<Gift, 'at' | 'sequence'>,
  b: Pick<Gift, 'at' | 'sequence'>,
): number {
  return a.at - b.at || a.sequence - b.sequence
}
