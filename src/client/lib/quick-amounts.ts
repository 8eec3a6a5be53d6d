import type { Campaign } from '#contract/campaign.ts'

const DEFAULT_QUICK_CENTS = [500, 1_000, 2_500, 10_000]

/**
 * Returns amounts to offer, the lowest first: the host's own, or else the usual ones, or some from
 * the host's limits.
 */
export function findQuickAmounts(amounts: Campaign['amounts']): number[] {
  const { minCents, maxCents, defaultCents, chipsCents } = amounts
  if (chipsCents.length > 0) return chipsCents
  const usual = DEFAULT_QUICK_CENTS.filter((cents) => cents >= minCents && cents <= maxCents)
  if (usual.length > 2) return usual
  const suggested = new Set([minCents, defaultCents, ...usual, maxCents])
  return [...suggested].toSorted((one, other) => one - other).slice(-DEFAULT_QUICK_CENTS.length)
}
