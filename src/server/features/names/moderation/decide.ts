import type { HostDonationChange, TextAction } from '#contract/host/texts.ts'
import { writeEach, type Writer } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { findDonation, lockBoard } from '#server/features/ledger/ledger.ts'
import type { TextRow } from '../shown.ts'
import { requireTextRow, updateTexts } from '../store.ts'
import { applyAction, type Undone } from './apply-action.ts'
import { findLastDecision, findUndoable, type DecisionRow } from './decision-reads.ts'
import type { Moderator } from './moderator.ts'
import { recordTextAudit } from './text-audit.ts'

interface Target {
  donationId: string
  livemode: Livemode
  moderator: Moderator
  at: number
}

interface Decision extends Target {
  action: TextAction
  /** The revision that the host has read. */
  revision: number
  /** The cleaned name of a rename. */
  name: string | null
}

/** The result of a decision. */
export type Decided =
  | { is: 'done' }
  | { is: 'missing' }
  /** A decision, or a change by the donor, since the host read the text. */
  | { is: 'late'; decision: Pick<DecisionRow, 'action' | 'actor_name'> | null }
  | { is: 'nothing-to-undo' }

/** Decides about a text, unless it has changed since the host read it. */
export const decideText = writeEach(
  'names.decide',
  async (writer, input: Decision): Promise<Decided> => {
    const row = await findRow(writer, input)
    if (row === undefined) return { is: 'missing' }
    const { action, revision } = input
    if (row.revision !== revision) {
      const last = await findLastDecision(writer, row.donation_id)
      const isNewer = last !== undefined && last.revision > revision
      return { is: 'late', decision: isNewer ? last : null }
    }
    const undone = action === 'undo' ? await findUndoable(writer, row) : undefined
    if (action === 'undo' && undone === undefined) return { is: 'nothing-to-undo' }
    await store(writer, input, { row, after: applyAction(row, input, undone), action, undone })
    return { is: 'done' }
  },
)

/** Changes what is shown of any donation, whatever was decided before. */
export const changeShown = writeEach(
  'names.change-shown',
  async (writer, input: Target & { change: HostDonationChange }): Promise<Decided> => {
    const row = await findRow(writer, input)
    if (row === undefined) return { is: 'missing' }
    const after = applyChange(row, input.change)
    await store(writer, input, { row, after, action: toAction(input.change), undone: undefined })
    return { is: 'done' }
  },
)

/** Returns the texts after a change by the host, who by it approves what they wrote, and no more. */
function applyChange(row: TextRow, { hidden, displayName, message }: HostDonationChange): TextRow {
  const named = displayName === undefined ? row : applyName(row, displayName)
  const worded = message === undefined ? named : applyMessage(named, message)
  if (hidden === undefined) return worded
  return applyAction(worded, { action: hidden ? 'hide' : 'show', name: null }, undefined)
}

function applyName(row: TextRow, name: string | null): TextRow {
  if (name !== null) return applyAction(row, { action: 'rename', name }, undefined)
  // The donor's own name may be one that was held.
  const isUnknown = row.host_name !== null && row.state !== 'clear'
  return { ...row, host_name: null, state: isUnknown ? 'pending' : row.state }
}

function applyMessage(row: TextRow, message: string | null): TextRow {
  const state = row.state === 'name-approved' ? 'approved' : row.state
  return { ...row, host_message: message ?? '', state }
}

function toAction(change: HostDonationChange): 'edit' | 'hide' | 'show' {
  if (isEdit(change)) return 'edit'
  return change.hidden === true ? 'hide' : 'show'
}

function isEdit({ displayName, message }: HostDonationChange): boolean {
  return displayName !== undefined || message !== undefined
}

async function findRow(
  writer: Writer,
  { donationId, livemode, at }: Target,
): Promise<TextRow | undefined> {
  // The second of two hosts who decide at once sees what the first one did.
  await lockBoard(writer)
  const donation = await findDonation(writer, donationId)
  if (donation?.livemode !== livemode) return undefined
  return requireTextRow(writer, donation, at)
}

interface Step {
  row: TextRow
  after: TextRow
  action: DecisionRow['action']
  undone: Undone | undefined
}

async function store(
  writer: Writer,
  { moderator, at }: Target,
  { row, after, action, undone }: Step,
): Promise<void> {
  const revision = row.revision + 1
  await writer
    .insertInto('text_decisions')
    .values({
      donation_id: row.donation_id,
      revision,
      action,
      actor_id: moderator.id,
      actor_name: moderator.name,
      at,
      state_before: row.state,
      hidden_before: row.hidden,
      undoes: undone?.id ?? null,
    })
    .execute()
  await updateTexts(writer, { ...after, revision, updated_at: at })
  await recordTextAudit(writer, { moderator, at, action, before: row, after })
}
