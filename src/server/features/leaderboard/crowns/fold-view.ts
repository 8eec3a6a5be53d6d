import { CROWN_KINDS, type CrownKind } from '#contract/crown-rules.ts'
import { MAX_COURSE, MAX_FORMER, MAX_REIGNS } from '#contract/crowns.ts'
import { passLongest } from './crown-fold.ts'
import type { Closest, CoursePoint, Folded, Takeover } from './fold-state.ts'

/** A crown with those who have won it, by donations; the latest last. */
export interface CrownView {
  kind: CrownKind
  takeovers: Takeover[]
  /** The number of all takeovers. */
  changes: number
  /** What the holder has now. */
  value: number
  /** True if the value grows with the time. */
  isGrowing: boolean
}

/** What a fold tells at a moment, short enough to be sent. */
export interface FoldView {
  count: number
  sumCents: number
  crowns: CrownView[]
  course: CoursePoint[]
  reigns: Takeover[]
  reignCount: number
  closest: Closest | undefined
  leap: Takeover | undefined
}

/** A moment, Unix ms; the time goes on from it while it runs, and nothing follows once it is over. */
export interface Moment {
  at: number
  isRunning: boolean
  isOver: boolean
}

/** Returns what a fold tells at a moment: the reign in the first place lasts until then. */
export function viewFold(fold: Folded, moment: Moment): FoldView {
  const { lists, state } = fold
  const { reigning, leap } = lists.won
  return {
    count: state.count,
    sumCents: state.sumCents,
    crowns: CROWN_KINDS.flatMap((kind) => viewCrown(fold, kind, moment) ?? []),
    course: thin(lists.course, moment.at),
    reigns: reigning.slice(-MAX_REIGNS),
    reignCount: reigning.length,
    closest: state.closest,
    leap: leap.at(-1),
  }
}

function viewCrown(fold: Folded, kind: CrownKind, moment: Moment): CrownView | undefined {
  const all = listTakeovers(fold, kind, moment)
  const last = all.at(-1)
  if (last === undefined) return undefined
  return {
    kind,
    takeovers: all.slice(-MAX_FORMER),
    changes: all.length,
    ...readValue(fold, kind, last, moment),
  }
}

function listTakeovers(fold: Folded, kind: CrownKind, { at, isOver }: Moment): Takeover[] {
  const { won } = fold.lists
  const { last, longestMs } = fold.state
  if (kind === 'last') return isOver && last !== undefined ? [last] : []
  const reign = won.reigning.at(-1)
  if (kind !== 'longest-reign' || reign === undefined || at - reign.at <= longestMs) {
    return won[kind]
  }
  return [...won['longest-reign'], passLongest(reign, longestMs, at)]
}

function readValue(
  { lists, state }: Folded,
  kind: CrownKind,
  { at, sequence, value }: Takeover,
  moment: Moment,
): Pick<CrownView, 'value' | 'isGrowing'> {
  const isGrowing = moment.isRunning
  if (kind === 'reigning') return { value: Math.max(0, moment.at - at), isGrowing }
  if (kind === 'most-given') return { value: state.mostCents, isGrowing: false }
  const isReign = kind === 'longest-reign' && sequence === lists.won.reigning.at(-1)?.sequence
  return { value, isGrowing: isReign && isGrowing }
}

/** Returns so few points that a picture can show them: the last of each part of the time. */
function thin(course: readonly CoursePoint[], end: number): CoursePoint[] {
  const start = course[0]?.at ?? 0
  const partMs = Math.max(1, (end - start) / (MAX_COURSE - 1))
  return course.filter((point, index) => {
    const next = course[index + 1]
    if (next === undefined) return true
    return Math.floor((next.at - start) / partMs) !== Math.floor((point.at - start) / partMs)
  })
}
