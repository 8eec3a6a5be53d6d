import { randomUUIDv7 } from 'node:crypto'
import { stopAfter } from '#contract/full-stop.ts'
import type { AuditAction, AuditValues } from '#contract/host/audit.ts'
import type { RoundChange, RoundRequest } from '#contract/host/rounds.ts'
import { OVERTIME_MS } from '#contract/round-times.ts'
import { writeEach, type Write, type Writer } from '#server/infra/database/database.ts'
import { beginsInPast, toEndOfSecond, toSecond } from '#server/infra/whole-seconds.ts'
import type { ActionOutcome, NotDone } from '#server/http/action-outcome.ts'
import { recordAudit, type HostAction } from '#server/features/audit/audit.ts'
import { advanceBoard, lockBoard } from '#server/features/ledger/ledger.ts'
import { selectRounds } from './round-reads.ts'
import { endOf, toRound, type RoundRow } from './round.ts'

/** Creates a round. */
export const createRound: Write<HostAction & { request: RoundRequest }, ActionOutcome> = writeEach(
  'rounds.create',
  async (writer, { request, ...action }) => {
    const { overtimes, startsAt, endsAt, ...fields } = request
    const row: RoundRow = {
      ...fields,
      prize: noneIfEmpty(fields.prize),
      id: randomUUIDv7(),
      livemode: action.livemode,
      starts_at: toSecond(startsAt),
      ends_at: toSecond(endsAt),
      overtimes,
      overtimes_used: 0,
      ended_early: 0,
      cancelled_at: null,
      created_at: action.at,
    }
    await lockBoard(writer)
    const refused = findPast(row, action.at) ?? (await findProblem(writer, row))
    if (refused !== undefined) return { refused }
    await advanceBoard(writer)
    await writer.insertInto('rounds').values(row).execute()
    await record(writer, action, { action: 'round.created', before: undefined, after: row })
    return { id: row.id }
  },
)

/** Changes a round: anything before its start, then its name, its prize, and its end to a later one. */
export const changeRound: Write<HostAction & { id: string; change: RoundChange }, ActionOutcome> =
  writeEach('rounds.change', async (writer, { id, change, ...action }) => {
    const before = await requireOpen(writer, action, id)
    if ('notDone' in before) return before.notDone
    const after = applyChange(before, change)
    const refused =
      findRunningChange(before, after, action.at) ?? (await findProblem(writer, after))
    if (refused !== undefined) return { refused }
    const isExtended = before.starts_at <= action.at && endOf(after) > endOf(before)
    await update(writer, action, {
      action: isExtended ? 'round.extended' : 'round.edited',
      before,
      after,
    })
    return { id }
  })

/** Ends a round now. */
export const endRound: Write<HostAction & { id: string }, ActionOutcome> = writeEach(
  'rounds.end',
  async (writer, { id, ...action }) => {
    const before = await requireOpen(writer, action, id)
    if ('notDone' in before) return before.notDone
    if (action.at <= before.starts_at) return { refused: 'It has not begun: cancel it instead.' }
    const after = endAt(before, toEndOfSecond(action.at))
    await update(writer, action, { action: 'round.ended', before, after })
    return { id }
  },
)

/**
 * Returns a round that the host ends at an instant, with only so many of its overtimes that its own end
 * is after its start.
 */
function endAt(before: RoundRow, end: number): RoundRow {
  const most = Math.ceil((end - before.starts_at) / OVERTIME_MS) - 1
  const after = { ...before, overtimes_used: Math.min(before.overtimes_used, most) }
  return { ...after, ends_at: end - usedMs(after), ended_early: 1 }
}

/** Cancels a round, which has no results then. */
export const cancelRound: Write<HostAction & { id: string }, ActionOutcome> = writeEach(
  'rounds.cancel',
  async (writer, { id, ...action }) => {
    const before = await requireOpen(writer, action, id)
    if ('notDone' in before) return before.notDone
    const after = { ...before, cancelled_at: action.at }
    await update(writer, action, { action: 'round.cancelled', before, after })
    return { id }
  },
)

