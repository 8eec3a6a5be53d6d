/** A key under which hits are counted, and how many it may have in a window. */
export interface HitLimit {
  key: string
  max: number
}

/** Counts hits in fixed windows, which begin with a key's first hit. */
export interface HitCounter {
  /**
   * Counts one hit under all keys, unless one of them is at its limit: then under none of them.
   * Returns for how long it is refused, in ms; 0 where it was counted.
   */
  hit(limits: readonly HitLimit[], windowMs: number): Promise<number>
  close(): Promise<void>
}
