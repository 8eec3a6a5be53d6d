import type { DrillPoint } from '#contract/host/drills.ts'

/** The size of the drawing, in its own units. */
export const COURSE = { width: 600, height: 120 } as const

/** The paths of a course, in units of the drawing. */
export interface CoursePaths {
  /** The amount at the upper edge, cents. */
  topCents: number
  /** The length of the course, seconds. */
  seconds: number
  providers: string
  ledger: string
  /** The outline of what the ledger has, down to zero. */
  ledgerArea: string
}

/** The part of the drawing behind the last measurement, so that its amounts can be seen. */
const TAIL = 0.04

/**
 * Returns a course as two stepped lines: each amount holds until the next measurement, and the last
 * one until the end of the drawing. `until` is the time up to which nothing has changed, Unix ms.
 */
export function layOutCourse(course: readonly DrillPoint[], until: number): CoursePaths {
  const times = course.map(({ at }) => Date.parse(at))
  const begunAt = times[0] ?? until
  const lengthMs = Math.max(1, until - begunAt)
  const amounts = course.flatMap(({ providerCents, ledgerCents }) => [providerCents, ledgerCents])
  const topCents = Math.max(100, ...amounts)
  const drawLine = (read: (point: DrillPoint) => number) => {
    const places = course.map((point, index) => ({
      x: round((((times[index] ?? 0) - begunAt) / lengthMs) * COURSE.width * (1 - TAIL)),
      y: round((1 - read(point) / topCents) * COURSE.height),
    }))
    const steps = places.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`))
    return `${steps.join('')}H${COURSE.width}`
  }
  const ledger = drawLine(({ ledgerCents }) => ledgerCents)
  return {
    topCents,
    seconds: Math.round(lengthMs / 1000),
    providers: drawLine(({ providerCents }) => providerCents),
    ledger,
    ledgerArea: `${ledger}V${COURSE.height}H0Z`,
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
