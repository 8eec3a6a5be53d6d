import type { ConnectionStatus } from '#client/lib/live-stream.ts'
import type { PublicDonation } from '#contract/donations.ts'
import type {
  LeaderboardEntry,
  LeaderboardChange,
  LeaderboardPage,
  Total,
} from '#contract/leaderboard.ts'
import { Board } from './board.ts'
import {
  isFollowing,
  type Arrival,
  type BoardView,
  type LeaderboardView,
} from './leaderboard-view.ts'
import { withNewerTexts } from './paused-rows.ts'
import { findChange } from './find-change.ts'
import { FirstPositions, isOfNextSpan, newest } from './first-positions.ts'
import { RecentChanges } from './recent-changes.ts'
import { findRenamed, findRenamedSince } from './renamed-rows.ts'
import type { RememberedBoard } from './remembered-board.ts'

export interface LeaderboardStoreOptions {
  /** Fetches `GET /api/leaderboard?after=CURSOR`; rejects with an `AppError`. */
  fetchPage(after: string, signal: AbortSignal): Promise<LeaderboardPage>
  /** Unix ms. */
  now?: () => number
}

/** The least time between two views, ms: the list moves at most three times a second. */
const PUBLISH_INTERVAL_MS = 330

/** The most arrivals in one view. */
const MAX_ARRIVALS = 50

/** The page's leaderboard: fed by the live stream, read through `useSyncExternalStore`. */
export class LeaderboardStore {
  readonly #options: LeaderboardStoreOptions
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()

  #view: LeaderboardView = { status: 'connecting', wasLive: false, board: null, paused: false }
  #board: Board | null = null
  #total: Total = { count: 0, amountCents: 0 }
  #version = 0
  #asOf = 0
  #newestTimestamp = ''
  #arrivals: Arrival[] = []
  readonly #firstPositions = new FirstPositions()
  #status: ConnectionStatus = 'connecting'
  #paused = false
  #recentChanges = new RecentChanges(0)
  #loading: AbortController | null = null
  #loadFailed = false
  #publishTimer: ReturnType<typeof setTimeout> | undefined
  #publishedAt = -Infinity

  constructor(options: LeaderboardStoreOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): LeaderboardView => this.#view

