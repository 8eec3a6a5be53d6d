import type { Recap } from '#contract/crowns.ts'

/** The places whose amounts are drawn, the first one last so that it lies on top. */
export const PLACES = [3, 2, 1] as const

/** A point of a line: both from 0 to 1, from the left and from the foot. */
export interface LinePoint {
  x: number
  y: number
}

/** Returns the start and the end of a recap, Unix ms; the end is after the start. */
export function spanOf({ startsAt, endsAt }: Pick<Recap, 'startsAt' | 'endsAt'>): [number, number] {
  const end = Date.parse(endsAt)
  const start = startsAt === null ? end : Date.parse(startsAt)
  return [start, Math.max(end, start + 1)]
}

/** Returns the steps of the amount at a place over the time; empty if nobody ever had it. */
export function lineOf(recap: Pick<Recap, 'startsAt' | 'endsAt' | 'course'>, place: number) {
  const [start, end] = spanOf(recap)
  const top = Math.max(1, ...recap.course.map(({ cents }) => cents[0] ?? 0))
  const line: LinePoint[] = []
  for (const { at, cents } of recap.course) {
    const amount = cents[place - 1]
    if (amount === undefined) continue
    const x = Math.min(1, Math.max(0, (Date.parse(at) - start) / (end - start)))
    const before = line.at(-1)
    if (before !== undefined) line.push({ x, y: before.y })
    line.push({ x, y: amount / top })
  }
  const last = line.at(-1)
  if (last !== undefined) line.push({ x: 1, y: last.y })
  return line
}
