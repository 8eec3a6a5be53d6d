import type { Reader } from '#server/infra/database/database.ts'
import { findTeamNames, readChangedTeams } from '#server/features/donor-teams/donor-teams.ts'
import {
  findShown,
  isWithin,
  sumTeamDonors,
  type BoardChange,
  type CountedDonation,
  type DonationOwner,
  type RankKey,
  type ShownDonation,
  type TeamDonorSum,
} from '#server/features/ledger/ledger.ts'
import { RankedKeys } from './ranked-keys.ts'
import { requireRow, type Ranking, type RankingDeps } from './ranking.ts'
import { TeamSum, type DonorShare } from './team-sum.ts'

interface TeamRankingDeps extends RankingDeps {
  /** The amount by which teams rank: the sum of their donors, or that for each donor on average. */
  measure: 'sum' | 'average'
}

const NOTHING: DonorShare = {
  amountCents: 0,
  namedCents: 0,
  heldCents: 0,
  sequence: 0,
  nameSequence: null,
  heldSequence: null,
}

/**
 * Ranks teams by what was given for them in a span; of equals the one that was there first. A team's
 * row has the time and the sequence of its latest donation. What a donor has given for a team is
 * always read, never counted up; the sums of teams are those of their donors.
 */
export class TeamRanking implements Ranking {
  readonly keys = new RankedKeys()
  readonly #deps: TeamRankingDeps
  readonly #teams = new Map<string, TeamSum>()
  /** The key with which each team stands in `keys`. */
  readonly #placed = new Map<string, RankKey>()
  /** The teams of each donor whose shares must be read again. */
  readonly #changed = new Map<string, Set<string>>()
  /** The teams whose sums or names have changed since they were placed; kept if a reading fails. */
  readonly #touched = new Set<string>()
  #revision = 0

  constructor(deps: TeamRankingDeps) {
    this.#deps = deps
  }

  get teams(): ReadonlyMap<string, TeamSum> {
    return this.#teams
  }

  /** The version of the last change of a team. */
  get revision(): number {
    return this.#revision
  }

  get sumCents(): number {
    let sum = 0
    for (const { amountCents } of this.#teams.values()) sum += amountCents
    return sum
  }

  add(donation: CountedDonation): void {
    const { userId, teamId, amountCents, sequence, isNamed, isHeld } = donation
    if (teamId === null) return
    const team = this.#teamOf(teamId)
    const share = team.get(userId) ?? NOTHING
    team.set(userId, {
      amountCents: share.amountCents + amountCents,
      namedCents: share.namedCents + (isNamed ? amountCents : 0),
      heldCents: share.heldCents + (isHeld ? amountCents : 0),
      sequence: Math.max(share.sequence, sequence),
      nameSequence: Math.max(share.nameSequence ?? 0, isNamed ? sequence : 0) || null,
      heldSequence: Math.max(share.heldSequence ?? 0, isHeld ? sequence : 0) || null,
    })
    this.#touched.add(teamId)
  }

  apply({ times, previousAmountCents, row }: BoardChange, owner: DonationOwner | undefined): void {
    const wasNeverShown = previousAmountCents === null && row === null
    if (wasNeverShown || !isWithin(this.#deps.span, times)) return
    if (owner === undefined) throw new Error('The donor of a change is unknown.')
    const { userId, teamId } = owner
    if (teamId === null) return
    const teams = this.#changed.get(userId) ?? new Set()
    this.#changed.set(userId, teams.add(teamId))
  }

  find(teamId: string): RankKey | undefined {
    return this.#placed.get(teamId)
  }

  async settle(snapshot: Reader): Promise<void> {
    await this.#readShares(snapshot)
    const renamed = await readChangedTeams(snapshot, this.#revision)
    for (const { id, revision } of renamed) {
      this.#revision = Math.max(this.#revision, revision)
      if (this.#teams.has(id)) this.#touched.add(id)
    }
    for (const teamId of this.#touched) this.#place(teamId)
    this.#touched.clear()
  }

  async readRows(snapshot: Reader, keys: readonly RankKey[]): Promise<ShownDonation[]> {
    const sequences = keys.map(({ sequence }) => sequence)
    const latest = await findShown(snapshot, this.#deps.livemode, sequences)
    const rows = keys.map((key) => ({ key, row: requireRow(latest, key.sequence) }))
    const names = await findTeamNames(
      snapshot,
      rows.flatMap(({ row }) => row.teamId ?? []),
    )
    return rows.map(({ key: { amountCents, sequence }, row: { teamId, timestamp } }) => {
      const name = teamId === null ? undefined : names.get(teamId)
      if (teamId === null || name === undefined) throw new Error('A row has no team.')
      return { id: teamId, name, message: null, amountCents, timestamp, sequence }
    })
  }

  /** Reads what changed donors have given, and marks the teams that it was for. */
  async #readShares(snapshot: Reader): Promise<void> {
    if (this.#changed.size === 0) return
    const sums = await sumTeamDonors(snapshot, [...this.#changed.keys()], this.#deps)
    const byPair = new Map(sums.map((sum) => [`${sum.teamId} ${sum.userId}`, sum]))
    for (const [userId, teamIds] of this.#changed) {
      for (const teamId of teamIds) {
        const sum = byPair.get(`${teamId} ${userId}`)
        this.#teamOf(teamId).set(userId, sum && toShare(sum))
        this.#touched.add(teamId)
      }
    }
    this.#changed.clear()
  }

  /** Brings the key of a team to its sum, and tells of it. */
  #place(teamId: string): void {
    const before = this.#placed.get(teamId)
    if (before !== undefined) this.keys.remove(before)
    const team = this.#teamOf(teamId)
    if (team.size === 0) {
      this.#teams.delete(teamId)
      this.#placed.delete(teamId)
      if (before !== undefined) this.#deps.onTouch(teamId, null)
      return
    }
    const amountCents = this.#deps.measure === 'sum' ? team.amountCents : team.averageCents
    const key = { amountCents, sequence: team.sequence }
    this.#placed.set(teamId, key)
    this.keys.add(key)
    this.#deps.onTouch(teamId, key)
  }

  #teamOf(teamId: string): TeamSum {
    const team = this.#teams.get(teamId) ?? new TeamSum()
    this.#teams.set(teamId, team)
    return team
  }
}

function toShare({ userId: _user, teamId: _team, ...share }: TeamDonorSum): DonorShare {
  return share
}
