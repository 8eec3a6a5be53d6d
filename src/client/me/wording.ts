import type { OwnPayment, OwnPaymentState } from '#contract/me.ts'
import { formatAmount } from '#contract/money.ts'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import type { OwnTexts } from '#contract/texts.ts'

/** The states of a donation in words. */
export const STATES: Record<OwnPaymentState, string> = {
  on_its_way: 'On its way',
  in_review: 'The host is checking it',
  counted: 'On the board',
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

/** The states of a donation's texts in words. */
export const TEXT_TAGS: Record<OwnTexts['state'], string | undefined> = {
  shown: undefined,
  waiting: 'Waits for approval',
  declined: 'Not approved',
  'message-declined': 'Message not approved',
  hidden: 'Hidden by the host',
}

/** Says what others see in place of a donor's texts; undefined if they see all of them. */
export function explainTexts({ state, anonymous, message }: OwnTexts): string | undefined {
  if (state === 'shown') return undefined
  if (state === 'message-declined') return 'Others see your name, without the message.'
  const name = anonymous && state !== 'hidden' ? ANONYMOUS : HELD_NAME
  const others = `thers see “${name}”${message === null ? '' : ', without the message'}.`
  return state === 'waiting' ? `Until then o${others}` : `O${others}`
}

/** Says what became of texts that a donor has just changed. */
export function describeChange(state: OwnTexts['state']): string {
  switch (state) {
    case 'shown':
      return 'Saved.'
    case 'waiting':
      return 'Saved. It waits for approval.'
    case 'declined':
    case 'message-declined':
      return 'Saved, but not approved: only you see it.'
    case 'hidden':
      return 'Saved. The host has hidden this donation’s name.'
  }
}
