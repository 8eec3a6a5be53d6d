import type { LimitSpan } from '#contract/spending.ts'
import { spanAt, type TimeSpan } from '#server/infra/time-span.ts'

/** The host's limits for every donor, and the time zone whose days and weeks count. */
export interface SpendingPolicy {
  timeZone: string
  /** Cents; null for none. */
  dayCents: number | null
  weekCents: number | null
}

export const NO_POLICY: SpendingPolicy = { timeZone: 'UTC', dayCents: null, weekCents: null }

/** A limit that was raised or lifted, and waits for its time. */
export interface LaterLimit {
  /** Null if the limit is lifted. */
  cents: number | null
  /** Unix ms. */
  from: number
}

/** A limit of a donor at some time; in cents, null for none. */
export interface OwnLimit {
  cents: number | null
  /** Null if no change waits. */
  later: LaterLimit | null
}

/** The limits and the pause of a donor at some time. */
export interface OwnRules {
  day: OwnLimit
  week: OwnLimit
  /** The end of the latest pause, Unix ms; 0 if there was none. */
  pausedUntil: number
}

export const NO_RULES: OwnRules = {
  day: { cents: null, later: null },
  week: { cents: null, later: null },
  pausedUntil: 0,
}

/** The money of a donor that counts against the limits, in cents. */
export interface Spent {
  /** The payments that were begun and may still take their money. */
  openCents: number
  /** The time by which the payer must have paid the last of them, Unix ms; null if there is none. */
  openUntil: number | null
  /** The net sums of the day's donations, and of the week's. */
  dayCents: number
  weekCents: number
}

export const NOTHING_SPENT: Spent = { openCents: 0, openUntil: null, dayCents: 0, weekCents: 0 }

/** The rest that a limit leaves a donor, in cents. */
export interface Allowance {
  span: LimitSpan
  limitCents: number
  /** True for the donor's own limit, false for the host's. */
  isOwn: boolean
  /** The part of it that open payments hold. */
  openCents: number
  openUntil: number | null
  leftCents: number
  /** The end of the day or week, Unix ms. */
  endsAt: number
}

/** Why a donor may not begin a payment, or have its money taken. */
export type SpendingRefusal = { timeZone: string } & (
  | { is: 'paused'; until: number }
  | { is: 'over-limit'; amountCents: number; allowance: Allowance }
)

/** Returns the day and the week of an instant in the time zone of the campaign. */
export function limitSpansAt(now: number, timeZone: string): Record<LimitSpan, TimeSpan> {
  return { day: spanAt('today', now, timeZone), week: spanAt('week', now, timeZone) }
}

/** Returns what each limit that holds leaves; of the donor's own and the host's the stricter holds. */
export function listAllowances(
  own: OwnRules,
  { policy, spent, now }: { policy: SpendingPolicy; spent: Spent; now: number },
): Allowance[] {
  const spans = limitSpansAt(now, policy.timeZone)
  return (['day', 'week'] as const).flatMap((span) => {
    const ownCents = own[span].cents ?? Infinity
    const hostCents = policy[`${span}Cents`] ?? Infinity
    const limitCents = Math.min(ownCents, hostCents)
    if (limitCents === Infinity) return []
    const { openUntil } = spent
    const unspentCents = Math.max(0, limitCents - spent[`${span}Cents`])
    // A limit that was lowered may be less than what was begun before.
    const openCents = Math.min(spent.openCents, unspentCents)
    const leftCents = unspentCents - openCents
    const isOwn = ownCents <= hostCents
    return [{ span, limitCents, isOwn, openCents, openUntil, leftCents, endsAt: spans[span].end }]
  })
}

/** Returns whether any limit holds for a donor, so that what they have spent must be known. */
export function hasLimit({ day, week }: OwnRules, policy: SpendingPolicy): boolean {
  return [day.cents, week.cents, policy.dayCents, policy.weekCents].some((cents) => cents !== null)
}

/** Returns why an amount is refused, by the rule that refuses it the longest; undefined if none. */
export function findRefusal(
  own: OwnRules,
  facts: { amountCents: number; policy: SpendingPolicy; spent: Spent; now: number },
): SpendingRefusal | undefined {
  const { amountCents, policy, now } = facts
  const { timeZone } = policy
  if (own.pausedUntil > now) return { is: 'paused', until: own.pausedUntil, timeZone }
  const allowance = listAllowances(own, facts).findLast(({ leftCents }) => leftCents < amountCents)
  return allowance && { is: 'over-limit', amountCents, allowance, timeZone }
}

/** The time after which a limit that was raised or lifted holds, and for which a pause lasts, ms. */
export const DELAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns a limit after its donor has asked for another: a stricter one holds at once, and a looser
 * one after a day, counted from when it was asked for, or for one that was looser still.
 */
export function changeLimit(
  { cents: current, later }: OwnLimit,
  wanted: number | null,
  now: number,
): OwnLimit {
  if (looseness(wanted) <= looseness(current)) return { cents: wanted, later: null }
  const isCovered = later !== null && looseness(wanted) <= looseness(later.cents)
  return { cents: current, later: { cents: wanted, from: isCovered ? later.from : now + DELAY_MS } }
}

function looseness(cents: number | null): number {
  return cents ?? Infinity
}
