import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import type { BoardList } from '#contract/board-list.ts'
import {
  DEFAULT_BOARD_ID,
  describeBoard,
  listBoards,
  type BoardDescription,
  type BoardId,
} from '#contract/boards.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import {
  findDonors,
  isSameSpan,
  readFeed,
  readVersion,
  type CountedSpan,
} from '#server/features/ledger/ledger.ts'
import { CHANGES_A_ROUND } from '../board-follower.ts'
import type { Boards, Leaderboard, Listener, RankedBoard, Sky } from '../leaderboard.ts'
import { orUnavailable, SnapshotRounds } from '../snapshot-rounds.ts'
import { createDonorIds } from './donor-ids.ts'
import { createProjectedBoard } from './projected-board.ts'
import { Projection } from './projection.ts'
import { hasInstant } from '#server/infra/time-span.ts'
import { listProjected, spanOf, type BoardsCampaign } from './projected-boards.ts'
import { toInstants } from './span-instants.ts'

/** The id by which the board of the current round can be asked for, whatever it ranks. */
const ROUND_BOARD = 'round'

/** The time before a span ends from which a timer waits for it, ms; the polls come as often. */
const TURN_AHEAD_MS = 1_000

export interface BoardsDeps {
  database: Database
  /** The board of all donations, which is the default board. */
  leaderboard: Leaderboard
  /** Says which boards exist, and in which time zone. */
  campaign: { readonly current: BoardsCampaign }
  /** The host's maximum for one donation; each read gives the latest. */
  limits: { maxCents: number }
  /** The server's secret, from which the public ids of donors are derived. */
  secret: string
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

export function createBoards(deps: BoardsDeps): Boards {
  return new ProjectedBoards(deps)
}

interface Projected {
  projection: Projection
  board: RankedBoard
  timeZone: string
}

/** Projects all boards but the default one from one pass over the change feed. */
class ProjectedBoards implements Boards {
  readonly #deps: BoardsDeps
  readonly #rounds: SnapshotRounds
  readonly #toDonorId: (userId: string) => string
  readonly #projected = new Map<BoardId, Projected>()
  readonly #removalListeners: ((board: RankedBoard) => void)[] = []
  readonly #report: (error: unknown) => void
  #feedVersion = 0
  #cancelTurn = () => {}

