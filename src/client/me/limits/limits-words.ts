import { formatAmount } from '#contract/money.ts'
import type { OwnLimits, OwnLimitView } from '#contract/spending.ts'
import { formatEnd, formatMoment } from '#client/lib/moments.ts'

/** Says which limit holds until a raised or lifted one does; undefined if none waits. */
export function describeLater({ cents, later }: OwnLimitView): string | undefined {
  if (later === null) return undefined
  const now = cents === null ? 'No limit' : formatAmount(cents)
  return `${now} until ${formatMoment(Date.parse(later.from))}.`
}

export interface LimitFact {
  sentence: string
  /** The part of the limit that is used or held by an open payment, 0 to 1. */
  usedShare: number
}

/** Says of each limit that holds how much of it is used, and what it leaves until when. */
export function listFacts({ left }: OwnLimits): LimitFact[] {
  return left.map(({ span, limitCents, isOwn, leftCents, openCents, endsAt }) => {
    const usedCents = limitCents - leftCents
    const limit = `${formatAmount(limitCents)} a ${span}`
    const whole = isOwn ? `your ${limit}` : `the ${limit} that the host allows everybody`
    const open = openCents > 0 ? `, ${formatAmount(openCents)} of it not paid yet` : ''
    const end = formatEnd(Date.parse(endsAt))
    // More may have been given before the limit was lowered, so no sum of that is told.
    const sentence =
      leftCents === 0
        ? `All of ${whole} is used${open}: nothing is left until ${end}.`
        : `${formatAmount(usedCents)} of ${whole} used${open}, ${formatAmount(leftCents)} left until ${end}.`
    return { sentence, usedShare: usedCents / limitCents }
  })
}
