import { formatAmount } from '#contract/money.ts'
import type { OwnLimits } from '#contract/spending.ts'
import { QUIET_WORD_FROM } from '#contract/spending-reasons.ts'
import { formatEnd } from '#client/lib/moments.ts'

/**
 * Returns the sentences that a donor should know before they pay: a pause, what is left of a limit
 * that is near, and how much it was in the last hour. Mostly there are none.
 */
export function listLimitWords(limits: OwnLimits): string[] {
  const { pausedUntil } = limits
  if (pausedUntil !== null) {
    return [`You have paused your donations until ${formatEnd(Date.parse(pausedUntil))}.`]
  }
  return [describeLeft(limits), describeLastHour(limits)].filter((words) => words !== undefined)
}

/** Says what is left of the limit that leaves least, once half of it is used. */
function describeLeft({ left }: OwnLimits): string | undefined {
  const [least] = left.toSorted((one, other) => one.leftCents - other.leftCents)
  if (least === undefined || least.leftCents > least.limitCents / 2) return undefined
  const { isOwn, span, leftCents, limitCents, openCents } = least
  const open = openCents > 0 ? `, and ${formatShort(openCents)} wait to be paid` : ''
  const limit = `${formatShort(limitCents)} a ${span}`
  const whole = isOwn ? `your ${limit}` : `the ${limit} that everybody may give here`
  return `${formatShort(leftCents)} of ${whole} are left${open}.`
}

const COUNTS = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function describeLastHour({ lastHour }: OwnLimits): string | undefined {
  if (lastHour === null || lastHour.count < QUIET_WORD_FROM) return undefined
  const { count, amountCents } = lastHour
  const times = COUNTS[count - QUIET_WORD_FROM] ?? String(count)
  return `You gave ${times} times in the last hour: ${formatShort(amountCents)}.`
}

/** Formats cents without the cents of whole dollars: `$20`, `$20.50`. */
function formatShort(amountCents: number): string {
  return formatAmount(amountCents).replace(/\.00$/, '')
}
