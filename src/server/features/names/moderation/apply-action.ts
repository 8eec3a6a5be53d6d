import type { TextAction } from '#contract/host/texts.ts'
import type { TextRow } from '../shown.ts'
import type { DecisionRow } from './decision-reads.ts'

/** The decision that is taken back. */
export type Undone = Pick<DecisionRow, 'id' | 'action' | 'state_before' | 'hidden_before'>

/** Returns the texts after a decision. */
export function applyAction(
  row: TextRow,
  { action, name }: { action: TextAction; name: string | null },
  undone: Undone | undefined,
): TextRow {
  switch (action) {
    case 'approve':
      return { ...row, state: 'approved' }
    case 'approve-name':
      return { ...row, state: 'name-approved' }
    case 'deny':
      return { ...row, state: 'denied' }
    case 'rename':
      return { ...row, host_name: name, state: isHeld(row) ? 'name-approved' : row.state }
    case 'hide':
      return { ...row, hidden: 1 }
    case 'show':
      return { ...row, hidden: 0 }
    case 'undo':
      return undone === undefined ? row : takeBack(row, undone)
  }
}

/** Takes a decision back; after a change of the texts themselves the donor's own ones hold. */
function takeBack(row: TextRow, { action, state_before, hidden_before }: Undone): TextRow {
  const isChange = action === 'rename' || action === 'edit'
  return {
    ...row,
    state: state_before,
    hidden: hidden_before,
    ...(isChange && { host_name: null, host_message: null }),
  }
}

/** Returns whether a text is shown to nobody but its donor. */
function isHeld({ state }: TextRow): boolean {
  return state === 'pending' || state === 'flagged' || state === 'denied'
}
