import { REPLAY_ROWS } from '#contract/crowns.ts'
import type { ReplayStep } from '#contract/crowns.ts'
import type { Total } from '#contract/leaderboard.ts'

/** A row of the board as it was. */
export interface ReplayRow {
  id: string
  name: string
  amountCents: number
}

/** The board at a moment. */
export interface ReplayBoard {
  /** The highest rows, at most `REPLAY_ROWS`. */
  rows: readonly ReplayRow[]
  total: Total
}

const EMPTY: ReplayBoard = { rows: [], total: { count: 0, amountCents: 0 } }

/**
 * The boards of a replay, whose steps come by time. Going on is cheap; going back begins at the
 * first step again, which is fast enough for a scrubber.
 */
export class ReplayCourse {
  readonly #steps: readonly ReplayStep[]
  readonly #times: readonly number[]
  #applied = 0
  #board = EMPTY

  constructor(steps: readonly ReplayStep[]) {
    this.#steps = steps
    this.#times = steps.map(({ at }) => Date.parse(at))
  }

  /** Returns the board at a time, Unix ms; the same object while nothing has changed. */
  at(time: number): ReplayBoard {
    const target = this.#countUntil(time)
    if (target < this.#applied) {
      this.#applied = 0
      this.#board = EMPTY
    }
    for (; this.#applied < target; this.#applied += 1) {
      const step = this.#steps[this.#applied]
      if (step !== undefined) this.#board = apply(this.#board, step)
    }
    return this.#board
  }

  /** Returns the number of steps up to a time. */
  #countUntil(time: number): number {
    let low = 0
    let high = this.#times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#times[middle] ?? 0) <= time) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * Rows only rise, so the highest ones and the one of the step are all that can be the highest. The
 * server says where it stands, since only that knows which of equal amounts was recorded first.
 */
function apply({ rows }: ReplayBoard, step: ReplayStep): ReplayBoard {
  const { id, name, amountCents, place, total } = step
  const others = rows.filter((row) => row.id !== id)
  const next = others.toSpliced(place - 1, 0, { id, name, amountCents }).slice(0, REPLAY_ROWS)
  return { rows: place > REPLAY_ROWS ? rows : next, total }
}
