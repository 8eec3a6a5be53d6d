import type { BoardDescription } from '#contract/boards.ts'
import type { LeaderboardChange, Total } from '#contract/leaderboard.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  compareRank,
  isSameSpan,
  toPublicDonation,
  type BoardChange,
  type DonationOwner,
  type RankKey,
  type ShownDonation,
  type CountedSpan,
} from '#server/features/ledger/ledger.ts'
import { Announcer, type AnnouncerDeps } from '../announcer.ts'
import type { Announcement } from '../change-batch.ts'
import { createRanking } from './create-ranking.ts'
import type { RankedKeys } from './ranked-keys.ts'
import { loadRanking, type Ranking } from './ranking.ts'
import type { TeamSum } from './team-sum.ts'
import { RowBatch } from './row-batch.ts'
import { toBoardVersion } from './board-version.ts'

/** The rows whose names are in memory; the largest first page fits in. */
const WINDOW_ROWS = 500

export interface ProjectionDeps extends AnnouncerDeps {
  description: BoardDescription
  livemode: Livemode
  /** Returns the public id of an account; see `createDonorIds`. */
  toDonorId: (userId: string) => string
}

/** The span that a board shall show, and the version of the feed that the snapshot has. */
export interface FollowedPoint {
  span: CountedSpan
  feedVersion: number
}

/** The state of a board that readers get, all of one version. */
interface View {
  span: CountedSpan
  keys: RankedKeys
  version: number
  total: Total
  /** The highest rows. */
  rows: readonly ShownDonation[]
}

/**
 * A board of a span in memory: the keys of all rows in their order, and the highest rows whole. It
 * takes the change feed of the ledger, and is always equal to what a new one would load.
 */
export class Projection {
  readonly description: BoardDescription
  readonly #deps: ProjectionDeps
  readonly #announcer: Announcer
  readonly #batch = new RowBatch()
  /** The highest rows by sequence, without those that have changed since they were read. */
  #rows = new Map<number, ShownDonation>()
  /** True if one of the highest rows has changed since they were read. */
  #isWindowChanged = true
  #ranking: Ranking | undefined
  #view: View | undefined

  constructor(deps: ProjectionDeps) {
    this.description = deps.description
    this.#deps = deps
    this.#announcer = new Announcer(deps)
  }

  /** Loads the board from a snapshot. */
  static async load(
    deps: ProjectionDeps,
    snapshot: Reader,
    point: FollowedPoint,
  ): Promise<Projection> {
    const projection = new Projection(deps)
    await projection.follow(snapshot, point)
    // The board is new to all viewers: there is nothing to announce.
    projection.#batch.clear(projection.view.version)
    return projection
  }

