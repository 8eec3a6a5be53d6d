import { randomUUIDv7 } from 'node:crypto'
import type { AuditAction } from '#contract/host/audit.ts'
import { TEAM_REASONS } from '#contract/donor-teams/reasons.ts'
import { MAX_OPEN_TEAMS } from '#contract/donor-teams/modes.ts'
import { writeEach, type Reader, type Write, type Writer } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { ALL_TIME } from '#server/infra/time-span.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { advanceBoard, lockBoard, sumDonors } from '#server/features/ledger/ledger.ts'
import { createLookAlike, readScreening, screen } from '#server/features/names/names.ts'
import type { TeamRefusal } from './membership.ts'
import { TAKEN, type TeamName } from './team-names.ts'
import { findTeam, type TeamRow } from './team-reads.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The result of a change: the team, or why it was refused. */
export type TeamOutcome = { team: TeamRow } | { refused: TeamRefusal }

/** Who wants to found a team. */
export interface Founder {
  userId: string
  livemode: Livemode
}

/** Founds a team of a donor, whose name is screened. */
export const foundTeam: Write<{ founder: Founder; name: TeamName; at: number }, TeamOutcome> =
  writeEach('donor-teams.found', async (writer, { founder, name, at }) => {
    const { userId } = founder
    await lockBoard(writer)
    const refused = (await findCap(writer, founder, at)) ?? (await findLookAlike(writer, name))
    if (refused !== undefined) return { refused }
    const rules = await readScreening(writer)
    const { state } = screen({ name: name.name, message: null, amountCents: 0 }, rules)
    if (state === 'denied') return { refused: DENIED }
    const isHeld = state === 'clear' ? 0 : 1
    const revision = await advanceBoard(writer)
    const team = toRow(name, { isHeld, founderId: userId, at, revision })
    await writer.insertInto('donor_teams').values(team).execute()
    return { team }
  })

interface HostAction {
  actor: AuditActor
  at: number
}

/** Creates a team of the hosts, whose name nobody screens. */
export const createTeam: Write<HostAction & { name: TeamName }, TeamOutcome> = writeEach(
  'donor-teams.create',
  async (writer, { name, actor, at }) => {
    await lockBoard(writer)
    const refused = await findTaken(writer, name)
    if (refused !== undefined) return { refused }
    const revision = await advanceBoard(writer)
    const team = toRow(name, { isHeld: 0, founderId: null, at, revision })
    await writer.insertInto('donor_teams').values(team).execute()
    await record(writer, { actor, at }, { action: 'team.created', before: undefined, after: team })
    return { team }
  },
)

export interface TeamChange extends HostAction {
  id: string
  name?: TeamName | undefined
  open?: boolean | undefined
  approved?: true | undefined
}

/** Changes a team: its name, which is not held any more then, and whether it is open. */
export const changeTeam: Write<TeamChange, TeamOutcome | undefined> = writeEach(
  'donor-teams.change',
  async (writer, { id, name, open, approved, ...action }) => {
    await lockBoard(writer)
    const before = await findTeam(writer, id)
    if (before === undefined) return undefined
    // A team keeps the name that it has, also beside one that looks like it.
    const isRenamed = name !== undefined && name.name !== before.name
    const refused = isRenamed ? await findTaken(writer, name, id) : undefined
    if (refused !== undefined) return { refused }
    const isSettled = name !== undefined || approved === true
    const after: TeamRow = {
      ...before,
      ...(name && { name: name.name, name_key: name.key }),
      is_held: isSettled ? 0 : before.is_held,
      closed_at: open === undefined ? before.closed_at : toClosedAt(before, open, action.at),
      revision: await advanceBoard(writer),
    }
    const { id: _id, ...values } = after
    await writer.updateTable('donor_teams').set(values).where('id', '=', id).execute()
    for (const what of listActions(before, after)) {
      await record(writer, action, { action: what, before, after })
    }
    return { team: after }
  },
)

