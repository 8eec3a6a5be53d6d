import { AppError } from '#contract/app-error.ts'
import type { Campaign } from '#contract/campaign.ts'
import { formatAmount } from '#contract/money.ts'

type Amounts = Pick<Campaign, 'amounts' | 'spendingLimits'>

/**
 * Throws `invalid-argument` if a campaign would take larger donations than the configuration allows
 * (`mostCents`), or so small ones alone that its limits for everybody leave none.
 */
export function requirePayable({ amounts, spendingLimits }: Amounts, mostCents: number): void {
  if (amounts.maxCents > mostCents) {
    throw refusal(
      `The largest donation can be at most ${formatAmount(mostCents)}: the server's MAX_DONATION_CENTS says so.`,
    )
  }
  const { dayCents, weekCents } = spendingLimits
  for (const [span, limitCents] of Object.entries({ day: dayCents, week: weekCents })) {
    if (limitCents === null || limitCents >= amounts.minCents) continue
    throw refusal(
      `The limit a ${span} for everybody must not be below the smallest donation, ${formatAmount(amounts.minCents)}: nobody could give anything.`,
    )
  }
}

function refusal(sentence: string): AppError {
  return new AppError('invalid-argument', sentence)
}
