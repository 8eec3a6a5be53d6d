import type { CrownKind } from '#contract/crown-rules.ts'

/** The moment at which a crown was won. */
export interface Takeover {
  /** Unix ms. */
  at: number
  /** The donation that won it. */
  sequence: number
  /** The cents, the places, or of a reign the ms with which it was won. */
  value: number
}

/** A row that has come or risen, with the sums of all donations up to then. */
export interface Step {
  at: number
  sequence: number
  /** The amount of the row from then on. */
  amountCents: number
  /** Its place from then on. */
  place: number
  total: { count: number; amountCents: number }
}

/** The amounts of the first three places from a time on. */
export interface CoursePoint {
  at: number
  cents: number[]
}

/** The time at which the second place was nearest to the first. */
export interface Closest {
  at: number
  first: number
  second: number
  firstCents: number
  secondCents: number
}

/** The crowns of which a takeover is known as soon as it happens. */
export type WonKind = Exclude<CrownKind, 'last'>

/** What grows only at its end; taking a donation back cuts it. */
export interface Lists {
  won: Record<WonKind, Takeover[]>
  steps: Step[]
  course: CoursePoint[]
}

/** The rest of the state, replaced as a whole. */
export interface State {
  count: number
  sumCents: number
  /** The donor, by the shown name where donations rank, or the anonymous donation, with the most. */
  mostBy: string
  mostCents: number
  /** The length of the longest reign that is over, ms. */
  longestMs: number
  /** The row in the first place; undefined if there is none. */
  leader: string | undefined
  closest: Closest | undefined
  last: Takeover | undefined
}

/** What a fold has come to: all that is needed to tell of it. */
export interface Folded {
  readonly lists: Lists
  readonly state: State
}

export function createLists(): Lists {
  return {
    won: {
      reigning: [],
      'longest-reign': [],
      biggest: [],
      'most-given': [],
      leap: [],
      first: [],
      milestone: [],
    },
    steps: [],
    course: [],
  }
}

export const NOTHING: State = {
  count: 0,
  sumCents: 0,
  mostBy: '',
  mostCents: 0,
  longestMs: -1,
  leader: undefined,
  closest: undefined,
  last: undefined,
}

/** The lengths of lists, to which they can be cut. */
export interface Lengths {
  won: number[]
  steps: number
  course: number
}

export function measure({ won, steps, course }: Lists): Lengths {
  return {
    won: Object.values(won).map(({ length }) => length),
    steps: steps.length,
    course: course.length,
  }
}

export function cut(lists: Lists, { won, steps, course }: Lengths): void {
  for (const [index, list] of Object.values(lists.won).entries()) list.length = won[index] ?? 0
  lists.steps.length = steps
  lists.course.length = course
}
