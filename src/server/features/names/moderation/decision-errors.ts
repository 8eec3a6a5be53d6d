import { AppError } from '#contract/app-error.ts'
import type { Decided } from './decide.ts'

/** Words for what somebody else did to a text. */
const DONE: Record<NonNullable<Extract<Decided, { is: 'late' }>['decision']>['action'], string> = {
  approve: 'approved it',
  'approve-name': 'approved the name alone',
  deny: 'denied it',
  rename: 'renamed it',
  hide: 'hid it',
  show: 'showed it again',
  undo: 'took a decision back',
  edit: 'changed it',
}

/** Fails, with a sentence for the host, unless the decision was carried out. */
export function requireDone(decided: Decided): void {
  switch (decided.is) {
    case 'done':
      return
    case 'missing':
      throw new AppError('not-found', 'There is no such donation.')
    case 'nothing-to-undo':
      throw new AppError('failed-precondition', 'There is no decision about this text to undo.', {
        reason: 'NOTHING_TO_UNDO',
      })
    case 'late':
      throw new AppError('failed-precondition', describeLate(decided.decision), {
        reason: 'DECIDED_BEFORE',
      })
  }
}

function describeLate(decision: Extract<Decided, { is: 'late' }>['decision']): string {
  if (decision === null) return 'The donor has changed this text meanwhile: read it again.'
  return `Another host was first: ${decision.actor_name} ${DONE[decision.action]}. Look at it again.`
}