  get view(): View {
    if (this.#view === undefined) throw new Error('The board has not been loaded.')
    return this.#view
  }

  /** Returns the row of a key if it is in memory, at this position of the board. */
  rowAt(position: number, { sequence, amountCents }: RankKey): ShownDonation | undefined {
    const row = this.view.rows[position - 1]
    return row?.sequence === sequence && row.amountCents === amountCents ? row : undefined
  }

  /** Returns the key of the row of an account, or of a team on a board of teams. */
  findOwn(id: string): RankKey | undefined {
    return this.#requireRanking().find?.(id)
  }

  /** Returns the public id of the row of an account on a board of donors, whether it has one or not. */
  idOf(userId: string): string {
    return this.#requireRanking().idOf?.(userId) ?? this.#deps.toDonorId(userId)
  }

  /** Returns the donation from which the row of an account has its name; see `Ranking.namingOf`. */
  namingOf(userId: string): number | null {
    return this.#requireRanking().namingOf?.(userId) ?? null
  }

  /** The teams with their donors; none on other boards. */
  get teams(): ReadonlyMap<string, TeamSum> {
    return this.#requireRanking().teams ?? new Map()
  }

  /** Takes a change of the feed. One that does not fit what is in memory has the board read anew. */
  apply(change: BoardChange, owner: DonationOwner | undefined): void {
    this.#batch.retracts ||= change.retracts
    try {
      this.#ranking?.apply(change, owner)
    } catch (error) {
      this.#ranking = undefined
      this.#deps.report(error)
    }
  }

  /** Brings the board to the snapshot, all of whose changes have been applied, and to its span. */
  async follow(snapshot: Reader, { span, feedVersion }: FollowedPoint): Promise<void> {
    const isSame = this.#view !== undefined && isSameSpan(this.#view.span, span)
    if (this.#ranking !== undefined && isSame) await this.#ranking.settle(snapshot)
    else await this.#begin(snapshot, span)
    const { keys, sumCents = keys.sumCents, revision = 0 } = this.#requireRanking()
    const rows = await this.#readHighest(snapshot)
    const version = toBoardVersion(span, Math.max(feedVersion, revision))
    const total = { count: keys.size, amountCents: sumCents }
    this.#view = { span, keys, version, total, rows }
  }

  /** Reads the rows of keys; the snapshot must be of the board's version. */
  readRows(snapshot: Reader, keys: readonly RankKey[]): Promise<ShownDonation[]> {
    return this.#requireRanking().readRows(snapshot, keys)
  }

  /** Announces what has changed, unless the last announcement is still being sent. */
  async announce(snapshot: Reader): Promise<void> {
    if (!this.hasNews || this.#announcer.isPausing) return
    const { version } = this.view
    const { since, retracts, resets } = this.#batch
    const change = await this.#describe(snapshot)
    this.#batch.clear(version)
    const announcement: Announcement = { since, version, change, retracts }
    this.#announcer.send(resets ? { ...announcement, resets } : announcement)
  }

  /** True for versions without changes too, as viewers compare their version with the newest. */
  get hasNews(): boolean {
    return this.#batch.resets || this.view.version !== this.#batch.since
  }

  /** Loads another span; until it is there, the old one stays. */
  async #begin(snapshot: Reader, span: CountedSpan): Promise<void> {
    const { livemode, toDonorId, description } = this.#deps
    const onTouch = (id: string, key: RankKey | null) => this.#touch(id, key)
    const deps = { livemode, span, onTouch }
    const spanId = `${description.id} ${span.start}`
    const ranking = createRanking(description, { ...deps, toDonorId, spanId })
    this.#ranking = await loadRanking(snapshot, ranking, deps)
    await this.#ranking.settle(snapshot)
    this.#rows.clear()
    this.#isWindowChanged = true
    this.#batch.resets = true
  }

  #touch(id: string, key: RankKey | null): void {
    if (key !== null) {
      this.#rows.delete(key.sequence)
      const lowest = this.#view?.rows.at(-1)
      if (lowest === undefined || compareRank(key, lowest) <= 0) this.#isWindowChanged = true
    }
    this.#batch.touch(id, key)
  }

  /** Returns the highest rows; those of before if none has come, gone or changed. */
  async #readHighest(snapshot: Reader): Promise<readonly ShownDonation[]> {
    const ranking = this.#requireRanking()
    const before = this.#view?.rows
    // A row that goes without another one that comes moves the lowest.
    const [lowest, lowestBefore] = [ranking.keys.at(WINDOW_ROWS), before?.at(WINDOW_ROWS - 1)]
    const isSame = lowest && lowestBefore && compareRank(lowest, lowestBefore) === 0
    if (before && isSame && !this.#isWindowChanged) return before
    const keys = ranking.keys.slice(0, WINDOW_ROWS)
    const missing = keys.filter(({ sequence }) => !this.#rows.has(sequence))
    const read = missing.length === 0 ? [] : await ranking.readRows(snapshot, missing)
    for (const row of read) this.#rows.set(row.sequence, row)
    const rows = keys.flatMap(({ sequence }) => this.#rows.get(sequence) ?? [])
    this.#rows = new Map(rows.map((row) => [row.sequence, row]))
    this.#isWindowChanged = false
    return rows
  }

  /** Describes the changed rows with their positions; null if a snapshot costs less. */
  async #describe(snapshot: Reader): Promise<LeaderboardChange | null> {
    const { keys, version, total } = this.view
    const changed = this.#batch.list()
    if (changed === undefined) return null
    const upserted = [...changed.values()].filter((key) => key !== null)
    const rows = await this.readRows(snapshot, upserted)
    const upserts = rows.map((row) => toPublicDonation(row, keys.countBefore(row) + 1))
    return {
      version,
      upserts: upserts.toSorted((a, b) => a.position - b.position),
      removals: [...changed].flatMap(([id, key]) => (key === null ? id : [])),
      total,
    }
  }

  #requireRanking(): Ranking {
    if (this.#ranking === undefined) throw new Error('The board has not been loaded.')
    return this.#ranking
  }
}
