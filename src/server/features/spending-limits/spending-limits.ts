import type { Campaign } from '#contract/campaign.ts'
import type { SpendingPolicy } from './rules.ts'

// The database writer's thread loads this file, so it imports little: see `feature.ts` for the rest.

export { describeRefusal, findEnd, toRefusalError } from './refusal.ts'
export {
  findRefusal,
  hasLimit,
  limitSpansAt,
  NO_POLICY,
  NO_RULES,
  NOTHING_SPENT,
  type SpendingPolicy,
  type SpendingRefusal,
  type Spent,
} from './rules.ts'
export { findOwnRules, readOwnRules } from './store.ts'

/** Returns the limits that the host has set for every donor. */
export function toPolicy({
  spendingLimits,
  timeZone,
}: Pick<Campaign, 'spendingLimits' | 'timeZone'>): SpendingPolicy {
  return { ...spendingLimits, timeZone }
}
