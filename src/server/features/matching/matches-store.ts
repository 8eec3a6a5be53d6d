import { randomUUIDv7 } from 'node:crypto'
import type { AuditAction, AuditValues } from '#contract/host/audit.ts'
import type { MatchChange, MatchRequest } from '#contract/host/matches.ts'
import { MAX_MATCHES, MAX_MATCHES_IN_ALL } from '#contract/matches.ts'
import { writeEach, type Write, type Writer } from '#server/infra/database/database.ts'
import { beginsInPast, toEndOfSecond, toSecond } from '#server/infra/whole-seconds.ts'
import type { ActionOutcome, NotDone } from '#server/http/action-outcome.ts'
import { recordAudit, type HostAction } from '#server/features/audit/audit.ts'
import { advanceBoard, lockBoard } from '#server/features/ledger/ledger.ts'
import { toMatch, type MatchRow } from './match.ts'

/** Creates a match. */
export const createMatch: Write<HostAction & { request: MatchRequest }, ActionOutcome> = writeEach(
  'matches.create',
  async (writer, { request, ...action }) => {
    const row: MatchRow = {
      id: randomUUIDv7(),
      livemode: action.livemode,
      sponsor: request.sponsor,
      rate_percent: request.ratePercent,
      cap_cents: request.capCents,
      starts_at: toSecond(request.startsAt),
      ends_at: toSecond(request.endsAt),
      stopped_early: 0,
      cancelled_at: null,
      created_at: action.at,
    }
    await lockBoard(writer)
    const refused = findPast(row, action.at) ?? (await findExcess(writer, action))
    if (refused !== undefined) return { refused }
    await advanceBoard(writer)
    await writer.insertInto('matches').values(row).execute()
    await record(writer, action, { action: 'match.created', before: undefined, after: row })
    return { id: row.id }
  },
)

/** Changes a match: anything before its start, then its name, and its cap and end to more. */
export const changeMatch: Write<HostAction & { id: string; change: MatchChange }, ActionOutcome> =
  writeEach('matches.change', async (writer, { id, change, ...action }) => {
    const before = await requireMatch(writer, action, id)
    if ('notDone' in before) return before.notDone
    if (isOver(before, action.at)) return { refused: 'The match is over.' }
    const after = applyChange(before, change)
    const refused = findRunningChange(before, after, action.at) ?? findProblem(after, action.at)
    if (refused !== undefined) return { refused }
    await update(writer, action, { action: 'match.edited', before, after })
    return { id }
  })

/** Stops a match now: what it has matched stays. */
export const stopMatch: Write<HostAction & { id: string }, ActionOutcome> = writeEach(
  'matches.stop',
  async (writer, { id, ...action }) => {
    const before = await requireMatch(writer, action, id)
    if ('notDone' in before) return before.notDone
    if (isOver(before, action.at)) return { refused: 'The match is over already.' }
    if (action.at <= before.starts_at) return { refused: 'It has not begun: cancel it instead.' }
    const after = { ...before, ends_at: toEndOfSecond(action.at), stopped_early: 1 as const }
    await update(writer, action, { action: 'match.stopped', before, after })
    return { id }
  },
)

/** Cancels a match, which matches nothing then. */
export const cancelMatch: Write<HostAction & { id: string }, ActionOutcome> = writeEach(
  'matches.cancel',
  async (writer, { id, ...action }) => {
    const before = await requireMatch(writer, action, id)
    if ('notDone' in before) return before.notDone
    const after = { ...before, cancelled_at: action.at }
    await update(writer, action, { action: 'match.cancelled', before, after })
    return { id }
  },
)

function applyChange(before: MatchRow, change: MatchChange): MatchRow {
  const { startsAt, endsAt } = change
  return {
    ...before,
    sponsor: change.sponsor ?? before.sponsor,
    rate_percent: change.ratePercent ?? before.rate_percent,
    cap_cents: change.capCents ?? before.cap_cents,
    starts_at: startsAt === undefined ? before.starts_at : toSecond(startsAt),
    ends_at: endsAt === undefined ? before.ends_at : toSecond(endsAt),
  }
}

async function requireMatch(
  writer: Writer,
  action: HostAction,
  id: string,
): Promise<MatchRow | NotDone> {
  // Locked first, so that of two hosts the second one sees what the first one did.
  await lockBoard(writer)
  const row = await writer
    .selectFrom('matches')
    .selectAll()
    .where('id', '=', id)
    .where('livemode', '=', action.livemode)
    .executeTakeFirst()
  if (row === undefined) return { notDone: { missing: 'There is no such match.' } }
  if (row.cancelled_at === null) return row
  return { notDone: { refused: 'The match is cancelled.' } }
}

/** Returns why a match that runs cannot be changed in this way: donors were told what it adds. */
function findRunningChange(before: MatchRow, after: MatchRow, at: number): string | undefined {
  if (before.starts_at > at) return findPast(after, at)
  if (before.rate_percent !== after.rate_percent || before.starts_at !== after.starts_at) {
    return 'It runs: only its name, a larger cap and a later end can be set.'
  }
  if (after.cap_cents < before.cap_cents) return 'It runs: its cap can only be larger.'
  if (after.ends_at < before.ends_at) return 'It runs: its end can only be later, or now.'
  return undefined
}

/** Returns why a match that has not begun cannot be. */
function findPast(row: MatchRow, at: number): string | undefined {
  const problem = findProblem(row, at)
  if (problem !== undefined || !beginsInPast(row.starts_at, at)) return problem
  return 'Its start is in the past: a match begins now or later.'
}

function isOver({ stopped_early: stopped, ends_at: endsAt }: MatchRow, at: number): boolean {
  return stopped === 1 || endsAt <= at
}

function findProblem(row: MatchRow, at: number): string | undefined {
  if (row.ends_at <= row.starts_at) return 'It must end after its start.'
  return row.ends_at <= at ? 'Its end is in the past.' : undefined
}

/** Returns why one more match cannot be: too many are to end yet, or pages would list too many. */
async function findExcess(
  writer: Writer,
  { livemode, at }: Pick<HostAction, 'livemode' | 'at'>,
): Promise<string | undefined> {
  const ends = await writer
    .selectFrom('matches')
    .select('ends_at')
    .where('livemode', '=', livemode)
    .where('cancelled_at', 'is', null)
    .execute()
  if (ends.length >= MAX_MATCHES_IN_ALL)
    return `There can be at most ${MAX_MATCHES_IN_ALL} matches.`
  const open = ends.filter(({ ends_at: endsAt }) => endsAt > at)
  if (open.length < MAX_MATCHES) return undefined
  return `There can be at most ${MAX_MATCHES} matches at a time.`
}

interface Change {
  action: AuditAction
  before: MatchRow | undefined
  after: MatchRow
}

async function update(writer: Writer, action: HostAction, change: Change): Promise<void> {
  await advanceBoard(writer)
  const { id, livemode: _mode, created_at: _created, ...values } = change.after
  await writer.updateTable('matches').set(values).where('id', '=', id).execute()
  await record(writer, action, change)
}

async function record(writer: Writer, { actor, at }: HostAction, change: Change): Promise<void> {
  const { action, before, after } = change
  await recordAudit(writer, {
    at,
    actor,
    action,
    subject: { kind: 'match', id: after.id },
    before: before ? toValues(before) : null,
    after: toValues(after),
  })
}

function toValues(row: MatchRow): AuditValues {
  const { sponsor, ratePercent, capCents, startsAt, endsAt } = toMatch(row, 0)
  const cancelled = row.cancelled_at !== null
  return { sponsor, ratePercent, capCents, startsAt, endsAt, cancelled }
}
