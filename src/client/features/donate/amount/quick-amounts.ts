import type { PublicConfig } from '#contract/config.ts'

const DEFAULT_QUICK_CENTS = [500, 1_000, 2_500, 10_000]

/** Returns amounts to offer, the lowest first: the usual ones, or some from the host's limits. */
export function findQuickAmounts({ minCents, maxCents, defaultCents }: PublicConfig['limits']) {
  const usual = DEFAULT_QUICK_CENTS.filter((cents) => cents >= minCents && cents <= maxCents)
  if (usual.length > 2) return usual
  const suggested = new Set([minCents, defaultCents, ...usual, maxCents])
  return [...suggested].toSorted((one, other) => one - other).slice(-DEFAULT_QUICK_CENTS.length)
}
