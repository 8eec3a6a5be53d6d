import { useEffect, useState } from 'react'
import { boardPath, type BoardId } from '#contract/boards.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { callApi } from '#client/lib/api.ts'
import { onBoardChange } from '#client/lib/board-version.ts'
import { DueTimer } from '#client/lib/due-timer.ts'
import { standInPauseMs } from '#client/lib/stand-in-reads.ts'
import { onVersionWanted } from '#client/lib/wanted-version.ts'
import type { LoadedRows } from './use-own-donations.ts'

/** The interval of reads, ms: a span may end, or a team be renamed, without a donation. */
const REFRESH_MS = 15_000

/** The shortest time between two reads, ms: as that of the quotes that are told with the places. */
const PAUSE_MS = 1_000

/** The time after its start in which a page reads at once: only later do all pages begin together. */
const START_MS = 10_000

/** The time over which pages spread their first reads where a round's end makes all of them begin, ms. */
const FIRST_MS = 5_000

/**
 * Returns the first rows of a board that is not shown; null until they are read. They are read again
 * some seconds after a change of the default board, whose stream the page has anyway (a donation that
 * moves another board moves that, too), and at once for a quote of a newer version. A stream of its
 * own would be the third, and a browser has six connections to an origin over HTTP/1.1, for all tabs
 * together.
 */
export function usePolledBoard(boardId: BoardId): LoadedRows | null {
  const [rows, setRows] = useState<LoadedRows | null>(null)

  useEffect(
    () => poll(boardId, ({ entries, version }) => setRows({ rows: entries, version })),
    [boardId],
  )

  return rows
}

/**
 * Reports each version of a board's first page, some seconds after what may have changed it, and in
 * intervals, while the page is seen. Returns a function that stops.
 */
function poll(boardId: BoardId, onVersion: (page: LeaderboardPage) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const isNew = createVersionCheck()
  const timer = new DueTimer(() => void read())
  let readAt = -Infinity
  let [isReading, isWanted] = [false, false]
  // The changes of the default board, and how many of them the last version followed.
  let [changes, followed] = [0, 0]

  const waitForNext = () => {
    if (isWanted) timer.waitAtMost(readAt + PAUSE_MS - performance.now())
    // The board may follow the default one a moment later, and a read may fail.
    else timer.waitAtMost(changes > followed ? standInPauseMs(Math.random()) : REFRESH_MS)
  }
  const read = async () => {
    if (document.hidden) return
    const known = changes
    timer.begin()
    ;[isReading, isWanted, readAt] = [true, false, performance.now()]
    // The last known rows stay: a failure here is not worth a message.
    const page = await callApi<LeaderboardPage>(boardPath(boardId), { signal }).catch(
      () => undefined,
    )
    if (signal.aborted) return
    isReading = false
    if (page !== undefined && isNew(page.version)) {
      followed = known
      onVersion(page)
    }
    waitForNext()
  }
  const hear = (what: 'change' | 'wanted') => {
    if (what === 'wanted') isWanted = true
    else changes += 1
    if (!isReading) waitForNext()
  }
  const handleVisibility = () => {
    if (!document.hidden) hear('wanted')
  }

  const stops = [onBoardChange(() => hear('change')), onVersionWanted(() => hear('wanted'))]
  document.addEventListener('visibilitychange', handleVisibility, { signal })
  timer.waitAtMost(performance.now() < START_MS ? 0 : Math.random() * FIRST_MS)
  return () => {
    for (const stop of stops) stop()
    timer.stop()
    controller.abort()
  }
}

/**
 * Returns whether a version is another one than the last. A lower one counts once it is told again:
 * one node may be behind another, but a restored database begins anew.
 */
function createVersionCheck(): (version: number) => boolean {
  let last = -1
  let wasLower = false
  return (version) => {
    const isLower = version < last
    const isNew = isLower ? wasLower : version !== last
    wasLower = isLower && !isNew
    if (isNew) last = version
    return isNew
  }
}
