import { AppError } from '#contract/app-error.ts'
import { formatAmount } from '#contract/money.ts'
import { OVER_LIMIT, PAUSED } from '#contract/spending-reasons.ts'
import type { Allowance, SpendingRefusal } from './rules.ts'

/** Returns the error of a payment that its donor's limits or pause refuse. */
export function toRefusalError(refusal: SpendingRefusal): AppError {
  const reason = refusal.is === 'paused' ? PAUSED : OVER_LIMIT
  return new AppError('failed-precondition', describeRefusal(refusal), { reason })
}

/** Says in one sentence what refuses a payment, and when that ends. */
export function describeRefusal(refusal: SpendingRefusal): string {
  const { timeZone } = refusal
  if (refusal.is === 'paused') {
    return `You have paused your donations until ${formatMoment(refusal.until, timeZone)}.`
  }
  const { allowance, amountCents } = refusal
  const { leftCents, openCents } = allowance
  const limit = describeLimit(allowance)
  if (leftCents + openCents >= amountCents) {
    return `${limit}, and ${formatAmount(openCents)} of it wait to be paid${describeOpenEnd(allowance, timeZone)}.`
  }
  const end = describeEnd(allowance, timeZone)
  if (leftCents === 0) return `${limit}, and it is used up until ${end}.`
  return `${limit}, and ${formatAmount(leftCents)} of it are left until ${end}.`
}

function describeLimit({ isOwn, limitCents, span }: Allowance): string {
  const amount = `${formatAmount(limitCents)} a ${span}`
  return isOwn ? `Your limit is ${amount}` : `The limit here is ${amount} for everybody`
}

/** Says when open payments end at the latest; money that is on its way comes when it comes. */
function describeOpenEnd({ openUntil }: Allowance, timeZone: string): string {
  return openUntil === null ? '' : ` until ${formatMoment(openUntil, timeZone)} at the latest`
}

/** Says when a day or a week ends, by its last day: an hour of the next one would name a wrong day. */
function describeEnd({ span, endsAt }: Allowance, timeZone: string): string {
  if (span === 'day') return `midnight (${timeZone})`
  return `the end of ${formatDay(endsAt - 1, timeZone)} (${timeZone})`
}

function formatDay(time: number, timeZone: string): string {
  return new Date(time).toLocaleDateString('en-US', { ...DAY, timeZone })
}

/** Formats a time without its year: it is at most a day away. */
function formatMoment(time: number, timeZone: string): string {
  const format = { ...DAY, hour: 'numeric', minute: '2-digit', timeZone } as const
  return `${new Date(time).toLocaleString('en-US', format)} (${timeZone})`
}

const DAY = { month: 'short', day: 'numeric' } as const
