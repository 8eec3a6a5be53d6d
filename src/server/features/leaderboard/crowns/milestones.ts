import type { Campaign } from '#contract/campaign.ts'

/** Returns the sums of the campaign's milestones and of its goal, in cents. */
export function listMilestones({ goal }: Pick<Campaign, 'goal'>): number[] {
  if (goal === null) return []
  return [...goal.milestones.map(({ amountCents }) => amountCents), goal.amountCents]
}
