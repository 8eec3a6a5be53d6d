import { AppError } from '#contract/app-error.ts'

export interface SeatLimits {
  /** Streams of this node at once. */
  total: number
  /** Streams of one client address at once; see `addressKey`. */
  perAddress: number
}

/** Counts who is here, so that neither one client nor all together take more than there is. */
export class Seats {
  readonly #limits: SeatLimits
  readonly #byAddress = new Map<string, number>()
  #taken = 0

  constructor(limits: SeatLimits) {
    this.#limits = limits
  }

  /** Answers how to give the seat back; fails with `resource-exhausted` or `unavailable`. */
  take(address: string): () => void {
    const own = this.#byAddress.get(address) ?? 0
    if (own >= this.#limits.perAddress) {
      throw new AppError(
        'resource-exhausted',
        'Too many live views are open from your network: close one and try again.',
      )
    }
    if (this.#taken >= this.#limits.total) {
      throw new AppError(
        'unavailable',
        'Too many people are watching just now: try again in a moment.',
      )
    }
    this.#byAddress.set(address, own + 1)
    this.#taken += 1
    return () => this.#giveBack(address)
  }

  #giveBack(address: string): void {
    const left = (this.#byAddress.get(address) ?? 0) - 1
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
    this.#taken -= 1
  }
}