  constructor(deps: BoardsDeps) {
    this.#deps = deps
    this.#report = reportFailure(deps.logger, 'the boards could not be brought up to date')
    this.#toDonorId = createDonorIds(deps.secret)
    this.#rounds = new SnapshotRounds(deps.database, {
      follow: (snapshot) => this.#follow(snapshot),
      finish: (snapshot) => this.#announce(snapshot),
    })
  }

  async catchUp(): Promise<void> {
    this.#dropUnwanted()
    if (this.#wantedIds().length > 0) await this.#rounds.catchUp()
  }

  async open(id: string): Promise<RankedBoard> {
    const isWanted = (one: BoardId) => one === id || (id === ROUND_BOARD && one.endsWith('-round'))
    const wanted = listBoards(this.#deps.campaign.current).find(isWanted)
    if (wanted === undefined) throw new AppError('not-found', 'There is no such board.')
    return wanted === DEFAULT_BOARD_ID ? this.#deps.leaderboard : (await this.#find(wanted)).board
  }

  async openSky(id: string): Promise<Sky | undefined> {
    const wanted = this.#wantedIds().find((one) => one === id)
    return wanted && (await this.#find(wanted)).board.sky
  }

  async list(): Promise<BoardList> {
    const boards = listBoards(this.#deps.campaign.current)
    return { boards: await Promise.all(boards.map((id) => this.#summarise(id))) }
  }

  onRemoved(listener: (board: RankedBoard) => void): void {
    this.#removalListeners.push(listener)
  }

  async close(): Promise<void> {
    this.#cancelTurn()
    await this.#rounds.close()
  }

  async #summarise(id: BoardId): Promise<BoardList['boards'][number]> {
    const { total } = await this.open(id)
    const span = this.#projected.get(id)?.projection.view.span
    return { ...describeBoard(id), ...toInstants(describeBoard(id).span, span), total }
  }

  async #find(id: BoardId): Promise<Projected> {
    const known = this.#projected.get(id)
    if (known !== undefined && this.#isCurrent(known, this.#deps.clock())) return known
    await orUnavailable(this.catchUp())
    const found = this.#projected.get(id)
    if (found === undefined) throw new AppError('not-found', 'There is no such board any more.')
    return found
  }

  #isCurrent({ projection: { description, view }, timeZone }: Projected, now: number): boolean {
    if (timeZone !== this.#deps.campaign.current.timeZone) return false
    if (description.span !== 'round') return hasInstant(view.span, now)
    return isSameSpan(view.span, this.#spanOf(description, now))
  }

  #wantedIds(): BoardId[] {
    return listProjected(this.#deps.campaign.current)
  }

  #spanOf(description: BoardDescription, now: number): CountedSpan {
    return spanOf(description, now, this.#deps.campaign.current)
  }

  #dropUnwanted(): void {
    const wanted = new Set(this.#wantedIds())
    for (const [id, { board }] of this.#projected) {
      if (wanted.has(id)) continue
      this.#projected.delete(id)
      for (const listener of this.#removalListeners) listener(board)
    }
  }

  /** Returns whether all changes are applied; then the boards are at the snapshot's version. */
  async #follow(snapshot: Reader): Promise<boolean> {
    if (this.#projected.size === 0) this.#feedVersion = await readVersion(snapshot)
    else if (!(await this.#applyFeed(snapshot))) return false
    const now = this.#deps.clock()
    const { timeZone } = this.#deps.campaign.current
    for (const id of this.#wantedIds()) await this.#bring(id, snapshot, { now, timeZone })
    return true
  }

  async #applyFeed(snapshot: Reader): Promise<boolean> {
    const { livemode } = this.#deps.leaderboard
    const changes = await readFeed(snapshot, {
      livemode,
      after: this.#feedVersion,
      limit: CHANGES_A_ROUND,
    })
    const projections = [...this.#projected.values()].map(({ projection }) => projection)
    const needsDonors = projections.some(({ description }) => description.ranks !== 'donation')
    const sequences = needsDonors ? changes.map(({ sequence }) => sequence) : []
    const donors = await findDonors(snapshot, sequences)
    for (const change of changes) {
      for (const projection of projections) projection.apply(change, donors.get(change.sequence))
      this.#feedVersion = change.version
    }
    if (changes.length === CHANGES_A_ROUND) return false
    // A change of boards but no donation, such as a round's new end, takes a version without a row.
    this.#feedVersion = await readVersion(snapshot)
    return true
  }

  /** Brings a board to the snapshot and to the span of now; loads it if it is new. */
  async #bring(
    id: BoardId,
    snapshot: Reader,
    { now, timeZone }: { now: number; timeZone: string },
  ): Promise<void> {
    const description = describeBoard(id)
    const known = this.#projected.get(id)
    // A day of a time zone takes longer to find than to compare.
    const isCurrent = known !== undefined && this.#isCurrent(known, now)
    const span = isCurrent ? known.projection.view.span : this.#spanOf(description, now)
    const point = { span, feedVersion: this.#feedVersion }
    if (known === undefined) {
      this.#projected.set(id, { ...(await this.#load(id, snapshot, point)), timeZone })
      return
    }
    await known.projection.follow(snapshot, point)
    known.timeZone = timeZone
  }

  async #load(id: BoardId, snapshot: Reader, point: Parameters<Projection['follow']>[1]) {
    const { leaderboard, limits } = this.#deps
    const listeners = new Set<Listener>()
    const projection: Projection = await Projection.load(
      {
        description: describeBoard(id),
        livemode: leaderboard.livemode,
        toDonorId: this.#toDonorId,
        announce: (announcement) =>
          Promise.all([...listeners].map((listener) => listener(announcement))),
        onReady: () => {
          if (projection.hasNews) this.catchUp().catch(this.#report)
        },
        report: this.#report,
      },
      snapshot,
      point,
    )
    const board = createProjectedBoard({
      projection,
      livemode: leaderboard.livemode,
      listeners,
      limits,
      catchUp: () => this.catchUp(),
      toDonorId: this.#toDonorId,
      ask: (read) => this.#rounds.ask(read),
    })
    return { projection, board }
  }

  async #announce(snapshot: Reader): Promise<void> {
    for (const { projection } of this.#projected.values()) await projection.announce(snapshot)
    this.#awaitTurn()
  }

  /** Begins the next span at its instant; the polls would, too, but later. */
  #awaitTurn(): void {
    this.#cancelTurn()
    const { clock, schedule } = this.#deps
    const now = clock()
    const ends = [...this.#projected.values()].map(({ projection }) => projection.view.span.end)
    const delayMs = Math.min(...ends.filter((end) => end > now)) - now
    if (delayMs > TURN_AHEAD_MS) return
    const turn = () => void this.catchUp().catch(this.#report)
    this.#cancelTurn = schedule(turn, Math.max(0, delayMs))
  }
}
