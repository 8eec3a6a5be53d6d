const FIRST_PAUSE_MS = 500
const FIRST_GENTLE_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 4_000
const LONGEST_GENTLE_PAUSE_MS = 30_000
const PAUSE_GROWTH = 1.6

export interface HeartbeatOptions {
  beat: (signal: AbortSignal) => Promise<void>
  /** Whether another beat is needed, and how urgently. */
  need: () => 'soon' | 'gently' | 'never'
}

/**
 * Asks again and again while that is needed and the tab can be seen, ever more calmly, one beat at
 * a time.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #life = new AbortController()
  #beating = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauseMs = FIRST_PAUSE_MS
  #isBeating = false
  #isMissed = false

  constructor(options: HeartbeatOptions) {
    this.#options = options
    this.#life.abort()
  }

  start(): void {
    this.#life = new AbortController()
    const { signal } = this.#life
    document.addEventListener('visibilitychange', () => this.quicken(), { signal })
    window.addEventListener('online', () => this.quicken(), { signal })
    this.quicken()
  }

  stop(): void {
    this.#life.abort()
    this.rest()
  }

  /** Gives up what is under way; the next `quicken` starts anew. */
  rest(): void {
    clearTimeout(this.#timer)
    this.#beating.abort()
    this.#beating = new AbortController()
  }

  /** Beats at once, where that is needed, and from then on as at the start. */
  quicken(): void {
    this.#pauseMs = FIRST_PAUSE_MS
    if (this.#options.need() !== 'never') void this.#beat()
  }

  async #beat(): Promise<void> {
    const { signal } = this.#beating
    clearTimeout(this.#timer)
    if (this.#life.signal.aborted || document.visibilityState === 'hidden') return
    if (this.#isBeating) {
      this.#isMissed = true
      return
    }
    this.#isBeating = true
    try {
      await this.#options.beat(signal)
    } finally {
      this.#isBeating = false
    }
    if (this.#isMissed) {
      this.#isMissed = false
      void this.#beat()
    } else if (!signal.aborted) {
      this.#schedule()
    }
  }

  #schedule(): void {
    const need = this.#options.need()
    if (need === 'never' || this.#life.signal.aborted) return
    const [least, most] =
      need === 'soon'
        ? [FIRST_PAUSE_MS, LONGEST_PAUSE_MS]
        : [FIRST_GENTLE_PAUSE_MS, LONGEST_GENTLE_PAUSE_MS]
    const pauseMs = Math.min(Math.max(this.#pauseMs, least), most)
    this.#pauseMs = pauseMs * PAUSE_GROWTH
    this.#timer = setTimeout(() => void this.#beat(), pauseMs)
  }
}
