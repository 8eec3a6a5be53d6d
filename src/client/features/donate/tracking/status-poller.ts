const MIN_PAUSE_MS = 500
const MIN_LOW_URGENCY_PAUSE_MS = 3_000
const MAX_PAUSE_MS = 4_000
const MAX_LOW_URGENCY_PAUSE_MS = 30_000
const PAUSE_GROWTH = 1.6

export interface StatusPollerOptions {
  poll: (signal: AbortSignal) => Promise<void>
  /** Returns whether another poll is needed, and how urgently. */
  urgency: () => 'high' | 'low' | 'none'
}

/** Polls while that is needed and the tab is visible, in growing intervals, one at a time. */
export class StatusPoller {
  readonly #options: StatusPollerOptions
  #runController = new AbortController()
  #pollController = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauseMs = MIN_PAUSE_MS
  #isPolling = false
  #isPollQueued = false

  constructor(options: StatusPollerOptions) {
    this.#options = options
    this.#runController.abort()
  }

  start(): void {
    this.#runController = new AbortController()
    const { signal } = this.#runController
    document.addEventListener('visibilitychange', () => this.pollNow(), { signal })
    window.addEventListener('online', () => this.pollNow(), { signal })
    this.pollNow()
  }

  stop(): void {
    this.#runController.abort()
    this.reset()
  }

  /** Aborts the running poll; the next `pollNow` starts anew. */
  reset(): void {
    clearTimeout(this.#timer)
    this.#pollController.abort()
    this.#pollController = new AbortController()
  }

  /** Polls at once, if that is needed, and restarts the intervals. */
  pollNow(): void {
    this.#pauseMs = MIN_PAUSE_MS
    if (this.#options.urgency() !== 'none') void this.#poll()
  }

  async #poll(): Promise<void> {
    const { signal } = this.#pollController
    clearTimeout(this.#timer)
    if (this.#runController.signal.aborted || document.visibilityState === 'hidden') return
    if (this.#isPolling) {
      this.#isPollQueued = true
      return
    }
    this.#isPolling = true
    try {
      await this.#options.poll(signal)
    } finally {
      this.#isPolling = false
    }
    if (this.#isPollQueued) {
      this.#isPollQueued = false
      void this.#poll()
    } else if (!signal.aborted) {
      this.#schedule()
    }
  }

  #schedule(): void {
    const urgency = this.#options.urgency()
    if (urgency === 'none' || this.#runController.signal.aborted) return
    const [minMs, maxMs] =
      urgency === 'high'
        ? [MIN_PAUSE_MS, MAX_PAUSE_MS]
        : [MIN_LOW_URGENCY_PAUSE_MS, MAX_LOW_URGENCY_PAUSE_MS]
    const pauseMs = Math.min(Math.max(this.#pauseMs, minMs), maxMs)
    this.#pauseMs = pauseMs * PAUSE_GROWTH
    this.#timer = setTimeout(() => void this.#poll(), pauseMs)
  }
}
