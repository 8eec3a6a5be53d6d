import {
  CHECKOUTS_PER_LEVEL,
  DECLINES_OF_ADDRESS_PER_LEVEL,
  DECLINES_PER_LEVEL,
  FIRST_LEVEL_STEPS,
  FREE_CHECKOUTS,
  FREE_DECLINES,
  FREE_DECLINES_OF_ADDRESS,
  MAX_LEVEL,
  MAX_LEVEL_OF_ADDRESS,
} from './limits.ts'

/** The counts of checkouts and declines in the window, and whether the alarm is on. */
export interface RecentActivity {
  checkouts: number
  declines: number
  declinesOfAddress: number
  isAlarmOn: boolean
}

/** Returns the level of the proof of work that the next checkout needs; 0 if it needs none. */
export function requiredLevel(activity: RecentActivity): number {
  const { checkouts, declines, declinesOfAddress, isAlarmOn } = activity
  const ofAddress = count(
    declinesOfAddress,
    FREE_DECLINES_OF_ADDRESS,
    DECLINES_OF_ADDRESS_PER_LEVEL,
  )
  const highest = Math.max(
    count(checkouts, FREE_CHECKOUTS, CHECKOUTS_PER_LEVEL),
    count(declines, FREE_DECLINES, DECLINES_PER_LEVEL),
    Math.min(ofAddress, MAX_LEVEL_OF_ADDRESS),
    isAlarmOn ? 1 : 0,
  )
  return Math.min(highest, MAX_LEVEL)
}

/** Returns the most steps that the work of a level takes, twice those of the level before. */
export function maxSteps(level: number): number {
  return FIRST_LEVEL_STEPS * 2 ** (level - 1)
}

function count(happened: number, free: number, perLevel: number): number {
  return happened < free ? 0 : 1 + Math.floor((happened - free) / perLevel)
}
