/** The shortest time between two look-ups of a checkout at its provider, ms. */
const LOOK_UP_INTERVAL_MS = 2_000

/** The requests to providers that a donor may cause at once, and the time until one more, ms. */
const MAX_BURST = 30
const REFILL_MS = 1_000

interface Bucket {
  left: number
  at: number
}

/**
 * Limits the requests to providers that each donor causes on this node. Expired counts are deleted.
 */
export class ProviderRequestBudget {
  readonly #clock: () => number
  readonly #lookedUpAt = new Map<string, number>()
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Returns whether the donor may cause a request now, and counts it. */
  take(userId: string): boolean {
    const now = this.#clock()
    this.#dropFull(now)
    const { left, at } = this.#buckets.get(userId) ?? { left: MAX_BURST, at: now }
    const filled = Math.min(MAX_BURST, left + Math.max(0, now - at) / REFILL_MS)
    if (filled < 1) return false
    this.#buckets.delete(userId)
    this.#buckets.set(userId, { left: filled - 1, at: now })
    return true
  }

  /** Returns whether this checkout may be looked up now, and counts that. */
  takeLookUp(checkoutId: string, userId: string): boolean {
    const now = this.#clock()
    for (const [id, at] of this.#lookedUpAt) {
      if (Math.abs(now - at) < LOOK_UP_INTERVAL_MS) break
      this.#lookedUpAt.delete(id)
    }
    if (this.#lookedUpAt.has(checkoutId) || !this.take(userId)) return false
    this.#lookedUpAt.set(checkoutId, now)
    return true
  }

  /** Deletes the buckets that are full again. The map has the longest unused first. */
  #dropFull(now: number): void {
    for (const [userId, { at }] of this.#buckets) {
      if (Math.abs(now - at) < MAX_BURST * REFILL_MS) break
      this.#buckets.delete(userId)
    }
  }
}
