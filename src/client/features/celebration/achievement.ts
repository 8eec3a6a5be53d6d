import { formatCount } from '#client/lib/format.ts'

/** The achievement of a donation; each is celebrated with its own light. */
export type Achievement = 'joined' | 'top-ten' | 'third' | 'second' | 'first'

const PODIUM = ['first', 'second', 'third'] as const
const TOP_TEN = 10

/** Returns the achievement of a position, from 1; null if the board does not show the donation. */
export function achievementOf(position: number | null): Achievement {
  if (position === null || position > TOP_TEN) return 'joined'
  return PODIUM[position - 1] ?? 'top-ten'
}

/** Returns the sentence about the position; undefined if there is none. */
export function describeAchievement(position: number | null): string | undefined {
  if (position === null) return undefined
  const place = `#${formatCount(position)}`
  return {
    joined: `You stand at ${place}`,
    'top-ten': `You are in the top ten: ${place}`,
    third: `You took ${place}. The third sun is yours.`,
    second: `You took ${place}. Only one sun is brighter.`,
    first: `You took ${place}. The galaxy turns around you.`,
  }[achievementOf(position)]
}
