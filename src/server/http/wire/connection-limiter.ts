import { AppError } from '#contract/app-error.ts'

export interface ConnectionLimits {
  /** The most connections of this node at once. */
  total: number
  /** The most connections of one client address at once; see `addressKey`. */
  perAddress: number
}

/** Messages for a client whose connection is refused. */
export interface LimitMessages {
  total: string
  perAddress: string
}

/** Limits the open connections of each client address and of all together. */
export class ConnectionLimiter {
  readonly #limits: ConnectionLimits
  readonly #messages: LimitMessages
  readonly #byAddress = new Map<string, number>()
  #taken = 0

  constructor(limits: ConnectionLimits, messages: LimitMessages) {
    this.#limits = limits
    this.#messages = messages
  }

  /**
   * Counts a connection and returns a function that releases it. An address of undefined, for the
   * installation's own proxy, counts only in the total. Throws `resource-exhausted` or
   * `unavailable`.
   */
  take(address: string | undefined): () => void {
    const own = address === undefined ? 0 : (this.#byAddress.get(address) ?? 0)
    if (own >= this.#limits.perAddress) {
      throw new AppError('resource-exhausted', this.#messages.perAddress)
    }
    if (this.#taken >= this.#limits.total) throw new AppError('unavailable', this.#messages.total)
    if (address !== undefined) this.#byAddress.set(address, own + 1)
    this.#taken += 1
    return () => this.#release(address)
  }

  #release(address: string | undefined): void {
    this.#taken -= 1
    if (address === undefined) return
    const left = (this.#byAddress.get(address) ?? 0) - 1
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
  }
}