/** Adds the next overtime, unless another node has; `used` are those that the caller knows of. */
export const addOvertime: Write<{ id: string; used: number; endsAt: number }, boolean> = writeEach(
  'rounds.add-overtime',
  async (writer, { id, used, endsAt }) => {
    await lockBoard(writer)
    const { numUpdatedRows } = await writer
      .updateTable('rounds')
      .set({ overtimes_used: used + 1 })
      .where('id', '=', id)
      .where('overtimes_used', '=', used)
      .where('overtimes', '>', used)
      .where('ends_at', '=', endsAt)
      // A host who ends a round in its last second leaves its end as it was.
      .where('ended_early', '=', 0)
      .where('cancelled_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('round_results').select('version').where('round_id', '=', id))),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await advanceBoard(writer)
    return true
  },
)

function applyChange(before: RoundRow, change: RoundChange): RoundRow {
  const { startsAt, endsAt, prize = before.prize } = change
  return {
    ...before,
    name: change.name ?? before.name,
    prize: noneIfEmpty(prize),
    ranks: change.ranks ?? before.ranks,
    pending: change.pending ?? before.pending,
    overtimes: change.overtimes ?? before.overtimes,
    starts_at: startsAt === undefined ? before.starts_at : toSecond(startsAt),
    ends_at: endsAt === undefined ? before.ends_at : toSecond(endsAt) - usedMs(before),
  }
}

async function requireOpen(
  writer: Writer,
  { livemode, at }: HostAction,
  id: string,
): Promise<RoundRow | NotDone> {
  // Locked first, so that of two hosts the second one sees what the first one did.
  await lockBoard(writer)
  const row = await writer
    .selectFrom('rounds')
    .selectAll()
    .where('id', '=', id)
    .where('livemode', '=', livemode)
    .executeTakeFirst()
  if (row === undefined) return { notDone: { missing: 'There is no such round.' } }
  if (row.cancelled_at !== null) return { notDone: { refused: 'The round is cancelled.' } }
  const isOver = row.ended_early === 1 || endOf(row) <= at
  return isOver ? { notDone: { refused: 'The round is over.' } } : row
}

function usedMs({ overtimes_used: used }: RoundRow): number {
  return used * OVERTIME_MS
}

/** Returns why a round that has not begun cannot be: it ends, or begins, in the past. */
function findPast(row: RoundRow, at: number): string | undefined {
  if (endOf(row) <= at) return 'Its end is in the past.'
  return beginsInPast(row.starts_at, at)
    ? 'Its start is in the past: a round begins now or later.'
    : undefined
}

const FIXED = ['ranks', 'pending', 'starts_at', 'overtimes'] as const

/** Returns why a round that runs cannot be changed in this way: nobody's place may be taken away. */
function findRunningChange(before: RoundRow, after: RoundRow, at: number): string | undefined {
  if (before.starts_at > at) return findPast(after, at)
  if (endOf(after) <= at) return 'Its end is in the past.'
  if (FIXED.some((field) => before[field] !== after[field])) {
    return 'It runs: only its name, its prize and a later end can be set.'
  }
  return after.ends_at < before.ends_at ? 'It runs: its end can only be later, or now.' : undefined
}

/** Returns why a round cannot be: it ends before it starts, or another one runs at that time. */
async function findProblem(writer: Writer, row: RoundRow): Promise<string | undefined> {
  if (row.ends_at <= row.starts_at) return 'It must end after its start.'
  const others = await selectRounds(writer)
    .where('livemode', '=', row.livemode)
    .where('id', '<>', row.id)
    .where('cancelled_at', 'is', null)
    .where('starts_at', '<', latestEnd(row))
    .execute()
  const other = others.find((one) => latestEnd(one) > row.starts_at)
  return other && `Another round runs then: ${other.name}${stopAfter(other.name)}`
}

/** Returns the latest end that overtimes allow; of a round that is over, or has results, its end. */
function latestEnd(row: RoundRow & { results?: number | null }): number {
  const isOver = row.ended_early === 1 || typeof row.results === 'number'
  return isOver ? endOf(row) : row.ends_at + row.overtimes * OVERTIME_MS
}

interface Change {
  action: AuditAction
  before: RoundRow | undefined
  after: RoundRow
}

async function update(writer: Writer, action: HostAction, change: Change): Promise<void> {
  await advanceBoard(writer)
  const { id, livemode: _mode, created_at: _created, ...values } = change.after
  await writer.updateTable('rounds').set(values).where('id', '=', id).execute()
  await record(writer, action, change)
}

async function record(writer: Writer, { actor, at }: HostAction, change: Change): Promise<void> {
  const { action, before, after } = change
  const subject = { kind: 'round', id: after.id }
  const values = (row: RoundRow | undefined) => (row === undefined ? null : toValues(row))
  await recordAudit(writer, {
    at,
    actor,
    action,
    subject,
    before: values(before),
    after: values(after),
  })
}

function noneIfEmpty(text: string | null): string | null {
  return text === '' ? null : text
}

function toValues(row: RoundRow): AuditValues {
  const { name, prize, ranks, startsAt, endsAt, overtime, pending, cancelled } = toRound(row, null)
  return { name, prize, ranks, startsAt, endsAt, overtimes: overtime.max, pending, cancelled }
}
