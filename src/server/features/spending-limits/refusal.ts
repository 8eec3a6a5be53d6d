import { AppError } from '#contract/app-error.ts'
import { formatAmount } from '#contract/money.ts'
import { OVER_LIMIT, PAUSED } from '#contract/spending-reasons.ts'
import type { ToldTime } from '#contract/told-time.ts'
import type { Allowance, SpendingRefusal } from './rules.ts'

/** Returns the error of a payment that its donor's limits or pause refuse. */
export function toRefusalError(refusal: SpendingRefusal): AppError {
  const reason = refusal.is === 'paused' ? PAUSED : OVER_LIMIT
  const until = findEnd(refusal)
  const options = { reason, ...(until && { details: { until } }) }
  return new AppError('failed-precondition', describeRefusal(refusal), options)
}

/** Says in one sentence what refuses a payment, and when that ends. */
export function describeRefusal(refusal: SpendingRefusal): string {
  const until = findEnd(refusal)?.words
  if (refusal.is === 'paused') return `You have paused your donations until ${until}.`
  const { openCents, leftCents } = refusal.allowance
  const limit = describeLimit(refusal.allowance)
  if (isHeldByOpen(refusal)) {
    const end = until === undefined ? '' : ` until ${until} at the latest`
    return `${limit}, and ${formatAmount(openCents)} of it wait to be paid${end}.`
  }
  if (leftCents === 0) return `${limit}, and it is used up until ${until}.`
  return `${limit}, and ${formatAmount(leftCents)} of it are left until ${until}.`
}

/**
 * Returns when what refuses a payment ends, as the sentence tells it; undefined for open payments
 * whose money is on its way, which comes when it comes.
 */
export function findEnd(refusal: SpendingRefusal): ToldTime | undefined {
  const { timeZone } = refusal
  if (refusal.is === 'paused') return toMoment(refusal.until, timeZone)
  const { endsAt, openUntil } = refusal.allowance
  if (!isHeldByOpen(refusal)) {
    const words = describeEnd(refusal.allowance, timeZone)
    return { at: new Date(endsAt).toISOString(), words }
  }
  return openUntil === null ? undefined : toMoment(openUntil, timeZone)
}

/** Returns whether there would be room for a payment without those that are open. */
function isHeldByOpen({ allowance, amountCents }: OverLimit): boolean {
  return allowance.leftCents + allowance.openCents >= amountCents
}

type OverLimit = Extract<SpendingRefusal, { is: 'over-limit' }>

function describeLimit({ isOwn, limitCents, span }: Allowance): string {
  const amount = `${formatAmount(limitCents)} a ${span}`
  return isOwn ? `Your limit is ${amount}` : `The limit here is ${amount} for everybody`
}

/** Says when a day or a week ends, by its last day: an hour of the next one would name a wrong day. */
function describeEnd({ span, endsAt }: Allowance, timeZone: string): string {
  if (span === 'day') return `midnight (${timeZone})`
  return `the end of ${formatDay(endsAt - 1, timeZone)} (${timeZone})`
}

function formatDay(time: number, timeZone: string): string {
  return new Date(time).toLocaleDateString('en-US', { ...DAY, timeZone })
}

/** Tells a time without its year: it is at most a day away. */
function toMoment(time: number, timeZone: string): ToldTime {
  const format = { ...DAY, hour: 'numeric', minute: '2-digit', timeZone } as const
  const at = new Date(time)
  return { at: at.toISOString(), words: `${at.toLocaleString('en-US', format)} (${timeZone})` }
}

const DAY = { month: 'short', day: 'numeric' } as const
