/** The delay beyond which a frame counts as missed, ms. */
const LATE_FRAME_MS = 60

/** The missed frames out of `FRAME_WINDOW` at which drawing pauses: the machine is busy. */
const MAX_LATE_FRAMES = 5
const FRAME_WINDOW = 12

const FIRST_PAUSE_MS = 8_000
const MAX_PAUSE_MS = 120_000

/** Says when to draw the next frame, and pauses if frames come too late. */
export class FramePacer {
  readonly #frameMs: number
  #lateness: boolean[] = []
  #pauseMs = FIRST_PAUSE_MS

  constructor(framesPerSecond: number) {
    this.#frameMs = 1000 / framesPerSecond
  }

  /** Returns the wait after a frame that came `lateMs` after it was due, ms. */
  nextDelayMs(lateMs: number): number {
    this.#lateness = [...this.#lateness.slice(1 - FRAME_WINDOW), lateMs > LATE_FRAME_MS]
    if (this.#lateness.filter(Boolean).length < MAX_LATE_FRAMES) return this.#frameMs
    this.#lateness = []
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)
    return pauseMs
  }
}
