import type { RankTarget } from '#contract/leaderboard.ts'
import { formatCount } from '#client/lib/format.ts'

/** Places that are worth naming, whoever stands there. */
const MILESTONES = [1, 3, 10, 25, 100, 1_000, 10_000]

/** A stride that still counts as near on a long board. */
const STRIDE = 100

/** The most rungs, so that the ladder's height is known before its prices are. */
export const MAX_RUNGS = 4

/** Returns the positions whose prices the ladder needs: those above a place. */
export function ladderPositions(place: number): number[] {
  const wanted = [...MILESTONES, place - STRIDE, place - 1]
  const positions = [...new Set(wanted)].filter((position) => position >= 1 && position < place)
  // The second sun is a rung where there is room for it.
  if (positions.length < MAX_RUNGS && place > 2 && !positions.includes(2)) positions.push(2)
  return positions
}

/** Chooses the rungs above a place, the highest first. */
export function chooseRungs(targets: readonly RankTarget[], place: number): RankTarget[] {
  const rungs = targets
    .filter(({ position }) => position < place)
    .toSorted((a, b) => b.amountCents - a.amountCents)
  return limitRungs(rungs, MAX_RUNGS)
}

/**
 * Returns at most so many rungs. The next place and the first one stay the longest, the next one
 * alone at last; of the others those go whose neighbours are nearest in price, so that no rung is a
 * leap from the one below where a step lies in between.
 */
export function limitRungs(rungs: readonly RankTarget[], most: number): RankTarget[] {
  const left = [...rungs]
  while (left.length > Math.max(0, most)) left.splice(findMostCrowded(left), 1)
  return left
}

/** Returns the index of the rung that leaves the smallest leap when it is taken out. */
function findMostCrowded(rungs: readonly RankTarget[]): number {
  const leaps = rungs.map((_, index) => {
    const [above, below] = [rungs[index - 1], rungs[index + 1]]
    return above && below ? above.amountCents / below.amountCents : Infinity
  })
  return leaps.indexOf(Math.min(...leaps))
}

/** The ladder's foot, from which rungs are named. */
interface Foot {
  place: number
  /** False if the amount reaches no place: then nothing stands so many places above it. */
  isTaken: boolean
  /** Names what the places are among while another board is shown: the highest rung says so. */
  elsewhere?: string | undefined
}

/**
 * Names a rung. Ties can put a rung above the milestone that was asked for, which names it all the
 * same, unless a lower rung is nearer to it.
 */
export function describePlace(position: number, foot: Foot, rungs: readonly number[]): string {
  if (foot.elsewhere !== undefined && position === rungs[0]) return `of ${foot.elsewhere}`
  const name = NAMES[position]
  if (name !== undefined) return name
  const steps = foot.place - position
  const milestone = MILESTONES.find((reached) => reached >= position && reached < foot.place)
  const isNearest = !rungs.some((rung) => rung > position && rung <= (milestone ?? 0))
  if (steps > 1 && milestone !== undefined && isNearest) {
    return `the top ${milestone === 10 ? 'ten' : formatCount(milestone)}`
  }
  if (!foot.isTaken) return 'within reach'
  return steps === 1 ? 'one place up' : `${formatCount(steps)} places up`
}

const NAMES: Partial<Record<number, string>> = {
  1: 'first sun',
  2: 'second sun',
  3: 'third sun',
}
