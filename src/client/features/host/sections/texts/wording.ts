import type { HoldReason, HostText, HostTexts, TextAction } from '#contract/host/texts.ts'
import { HELD_NAME } from '#contract/stand-in-names.ts'
import { formatAmount } from '#contract/money.ts'

/** Says how many texts wait, as the heading. */
export function describeWaiting({ pending, flagged }: HostTexts['counts']): string {
  const waiting = pending + flagged
  if (waiting === 0) return 'No text waits.'
  return waiting === 1 ? 'One text waits.' : `${waiting} texts wait.`
}

/** Returns the name by which a text is spoken of. */
export function nameOf({ approved }: HostText): string {
  return approved.name ?? HELD_NAME
}

/** Returns the text that a list shows of a donation: why it was stopped, or what a person reads. */
export function summarize(text: HostText): string {
  const isForAll = text.reasons.every(({ cause }) => cause === 'hold')
  return isForAll ? (text.approved.message ?? 'No message.') : describeReasons(text)
}

/** Says why a text is held or denied. */
export function describeReasons({ reasons, amountCents }: HostText): string {
  const sentences = reasons.map((reason) => describeReason(reason, amountCents))
  return sentences.length === 0 ? 'Nothing was found in it.' : sentences.join(' ')
}

function describeReason({ cause, field, match }: HoldReason, amountCents: number): string {
  switch (cause) {
    case 'listed':
      return `The word list found ‘${match}’ in the ${field}.`
    case 'word':
      return `‘${match}’, in the ${field}, is one of your words.`
    case 'amount':
      return `${formatAmount(amountCents)} is one of your amounts.`
    case 'hold':
      return 'Every text waits for a person.'
    case 'corrected':
      return 'A host has corrected this donation before.'
  }
}

/** Says that no money of a donation counts, and so no row of it is shown. */
export function describeGone(amountCents: number): string {
  return `None of its ${formatAmount(amountCents)} counts now: the leaderboard does not show it, whatever you decide.`
}

const DONE: Record<TextAction | 'edit', string> = {
  approve: 'approved',
  'approve-name': 'approved by name alone',
  deny: 'denied',
  rename: 'renamed',
  hide: 'hidden',
  show: 'shown again',
  undo: 'taken back',
  edit: 'changed',
}

/** Says what was decided, and who did it. */
export function describeDecision({ decision }: HostText): string {
  if (decision === null) return 'not decided'
  return `${DONE[decision.action]} by ${decision.isMine ? 'you' : decision.by}`
}

/** Says that another host was first with a text, and what they did. */
export function describeMeanwhile(text: HostText): string {
  return `Meanwhile ${describeDecision(text)}.`
}

/** Says what an action of this host has done, for a screen reader. */
export function describeDone(action: TextAction, name: string): string {
  return `${name}: ${DONE[action]}.`
}
