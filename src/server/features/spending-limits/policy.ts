import type { Campaign } from '#contract/campaign.ts'
import type { SpendingPolicy } from './rules.ts'

/** Returns the limits that the host has set for every donor. */
export function toPolicy({
  spendingLimits,
  timeZone,
}: Pick<Campaign, 'spendingLimits' | 'timeZone'>): SpendingPolicy {
  return { ...spendingLimits, timeZone }
}
