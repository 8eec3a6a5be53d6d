/** A key under which hits are counted, and the most hits that it may have in a window. */
export interface HitLimit {
  key: string
  max: number
}

/** Counts hits in fixed windows, which begin with a key's first hit. */
export interface HitCounter {
  /**
   * Counts one hit under all keys, or under none if one of them is at its limit. Returns the wait
   * until it may be repeated, ms; 0 if it was counted.
   */
  hit(limits: readonly HitLimit[], windowMs: number): Promise<number>
  close(): Promise<void>
}