/** Returns why an account can found no team now; undefined if it can. */
export async function findCap(
  reader: Reader,
  { userId, livemode }: Founder,
  at: number,
): Promise<TeamRefusal | undefined> {
  // Accounts cost nothing, so that one person could found all teams that there can be.
  const given = await sumDonors(reader, [userId], { livemode, span: ALL_TIME })
  if (!given.has(userId)) return { reason: TEAM_REASONS.full, sentence: UNKNOWN }
  const recent = await reader
    .selectFrom('donor_teams')
    .select('id')
    .where('founder_id', '=', userId)
    .where('founded_at', '>', at - DAY_MS)
    .limit(1)
    .executeTakeFirst()
  return recent === undefined ? findTooMany(reader) : { reason: TEAM_REASONS.full, sentence: DAILY }
}

/** Caps the teams of donors, who cannot lock out the hosts: these may open further ones. */
async function findTooMany(reader: Reader): Promise<TeamRefusal | undefined> {
  const { count } = await reader
    .selectFrom('donor_teams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < MAX_OPEN_TEAMS) return undefined
  const sentence = `There are ${MAX_OPEN_TEAMS} constellations, and there can be no more: join one of them.`
  return { reason: TEAM_REASONS.full, sentence }
}

/** Refuses a name that another team has. */
async function findTaken(
  reader: Reader,
  { key }: TeamName,
  except = '',
): Promise<TeamRefusal | undefined> {
  const other = await reader
    .selectFrom('donor_teams')
    .select('id')
    .where('name_key', '=', key)
    .where('id', '<>', except)
    .limit(1)
    .executeTakeFirst()
  return other && NAME_TAKEN
}

/** Refuses a donor's name that another team has, or that looks like one. */
async function findLookAlike(
  reader: Reader,
  { name, key }: TeamName,
): Promise<TeamRefusal | undefined> {
  const others = await reader.selectFrom('donor_teams').select(['name', 'name_key']).execute()
  const isLike = createLookAlike(name, key)
  const isTaken = others.some(
    (other) => other.name_key === key || isLike(other.name, other.name_key),
  )
  return isTaken ? NAME_TAKEN : undefined
}

const NAME_TAKEN: TeamRefusal = { reason: TEAM_REASONS.name, sentence: TAKEN }

const UNKNOWN = 'Donate here once: then you can start a constellation.'

const DAILY =
  'You have started a constellation in the last 24 hours: start the next one later, or join one.'

const DENIED: TeamRefusal = {
  reason: TEAM_REASONS.name,
  sentence: 'This name cannot be used here: choose another.',
}

function toRow(
  { name, key }: TeamName,
  rest: { isHeld: 0 | 1; founderId: string | null; at: number; revision: number },
): TeamRow {
  return {
    id: randomUUIDv7(),
    name,
    name_key: key,
    is_held: rest.isHeld,
    founder_id: rest.founderId,
    founded_at: rest.at,
    closed_at: null,
    revision: rest.revision,
  }
}

function toClosedAt({ closed_at: closedAt }: TeamRow, open: boolean, at: number): number | null {
  return open ? null : (closedAt ?? at)
}

function listActions(before: TeamRow, after: TeamRow): AuditAction[] {
  const actions: AuditAction[] = []
  if (before.name !== after.name) actions.push('team.renamed')
  else if (before.is_held !== after.is_held) actions.push('team.approved')
  const [was, is] = [before.closed_at === null, after.closed_at === null]
  if (was !== is) actions.push(is ? 'team.opened' : 'team.closed')
  return actions
}

interface RecordedChange {
  action: AuditAction
  before: TeamRow | undefined
  after: TeamRow
}

/** Records a change; the name of a donor's team can be erased with the account of its founder. */
async function record(
  writer: Writer,
  { actor, at }: HostAction,
  { action, before, after }: RecordedChange,
): Promise<void> {
  const { founder_id: userId } = after
  const toValues = (row: TeamRow | undefined) =>
    row === undefined
      ? null
      : { ...(userId === null && { name: row.name }), open: row.closed_at === null }
  await recordAudit(writer, {
    at,
    actor,
    action,
    subject: { kind: 'donor-team', id: after.id },
    before: toValues(before),
    after: toValues(after),
    ...(userId !== null && {
      texts: { userId, before: { name: before?.name ?? null }, after: { name: after.name } },
    }),
  })
}
