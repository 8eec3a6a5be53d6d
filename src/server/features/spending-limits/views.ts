import type { OwnLimits, OwnLimitView } from '#contract/spending.ts'
import { toIsoTime } from '#server/infra/personal-data.ts'
import {
  hasLimit,
  listAllowances,
  type Allowance,
  type OwnLimit,
  type OwnRules,
  type SpendingPolicy,
  type Spent,
} from './rules.ts'

export interface LimitFacts {
  own: OwnRules
  policy: SpendingPolicy
  spent: Spent
  /** Whether the host wants the page to speak of many donations in an hour. */
  quietWord: boolean
  lastHour: { count: number; amountCents: number }
  /** Unix ms. */
  now: number
}

/** Returns a donor's limits as they may see them. */
export function toOwnLimits(facts: LimitFacts): OwnLimits {
  const { own, policy, quietWord, lastHour, now } = facts
  const { dayCents, weekCents } = policy
  return {
    day: toLimitView(own.day),
    week: toLimitView(own.week),
    pausedUntil: own.pausedUntil > now ? toIsoTime(own.pausedUntil) : null,
    host: { dayCents, weekCents },
    left: listAllowances(own, facts).map(toAllowanceView),
    lastHour: quietWord || hasLimit(own, policy) ? lastHour : null,
  }
}

function toAllowanceView({ span, limitCents, isOwn, openCents, leftCents, endsAt }: Allowance) {
  return { span, limitCents, isOwn, openCents, leftCents, endsAt: new Date(endsAt).toISOString() }
}

function toLimitView({ cents, later }: OwnLimit): OwnLimitView {
  return {
    cents,
    later: later && { cents: later.cents, from: new Date(later.from).toISOString() },
  }
}
