import { formatCount } from '#client/lib/format.ts'

/** What a donation has achieved; each is celebrated in a light of its own. */
export type Achievement = 'joined' | 'top-ten' | 'third' | 'second' | 'first'

const PODIUM = ['first', 'second', 'third'] as const
const TOP_TEN = 10

/** `position` counts from 1; it is null for a donation that the board does not show. */
export function achievementOf(position: number | null): Achievement {
  if (position === null || position > TOP_TEN) return 'joined'
  return PODIUM[position - 1] ?? 'top-ten'
}

/** What is said of the place that was taken; undefined where there is none. */
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
