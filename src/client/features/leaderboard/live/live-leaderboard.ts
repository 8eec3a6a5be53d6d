import { DEFAULT_BOARD_ID, boardPath, type BoardId } from '#contract/boards.ts'
import type { CampaignEvent } from '#contract/campaign.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import {
  fetchMissingCampaign,
  matchDocument,
  refreshCampaign,
  rememberCampaign,
  showCampaign,
} from '#client/lib/live-campaign.ts'
import { callApi } from '#client/lib/api.ts'
import { setLiveSums } from '#client/lib/live-sums.ts'
import { LiveStream } from '#client/lib/live-stream.ts'
import { registerServiceWorker } from '#client/lib/service-worker.ts'
import type { LeaderboardChange, LeaderboardPage } from '#contract/leaderboard.ts'
import { ANY_CAMPAIGN, CAMPAIGN_PARAMETER } from '#contract/routes.ts'
import { isFollowing } from './leaderboard-view.ts'
import { findRememberedBoard, rememberBoard } from './remembered-board.ts'
import { LeaderboardStore } from './leaderboard-store.ts'

/** The number of rows per request. */
const PAGE_SIZE = 500

const CHECK_TIMEOUT_MS = 8000

/** The longest wait for the server with an empty list, ms; then the remembered board is shown. */
const MAX_WAIT_MS = 1500

const REMEMBER_INTERVAL_MS = 5000

/** Creates a store that is not connected yet, with the board that came with the document. */
export function createLeaderboardStore(
  boardId: BoardId,
  firstBoard?: LeaderboardPage,
): LeaderboardStore {
  const path = boardPath(boardId)
  const store = new LeaderboardStore({
    fetchPage: (after, signal) =>
      callApi<LeaderboardPage>(`${path}?limit=${PAGE_SIZE}&after=${encodeURIComponent(after)}`, {
        signal,
      }),
  })
  if (firstBoard !== undefined) store.receiveSnapshot(firstBoard)
  return store
}

/**
 * Feeds the store from the live stream, and the default board's from the last visit while there is
 * none. Returns a function that disconnects.
 */
export function connectLeaderboard(boardId: BoardId, store: LeaderboardStore): () => void {
  const isDefault = boardId === DEFAULT_BOARD_ID
  const disconnect = isDefault ? connectDefault(store) : () => {}
  const path = boardPath(boardId)
  const stream = new LiveStream({
    url: `${path}/live`,
    // One stream is enough to hear of the campaign.
    parameters: () => (isDefault ? { [CAMPAIGN_PARAMETER]: nameCampaign() } : {}),
    lastEventId: store.getView().board?.version,
    // The server's tests hold its frames to the contract; the page does not carry the parsers.
    listeners: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      snapshot: (data) => store.receiveSnapshot(data as LeaderboardPage),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      change: (data) => store.receiveChange(data as LeaderboardChange),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      campaign: (data) => showCampaign((data as CampaignEvent).campaign),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      sums: (data) => setLiveSums(data as LiveSums),
    },
    onStatus: (status) => {
      store.setStatus(status)
      if (!isDefault) return
      if (status === 'live') void fetchMissingCampaign()
      else showRememberedBoard(store)
    },
    fetchNewestId: () => fetchNewestId(path),
    readAnew: (signal) => readAnew(boardId, store, signal),
  })
  return () => {
    disconnect()
    stream.close()
    store.close()
  }
}

/** Names the campaign that the page has; what runs beside it ends without a new version. */
function nameCampaign(): string {
  const { version, round, choices, matches } = campaignStore.read()
  const isRunning = round !== undefined || choices !== undefined || matches !== undefined
  return isRunning ? ANY_CAMPAIGN : version.toString()
}

/** Shows the board of the last visit while there is no other, and remembers this visit's. */
function connectDefault(store: LeaderboardStore): () => void {
  registerServiceWorker()
  matchDocument()
  const waitTimer = setTimeout(() => showRememberedBoard(store), MAX_WAIT_MS)
  const stopRemembering = keepRemembering(store)
  return () => {
    clearTimeout(waitTimer)
    stopRemembering()
  }
}

async function fetchNewestId(path: string): Promise<number> {
  const page = await callApi<LeaderboardPage>(`${path}?limit=1`, {
    timeoutMs: CHECK_TIMEOUT_MS,
  })
  return page.version
}

/**
 * Reads the top of the board in place of the stream, and for the default board's stream all else
 * that it tells; this may fail alone. Rejects if the board cannot be read.
 */
async function readAnew(
  boardId: BoardId,
  store: LeaderboardStore,
  signal: AbortSignal,
): Promise<void> {
  const timeoutMs = CHECK_TIMEOUT_MS
  // A page is as long as the stream's snapshots.
  store.receiveRead(await callApi<LeaderboardPage>(boardPath(boardId), { signal, timeoutMs }))
  // The next read tries again.
  if (boardId === DEFAULT_BOARD_ID) refreshCampaign(signal).catch(() => undefined)
}

function showRememberedBoard(store: LeaderboardStore): void {
  if (store.getView().board !== null) return
  const remembered = findRememberedBoard()
  if (remembered !== undefined) store.showRemembered(remembered)
}

/**
 * Stores the board and the campaign's texts in intervals, since writing at every change would keep
 * the browser busy, and at once when the server or the page goes away.
 */
function keepRemembering(store: LeaderboardStore): () => void {
  // Not a board of an earlier visit: one that came with the document, or that the stream has sent.
  let isOfThisVisit = store.getView().board !== null
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const { board } = store.getView()
    if (!isOfThisVisit || board === null) return
    rememberBoard(board)
    rememberCampaign()
  }
  const unsubscribe = store.subscribe(() => {
    if (!isFollowing(store.getView().status)) return write()
    isOfThisVisit = true
    timer ??= setTimeout(write, REMEMBER_INTERVAL_MS)
  })
  addEventListener('pagehide', write)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('pagehide', write)
  }
}
