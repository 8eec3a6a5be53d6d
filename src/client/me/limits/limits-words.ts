import { formatAmount } from '#contract/money.ts'
import type { OwnLimits, OwnLimitView } from '#contract/spending.ts'
import { formatMoment } from '#client/lib/moments.ts'

/** Says which limit holds until a raised or lifted one does; undefined if none waits. */
export function describeLater({ cents, later }: OwnLimitView): string | undefined {
  if (later === null) return undefined
  const wanted = later.cents === null ? 'No limit' : formatAmount(later.cents)
  const now = cents === null ? 'no limit' : formatAmount(cents)
  return `${wanted} from ${formatMoment(Date.parse(later.from))}; until then ${now}.`
}

export interface LimitFact {
  sentence: string
  /** The part of the limit that is neither used nor held by an open payment, 0 to 1. */
  leftShare: number
}

/** Says of each limit that holds what it leaves, and until when. */
export function listFacts({ left }: OwnLimits): LimitFact[] {
  return left.map(({ span, limitCents, isOwn, leftCents, openCents, endsAt }) => {
    const limit = `${formatAmount(limitCents)} a ${span}`
    const whole = isOwn ? `your ${limit}` : `the ${limit} that the host allows everybody`
    const open = openCents > 0 ? `; ${formatAmount(openCents)} wait in an open payment` : ''
    const end = formatMoment(Date.parse(endsAt))
    const sentence = `${formatAmount(leftCents)} of ${whole} are left until ${end}${open}.`
    return { sentence, leftShare: leftCents / limitCents }
  })
}
