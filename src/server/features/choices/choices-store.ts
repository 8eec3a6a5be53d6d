import { randomUUIDv7 } from 'node:crypto'
import { MAX_OPEN_CHOICES } from '#contract/choices.ts'
import type { AuditAction, AuditValues } from '#contract/host/audit.ts'
import type { ChoiceChange, ChoiceRequest } from '#contract/host/choices.ts'
import { writeEach, type Write, type Writer } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import type { ActionOutcome, NotDone } from '#server/http/action-outcome.ts'
import { recordAudit, type HostAction } from '#server/features/audit/audit.ts'
import { advanceBoard, lockBoard } from '#server/features/ledger/ledger.ts'
import {
  countMostOpen,
  hasLabels,
  toChoice,
  type ChoiceOption,
  type ChoiceRow,
  type KnownChoice,
} from './choice.ts'
import { findChoice } from './choice-reads.ts'
import { findFixedChange, findFixing } from './fixing.ts'

/** Creates a choice. */
export const createChoice: Write<HostAction & { request: ChoiceRequest }, ActionOutcome> =
  writeEach('choices.create', async (writer, { request, ...action }) => {
    const row: ChoiceRow = {
      id: randomUUIDv7(),
      livemode: action.livemode,
      question: request.question,
      opens_at: Date.parse(request.opensAt),
      closes_at: Date.parse(request.closesAt),
      closed_early: 0,
      voted: 0,
      cancelled_at: null,
      withdrawn_at: null,
      created_at: action.at,
    }
    await lockBoard(writer)
    const refused = await findProblem(writer, row, action.at)
    if (refused !== undefined) return { refused }
    await advanceBoard(writer)
    await writer.insertInto('choices').values(row).execute()
    const options = await insertOptions(writer, row.id, request.options)
    const after = { row, options }
    await record(writer, action, { action: 'choice.created', before: undefined, after })
    return { id: row.id }
  })

/** Changes a choice: anything while no vote is paid or can be, else its closing to a later time. */
export const changeChoice: Write<HostAction & { id: string; change: ChoiceChange }, ActionOutcome> =
  writeEach('choices.change', async (writer, { id, change, ...action }) => {
    const before = await requireChoice(writer, action, id)
    if ('notDone' in before) return before.notDone
    if (before.row.closes_at <= action.at) return { refused: 'The choice is closed.' }
    const row = applyChange(before.row, change)
    const fixing = await findFixing(writer, before)
    const refused =
      (fixing && findFixedChange(before, row, change, fixing)) ??
      (await findProblem(writer, row, action.at))
    if (refused !== undefined) return { refused }
    const options = await replaceOptions(writer, before, {
      question: row.question,
      labels: change.options,
    })
    await update(writer, action, {
      action: fixing ? 'choice.extended' : 'choice.edited',
      before,
      after: { row, options },
    })
    return { id }
  })

/** Closes a choice now. */
export const endChoice: Write<HostAction & { id: string }, ActionOutcome> = writeEach(
  'choices.end',
  async (writer, { id, ...action }) => {
    const before = await requireChoice(writer, action, id)
    if ('notDone' in before) return before.notDone
    const { opens_at: opensAt, closes_at: closesAt } = before.row
    if (closesAt <= action.at) return { refused: 'The choice is closed already.' }
    if (action.at <= opensAt) return { refused: 'It is not open yet: cancel it instead.' }
    const row = { ...before.row, closes_at: action.at, closed_early: 1 as const }
    const after = { ...before, row }
    await update(writer, action, { action: 'choice.ended', before, after })
    return { id }
  },
)

/** Cancels a choice, which has no results then; the donations stay. */
export const cancelChoice: Write<HostAction & { id: string }, ActionOutcome> = writeEach(
  'choices.cancel',
  async (writer, { id, ...action }) => {
    const before = await requireChoice(writer, action, id)
    if ('notDone' in before) return before.notDone
    const after = { ...before, row: { ...before.row, cancelled_at: action.at } }
    await update(writer, action, { action: 'choice.cancelled', before, after })
    return { id }
  },
)

/** Takes a closed choice off the page; its results stay. */
export const withdrawChoice: Write<HostAction & { id: string }, ActionOutcome> = writeEach(
  'choices.withdraw',
  async (writer, { id, ...action }) => {
    const before = await requireChoice(writer, action, id)
    if ('notDone' in before) return before.notDone
    if (before.row.closes_at > action.at) return { refused: 'It is open: close it first.' }
    if (before.row.withdrawn_at !== null) return { refused: 'It is off the page already.' }
    const after = { ...before, row: { ...before.row, withdrawn_at: action.at } }
    await update(writer, action, { action: 'choice.withdrawn', before, after })
    return { id }
  },
)

