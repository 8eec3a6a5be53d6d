/** A frame this much later than it was due has been missed, milliseconds. */
const LATE_FRAME_MS = 60

/** So many missed frames in a row of `FRAME_WINDOW` are a machine with something better to do. */
const MAX_LATE_FRAMES = 5
const FRAME_WINDOW = 12

const FIRST_PAUSE_MS = 8_000
const MAX_PAUSE_MS = 120_000

/** Keeps the budget of frames: says when to draw the next, and pauses where they come too late. */
export class FramePacer {
  readonly #frameMs: number
  #lateness: boolean[] = []
  #pauseMs = FIRST_PAUSE_MS

  constructor(framesPerSecond: number) {
    this.#frameMs = 1000 / framesPerSecond
  }

  /** How long to wait after a frame that came `lateMs` after it was due, milliseconds. */
  nextDelayMs(lateMs: number): number {
    this.#lateness = [...this.#lateness.slice(1 - FRAME_WINDOW), lateMs > LATE_FRAME_MS]
    if (this.#lateness.filter(Boolean).length < MAX_LATE_FRAMES) return this.#frameMs
    this.#lateness = []
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)
    return pauseMs
  }
}
