interface TokenBucketOptions {
  /** The number of tokens at first, and at most. */
  burst: number
  perSecond: number
  clock: () => number
}

/** Limits how often something is done: each time takes a token, and tokens come back with time. */
export class TokenBucket {
  readonly #options: TokenBucketOptions
  #tokens: number
  #filledAt: number

  constructor(options: TokenBucketOptions) {
    this.#options = options
    this.#tokens = options.burst
    this.#filledAt = options.clock()
  }

  /** Takes a token if there is one; returns whether there was. */
  take(): boolean {
    this.#fill()
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  /**
   * The time when it is half full again, Unix ms; a client that found it empty should come back
   * then.
   */
  get halfFullAt(): number {
    this.#fill()
    const { burst, perSecond } = this.#options
    const missing = Math.max(0, Math.max(1, burst / 2) - this.#tokens)
    return this.#filledAt + Math.ceil((missing / perSecond) * 1000)
  }

  #fill(): void {
    const { burst, perSecond, clock } = this.#options
    const now = clock()
    // A clock that is set back causes only a delay.
    const passedMs = Math.max(0, now - this.#filledAt)
    this.#tokens = Math.min(burst, this.#tokens + (passedMs / 1000) * perSecond)
    this.#filledAt = now
  }
}
