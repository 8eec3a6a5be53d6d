import { randomUUID } from 'node:crypto'
import type { DrillName, DrillPoint, DrillRun, DrillStep } from '#contract/host/drills.ts'

/** The most points of a course; a minute of donations has a new one every few seconds. */
const MAX_POINTS = 60

export type Figures = Pick<DrillPoint, 'providerCents' | 'ledgerCents' | 'driftCents'>

/** Holds the steps of a drill, its checks and measurements so far. */
export class DrillRecord {
  readonly id = randomUUID()
  readonly drill: DrillName
  planned = 0
  paid = 0
  readonly #clock: () => number
  readonly #startedAt: number
  readonly #steps: DrillStep[] = []
  readonly #course: DrillPoint[] = []
  #state: DrillRun['state'] = 'running'
  #endedAt: number | null = null

  constructor(drill: DrillName, clock: () => number) {
    this.drill = drill
    this.#clock = clock
    this.#startedAt = clock()
  }

  get isRunning(): boolean {
    return this.#state === 'running'
  }

  /** Returns whether something was checked, and nothing was found wrong. */
  get hasPassed(): boolean {
    const kinds = new Set(this.#steps.map(({ kind }) => kind))
    return kinds.has('passed') && !kinds.has('failed')
  }

  /** Returns whether the money was measured when the drill was over. */
  get isMeasured(): boolean {
    return this.#course.at(-1)?.moment === 'after'
  }

  add(kind: DrillStep['kind'], sentence: string): void {
    this.#steps.push({ at: toIso(this.#clock()), kind, sentence })
  }

  /** Adds a point to the course; while the drill runs only one that differs from the last. */
  measure(moment: DrillPoint['moment'], figures: Figures): void {
    const now = this.#clock()
    const last = this.#course.at(-1)
    if (moment === 'during' && last !== undefined) {
      if (isSame(last, figures) || this.#course.length >= MAX_POINTS) return
    }
    this.#course.push({ at: toIso(now), moment, ...figures })
  }

  end(state: Exclude<DrillRun['state'], 'running'>): void {
    this.#state = state
    this.#endedAt = this.#clock()
  }

  toView(): DrillRun {
    return {
      id: this.id,
      drill: this.drill,
      state: this.#state,
      startedAt: toIso(this.#startedAt),
      endedAt: this.#endedAt === null ? null : toIso(this.#endedAt),
      at: toIso(this.#clock()),
      paid: this.paid,
      planned: this.planned,
      steps: [...this.#steps],
      course: [...this.#course],
    }
  }
}

function isSame(point: DrillPoint, { providerCents, ledgerCents, driftCents }: Figures): boolean {
  return (
    point.providerCents === providerCents &&
    point.ledgerCents === ledgerCents &&
    point.driftCents === driftCents
  )
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}
