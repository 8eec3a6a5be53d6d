import type { Campaign } from '#contract/campaign.ts'

/**
 * Returns whether a viewer who named a version of the campaign has another than the current one.
 * Rounds, choices and matches change without a new version, so whoever comes while there is one may
 * have another, and so may whoever was shown one, and names no version.
 */
export function isOther(named: number | null | undefined, campaign: Campaign): boolean {
  const { version, round, choices, matches } = campaign
  const isRunning = round !== undefined || choices !== undefined || matches !== undefined
  return named !== undefined && (named !== version || isRunning)
}