function applyChange(before: ChoiceRow, { question, opensAt, closesAt }: ChoiceChange): ChoiceRow {
  return {
    ...before,
    question: question ?? before.question,
    opens_at: opensAt === undefined ? before.opens_at : Date.parse(opensAt),
    closes_at: closesAt === undefined ? before.closes_at : Date.parse(closesAt),
  }
}

async function requireChoice(
  writer: Writer,
  action: HostAction,
  id: string,
): Promise<KnownChoice | NotDone> {
  // Locked first: of two hosts the second one sees what the first one did, and no payment votes
  // for the first time meanwhile.
  await lockBoard(writer)
  await writer
    .updateTable('choices')
    .set(({ ref }) => ({ voted: ref('voted') }))
    .where('id', '=', id)
    .execute()
  const known = await findChoice(writer, action.livemode, id)
  if (known === undefined) return { notDone: { missing: 'There is no such choice.' } }
  if (known.row.cancelled_at === null) return known
  return { notDone: { refused: 'The choice is cancelled.' } }
}

/** Returns why a choice cannot be: it closes before it opens, or too many are open at that time. */
async function findProblem(
  writer: Writer,
  row: ChoiceRow,
  at: number,
): Promise<string | undefined> {
  if (row.closes_at <= row.opens_at) return 'It must close after its opening.'
  if (row.closes_at <= at) return 'Its closing is in the past.'
  const from = Math.max(row.opens_at, at)
  const others = await writer
    .selectFrom('choices')
    .select(['opens_at', 'closes_at'])
    .where('livemode', '=', row.livemode)
    .where('id', '<>', row.id)
    .where('cancelled_at', 'is', null)
    .where('opens_at', '<', row.closes_at)
    .where('closes_at', '>', from)
    .execute()
  if (countMostOpen(others, from) < MAX_OPEN_CHOICES) return undefined
  return `At most ${MAX_OPEN_CHOICES} choices can be open at the same time.`
}

async function insertOptions(
  writer: Writer,
  choiceId: string,
  labels: readonly string[],
): Promise<ChoiceOption[]> {
  const rows = labels.map((label, position) => ({
    id: randomUUIDv7(),
    choice_id: choiceId,
    position,
    label,
  }))
  await insertRows(writer, 'choice_options', rows)
  return rows.map(({ id, label }) => ({ id, label }))
}

/**
 * Replaces the options if their labels differ. What ended unpaid may be paid after all: then its vote
 * must not count for another question, so that once somebody has voted no option outlives a change.
 */
async function replaceOptions(
  writer: Writer,
  { row, options }: KnownChoice,
  {
    question,
    labels = options.map(({ label }) => label),
  }: { question: string; labels?: string[] | undefined },
): Promise<ChoiceOption[]> {
  const isOther = row.voted === 1 && question !== row.question
  // Pages that show the same options may go on voting for them.
  if (!isOther && hasLabels(options, labels)) return options
  await writer.deleteFrom('choice_options').where('choice_id', '=', row.id).execute()
  return insertOptions(writer, row.id, labels)
}

interface Change {
  action: AuditAction
  before: KnownChoice | undefined
  after: KnownChoice
}

async function update(writer: Writer, action: HostAction, change: Change): Promise<void> {
  await advanceBoard(writer)
  const { id, livemode: _mode, created_at: _created, voted: _voted, ...values } = change.after.row
  await writer.updateTable('choices').set(values).where('id', '=', id).execute()
  await record(writer, action, change)
}

async function record(writer: Writer, { actor, at }: HostAction, change: Change): Promise<void> {
  const { action, before, after } = change
  await recordAudit(writer, {
    at,
    actor,
    action,
    subject: { kind: 'choice', id: after.row.id },
    before: before ? toValues(before) : null,
    after: toValues(after),
  })
}

function toValues(known: KnownChoice): AuditValues {
  const { question, options, opensAt, closesAt } = toChoice(known)
  const { cancelled_at: cancelledAt, withdrawn_at: withdrawnAt } = known.row
  return {
    question,
    options: options.map(({ label }) => label),
    opensAt,
    closesAt,
    cancelled: cancelledAt !== null,
    withdrawn: withdrawnAt !== null,
  }
}
