import { DEFAULT_BOARD_ID, type BoardId } from '#contract/boards.ts'
import type { FirstBoard } from '#contract/first-view.ts'
import { loadAgain, RETRY_MS } from '#client/lib/load-again.ts'
import type * as LiveModule from './live-leaderboard.ts'
import type { BoardView, LeaderboardView } from './leaderboard-view.ts'
import type { LeaderboardStore } from './leaderboard-store.ts'

// A function of its own: Vite takes what follows an `import()` directly into what waits for styles,
// and no handler would hear that these failed.
const fetchLive = () => import('./live-leaderboard.ts')

/**
 * Provides the leaderboard's view: first the board that came with the document, and then the live
 * store's, whose code is fetched once the first board is visible.
 */
export class LeaderboardFeed {
  readonly #boardId: BoardId
  readonly #firstBoard: FirstBoard | undefined
  readonly #listeners = new Set<() => void>()
  #view: LeaderboardView
  #store: LeaderboardStore | undefined

  constructor(firstBoard?: FirstBoard, boardId: BoardId = DEFAULT_BOARD_ID) {
    this.#boardId = boardId
    this.#firstBoard = firstBoard
    const board = firstBoard === undefined ? null : viewBoard(firstBoard)
    this.#view = { status: 'connecting', wasLive: false, board, paused: false }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): LeaderboardView => this.#view

  setPaused(paused: boolean): void {
    if (this.#store === undefined) this.#setView({ ...this.#view, paused })
    else this.#store.setPaused(paused)
  }

  /** Loads the page behind the loaded rows, once the board is live. */
  loadMore(): void {
    void this.#store?.loadMore()
  }

  /** Connects to the live stream. Returns a function that disconnects. */
  connect(): () => void {
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let disconnect = () => {}
    const load = () => void fetchLive().then(start, retry)
    const loadNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      void loadAgain(load)
    }
    const start = (module: typeof LiveModule) => {
      if (isCancelled) return
      this.#store ??= this.#follow(module.createLeaderboardStore(this.#boardId, this.#firstBoard))
      disconnect = module.connectLeaderboard(this.#boardId, this.#store)
    }
    const retry = () => {
      if (isCancelled) return
      this.#setView({ ...this.#view, status: 'offline' })
      timer = setTimeout(loadNow, RETRY_MS)
    }
    addEventListener('online', loadNow)
    load()
    return () => {
      isCancelled = true
      clearTimeout(timer)
      removeEventListener('online', loadNow)
      disconnect()
    }
  }

  #follow(store: LeaderboardStore): LeaderboardStore {
    store.setPaused(this.#view.paused)
    store.subscribe(() => this.#setView(store.getView()))
    this.#setView(store.getView())
    return store
  }

  #setView(view: LeaderboardView): void {
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}

function viewBoard({ entries, total, version, next, asOf }: FirstBoard): BoardView {
  return {
    rows: entries,
    total,
    version,
    asOf,
    more: next === null ? 'none' : 'waiting',
    arrivals: [],
    firstPositions: new Map(entries.map(({ id, position }) => [id, position])),
  }
}