  /** Replaces the board. Deeper rows stay only if the snapshot proves that nothing has changed. */
  receiveSnapshot(page: LeaderboardPage): void {
    if (!this.#proves(page)) this.#replaceBoard(page)
    this.#asOf = this.#now()
    this.#changePausedTexts(page.entries)
    this.#publishUnlessPaused()
  }

  receiveChange(change: LeaderboardChange): void {
    if (this.#board === null || change.version <= this.#version) return
    const renamed = findRenamed(this.#board, change)
    this.#firstPositions.rename(renamed)
    const others = change.upserts.filter(({ id }) => !renamed.has(id))
    this.#recordArrivals(this.#board, others)
    this.#board.apply(change)
    for (const { id } of change.upserts)
      if (this.#board.has(id)) this.#firstPositions.record(id, null)
    this.#recentChanges.add(change)
    this.#version = change.version
    this.#total = change.total
    this.#asOf = this.#now()
    this.#changePausedTexts(change.upserts)
    this.#publishSoon()
  }

  /** Takes a first page that was read in place of the stream: as a change, if it tells all of it. */
  receiveRead(page: LeaderboardPage): void {
    const [board, version, total] = [this.#board, this.#version, this.#total]
    const change = board === null ? undefined : findChange({ board, version, total }, page)
    if (change === undefined) this.receiveSnapshot(page)
    else this.receiveChange(change)
  }

  /** Shows the board of an earlier visit, until the server sends one. */
  showRemembered({ rows, total, asOf }: RememberedBoard): void {
    if (this.#board !== null) return
    const entries = rows.map((row, index) => ({ ...row, position: index + 1 }))
    this.#replaceBoard({ version: 0, entries, total, next: null })
    // Rank changes are not counted from another visit.
    this.#firstPositions.byId.clear()
    this.#newestTimestamp = ''
    this.#asOf = asOf
    this.#publishUnlessPaused()
  }

  setStatus(status: ConnectionStatus): void {
    if (this.#status === 'live' && status !== 'live') this.#asOf = this.#now()
    this.#status = status
    if (isFollowing(status)) this.#loadFailed = false
    this.#publishUnlessPaused()
  }

  /** Pauses or resumes the view; the board keeps following the stream. */
  setPaused(paused: boolean): void {
    this.#paused = paused
    this.#publish(this.#viewBoard())
  }

  /** Loads the page behind the loaded rows; the view says if that failed. */
  async loadMore(): Promise<void> {
    const board = this.#board
    const after = board?.next
    if (!board || !after || this.#loading !== null || !isFollowing(this.#status)) return
    const loading = new AbortController()
    this.#loading = loading
    this.#loadFailed = false
    try {
      const page = await this.#options.fetchPage(after, loading.signal)
      if (this.#loading === loading) this.#loadFailed = !this.#appendPage(board, page)
    } catch {
      if (this.#loading === loading) this.#loadFailed = true
    }
    if (this.#loading !== loading) return
    this.#loading = null
    this.#publish(this.#viewBoard())
  }

  /** Cancels requests and timers; a later snapshot makes the store usable again. */
  close(): void {
    clearTimeout(this.#publishTimer)
    this.#publishTimer = undefined
    this.#loading?.abort()
    this.#loading = null
  }

  /** Appends a page. Returns false if changes since that page are no longer kept. */
  #appendPage(board: Board, page: LeaderboardPage): boolean {
    const changes = this.#recentChanges.after(page.version)
    if (changes === undefined) return false
    for (const { id, position } of page.entries) this.#firstPositions.record(id, position)
    board.append(page)
    for (const change of changes) board.apply(change)
    return true
  }

  #proves(page: LeaderboardPage): boolean {
    return (
      this.#board !== null &&
      page.version === this.#version &&
      page.total.count === this.#total.count &&
      page.total.amountCents === this.#total.amountCents &&
      this.#board.startsWith(page.entries)
    )
  }

  #replaceBoard(page: LeaderboardPage): void {
    this.close()
    if (isOfNextSpan(page, this.#total, this.#newestTimestamp)) this.#firstPositions.byId.clear()
    if (this.#board) this.#firstPositions.rename(findRenamedSince(this.#board, page.entries))
    this.#firstPositions.recordBoard(page.entries, this.#newestTimestamp)
    this.#board = new Board(page)
    this.#version = page.version
    this.#total = page.total
    this.#recentChanges = new RecentChanges(page.version)
    this.#arrivals = []
    this.#loadFailed = false
    this.#newestTimestamp = newest(page.entries, '')
  }

  /** Records rows that are new or have grown, and are the newest of all: none that came back. */
  #recordArrivals(board: Board, upserts: readonly LeaderboardEntry[]): void {
    const before = this.#newestTimestamp
    this.#newestTimestamp = newest(upserts, before)
    if (this.#paused) return
    const arrivals = board.findArrivals(upserts.filter(({ timestamp }) => timestamp >= before))
    this.#arrivals = [...this.#arrivals, ...arrivals].slice(-MAX_ARRIVALS)
  }

  #changePausedTexts(entries: readonly PublicDonation[]): void {
    const { board } = this.#view
    if (!this.#paused || board === null) return
    const rows = withNewerTexts(board.rows, entries)
    if (rows !== board.rows) this.#publish({ ...board, rows, arrivals: [] })
  }

  #publishSoon(): void {
    if (this.#paused || this.#publishTimer !== undefined) return
    const elapsed = this.#now() - this.#publishedAt
    // A clock that was set back must not stop the list.
    const wait = elapsed < 0 ? 0 : PUBLISH_INTERVAL_MS - elapsed
    if (wait <= 0) return this.#publishUnlessPaused()
    this.#publishTimer = setTimeout(() => this.#publishUnlessPaused(), wait)
  }

  #publishUnlessPaused(): void {
    this.#publish(this.#paused ? this.#view.board : this.#viewBoard())
  }

  #publish(board: BoardView | null): void {
    clearTimeout(this.#publishTimer)
    this.#publishTimer = undefined
    this.#publishedAt = this.#now()
    const wasLive = this.#view.wasLive || this.#status === 'live'
    this.#view = { status: this.#status, wasLive, board, paused: this.#paused }
    for (const listener of this.#listeners) listener()
  }

  #viewBoard(): BoardView | null {
    if (this.#board === null) return null
    const board = this.#board
    const arrivals = this.#arrivals.map((entry) => ({
      ...entry,
      position: board.findPosition(entry.id) ?? entry.position,
    }))
    this.#arrivals = []
    return {
      rows: board.copyRows(),
      total: this.#total,
      version: this.#version,
      asOf: this.#asOf,
      more: this.#describeMore(board),
      arrivals,
      firstPositions: this.#firstPositions.byId,
    }
  }

  #describeMore(board: Board): BoardView['more'] {
    if (board.next === null) return 'none'
    return this.#loadFailed ? 'failed' : 'waiting'
  }
}
