import type { OwnPayment, OwnPaymentState } from '#contract/me.ts'
import { formatAmount } from '#contract/money.ts'

/** The states of a donation in words. */
export const STATES: Record<OwnPaymentState, string> = {
  on_its_way: 'On its way',
  in_review: 'The host is checking it',
  counted: 'Counts',
  part_refunded: 'Refunded in part',
  refunded: 'Refunded',
  disputed: 'Disputed',
  charged_back: 'Returned by your bank',
  deleted: 'Test donation, deleted',
}

/** Says what a state means for the donor; undefined where its name says it all. */
export function explainState({
  state,
  refundedCents,
  countedCents,
}: OwnPayment): string | undefined {
  switch (state) {
    case 'on_its_way':
      return 'Your payment is still being worked on. There is nothing to do, and nothing to pay again.'
    case 'in_review':
      return 'The payment differs from what was agreed. Please do not pay again.'
    case 'part_refunded':
      return `${formatAmount(refundedCents)} went back to you, ${formatAmount(countedCents)} counts.`
    case 'refunded':
      return 'All of it went back to where you paid from.'
    case 'disputed':
      return 'Your bank holds the money until the dispute is decided.'
    case 'charged_back':
      return 'The dispute was decided for you.'
    case 'counted':
    case 'deleted':
      return undefined
  }
}
