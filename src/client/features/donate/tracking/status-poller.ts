const FIRST_PAUSE_MS = 500
const FIRST_GENTLE_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 4_000
const LONGEST_GENTLE_PAUSE_MS = 30_000
const PAUSE_GROWTH = 1.6

export interface StatusPollerOptions {
  poll: (signal: AbortSignal) => Promise<void>
  /** Whether another poll is needed, and how urgently. */
  urgency: () => 'soon' | 'gently' | 'never'
}

/**
 * Asks again and again while that is needed and the tab can be seen, ever more calmly, one poll at
 * a time.
 */
export class StatusPoller {
  readonly #options: StatusPollerOptions
  #life = new AbortController()
  #polling = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauseMs = FIRST_PAUSE_MS
  #isPolling = false
  #isMissed = false

  constructor(options: StatusPollerOptions) {
    this.#options = options
    this.#life.abort()
  }

  start(): void {
    this.#life = new AbortController()
    const { signal } = this.#life
    document.addEventListener('visibilitychange', () => this.pollNow(), { signal })
    window.addEventListener('online', () => this.pollNow(), { signal })
    this.pollNow()
  }

  stop(): void {
    this.#life.abort()
    this.reset()
  }

  /** Gives up what is under way; the next `pollNow` starts anew. */
  reset(): void {
    clearTimeout(this.#timer)
    this.#polling.abort()
    this.#polling = new AbortController()
  }

  /** Polls at once, where that is needed, and from then on as at the start. */
  pollNow(): void {
    this.#pauseMs = FIRST_PAUSE_MS
    if (this.#options.urgency() !== 'never') void this.#poll()
  }

  async #poll(): Promise<void> {
    const { signal } = this.#polling
    clearTimeout(this.#timer)
    if (this.#life.signal.aborted || document.visibilityState === 'hidden') return
    if (this.#isPolling) {
      this.#isMissed = true
      return
    }
    this.#isPolling = true
    try {
      await this.#options.poll(signal)
    } finally {
      this.#isPolling = false
    }
    if (this.#isMissed) {
      this.#isMissed = false
      void this.#poll()
    } else if (!signal.aborted) {
      this.#schedule()
    }
  }

  #schedule(): void {
    const urgency = this.#options.urgency()
    if (urgency === 'never' || this.#life.signal.aborted) return
    const [least, most] =
      urgency === 'soon'
        ? [FIRST_PAUSE_MS, LONGEST_PAUSE_MS]
        : [FIRST_GENTLE_PAUSE_MS, LONGEST_GENTLE_PAUSE_MS]
    const pauseMs = Math.min(Math.max(this.#pauseMs, least), most)
    this.#pauseMs = pauseMs * PAUSE_GROWTH
    this.#timer = setTimeout(() => void this.#poll(), pauseMs)
  }
}
