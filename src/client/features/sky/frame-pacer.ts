/** A frame this much later than it was due has been missed, milliseconds. */
const LATE_MS = 60

/** So many missed frames in a row of `WINDOW` are a machine with something better to do. */
const MISSED = 5
const WINDOW = 12

const FIRST_PAUSE_MS = 8_000
const LONGEST_PAUSE_MS = 120_000

/** Keeps the budget of frames: says when to draw the next, and pauses where they come too late. */
export class Pace {
  readonly #frameMs: number
  #lateness: boolean[] = []
  #pauseMs = FIRST_PAUSE_MS

  constructor(framesPerSecond: number) {
    this.#frameMs = 1000 / framesPerSecond
  }

  /** How long to wait after a frame that came `lateMs` after it was due, milliseconds. */
  next(lateMs: number): number {
    this.#lateness = [...this.#lateness.slice(1 - WINDOW), lateMs > LATE_MS]
    if (this.#lateness.filter(Boolean).length < MISSED) return this.#frameMs
    this.#lateness = []
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    return pauseMs
  }
}
