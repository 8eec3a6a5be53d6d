import { TEAM_REASONS } from '#contract/donor-teams/reasons.ts'
import type { Reader, Writer } from '#server/infra/database/database.ts'
import { sumDonors, type CountedSpan } from '#server/features/ledger/ledger.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { findMembership, findTeam, showTeamName, type TeamRow } from './team-reads.ts'

/** What decides about a change of team, beside the account. */
export interface TeamPolicy {
  /** False while there are no teams. */
  areOn: boolean
  livemode: Livemode
  /** The round that runs, or is to come: a payment that is begun before it may be taken in it. */
  round: { name: string; span: CountedSpan } | undefined
}

/** The policy of a server without teams. */
export const NO_TEAMS: TeamPolicy = { areOn: false, livemode: 0, round: undefined }

/** Says why an account does not get into a team. */
export interface TeamRefusal {
  reason: (typeof TEAM_REASONS)[keyof typeof TEAM_REASONS]
  sentence: string
}

export interface TeamWish {
  userId: string
  /** Null for none; undefined for the team that the account is in. */
  teamId: string | null | undefined
  /** Unix ms. */
  at: number
}

/** Returns whether an account has payments under way, which may still be for its team. */
type HasPending = (reader: Reader, userId: string) => Promise<boolean>

/** The team for the next donation of an account, and whether it has to join it; or why not. */
export type JudgedTeam = { teamId: string | null; isNew: boolean } | { refused: TeamRefusal }

/**
 * Judges whether an account gets into the team that it chooses, or is bound to another one, and
 * stores nothing. The account must be locked (`lockAccounts`), so that no payment of it begins
 * meanwhile.
 */
export async function judgeTeam(
  reader: Reader,
  { userId, teamId }: TeamWish,
  policy: TeamPolicy,
  hasPending: HasPending,
): Promise<JudgedTeam> {
  if (!policy.areOn) {
    return typeof teamId === 'string' ? { refused: NONE } : { teamId: null, isNew: false }
  }
  const current = await findMembership(reader, userId)
  const ownId = current?.closed_at === null ? current.id : null
  if (teamId === undefined || teamId === ownId) return { teamId: ownId, isNew: false }
  const refused =
    (await findMissing(reader, userId, teamId)) ??
    (await findBond(reader, { userId, current }, policy, hasPending))
  return refused === undefined ? { teamId, isNew: true } : { refused }
}

/** Brings an account into the team that it was judged to get into; returns that team's id. */
export async function storeTeam(
  writer: Writer,
  { userId, at }: Pick<TeamWish, 'userId' | 'at'>,
  judged: JudgedTeam,
): Promise<string | null> {
  if ('refused' in judged) throw new Error('A refused team cannot be stored.')
  const { teamId, isNew } = judged
  if (isNew) await storeMembership(writer, { userId, teamId, at })
  return teamId
}

/**
 * Returns why an account cannot leave its team now: what it has given in the round, or may give in
 * it, counts for that team. Undefined if it can.
 */
export async function findBond(
  reader: Reader,
  { userId, current }: { userId: string; current: TeamRow | undefined },
  { round, livemode }: TeamPolicy,
  hasPending: HasPending,
): Promise<TeamRefusal | undefined> {
  if (round === undefined || current === undefined || current.closed_at !== null) return undefined
  const name = await showTeamName(reader, current, userId)
  // What is under way comes first: it may be counted in between, and then the second look sees it.
  if (await hasPending(reader, userId)) {
    const sentence = `A payment of yours for ${name} is still open: finish or cancel it first. While “${round.name}” runs, who has given for a constellation stays in it.`
    return { reason: TEAM_REASONS.bound, sentence }
  }
  const given = await sumDonors(reader, [userId], { livemode, span: round.span })
  if (!given.has(userId)) return undefined
  const sentence = `You have given in “${round.name}” and are with ${name} until it ends: constellations change only between rounds.`
  return { reason: TEAM_REASONS.bound, sentence }
}

async function findMissing(
  reader: Reader,
  userId: string,
  teamId: string | null,
): Promise<TeamRefusal | undefined> {
  if (teamId === null) return undefined
  const team = await findTeam(reader, teamId)
  if (team === undefined) return GONE
  if (team.closed_at === null) return undefined
  return closed(await showTeamName(reader, team, userId))
}

async function storeMembership(
  writer: Writer,
  { userId, teamId, at }: { userId: string; teamId: string | null; at: number },
): Promise<void> {
  if (teamId === null) {
    await writer.deleteFrom('donor_team_members').where('user_id', '=', userId).execute()
    return
  }
  const row = { team_id: teamId, since: at }
  await writer
    .insertInto('donor_team_members')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

const NONE: TeamRefusal = {
  reason: TEAM_REASONS.gone,
  sentence: 'There are no constellations here just now: choose none.',
}

const GONE: TeamRefusal = {
  reason: TEAM_REASONS.gone,
  sentence: 'There is no such constellation any more: choose another one.',
}

function closed(name: string): TeamRefusal {
  return { reason: TEAM_REASONS.gone, sentence: `${name} is closed: choose another constellation.` }
}
