import { useEffect, useState } from 'react'
import { boardPath, type BoardId } from '#contract/boards.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { callApi } from '#client/lib/api.ts'
import { onBoardChange } from '#client/lib/board-version.ts'
import type { LoadedRows } from './use-own-donations.ts'

/** The interval of reads, ms: a span may end, or a team be renamed, without a donation. */
const REFRESH_MS = 15_000

/** The shortest time between two reads, ms: as that of the quotes that are told with the places. */
const PAUSE_MS = 1_000

/**
 * The time over which pages spread their reads after a change that all of them see, ms: a quote of a
 * newer version waits so long for the places.
 */
const SPREAD_MS = 500

/**
 * Returns the first rows of a board that is not shown; null until they are read. They are read again
 * soon after each change of the default board, whose stream the page has anyway: a donation that
 * moves another board moves that, too. A stream of its own would be the third, and a browser has six
 * connections to an origin over HTTP/1.1, for all tabs together.
 */
export function usePolledBoard(boardId: BoardId): LoadedRows | null {
  const [rows, setRows] = useState<LoadedRows | null>(null)

  useEffect(
    () =>
      poll(boardId, ({ entries, version }) =>
        // A version names one state of the board.
        setRows((last) => (last?.version === version ? last : { rows: entries, version })),
      ),
    [boardId],
  )

  return rows
}

/**
 * Reports the first page of a board now, soon after what may have changed it, and in intervals, while
 * the page is seen. Returns a function that stops.
 */
function poll(boardId: BoardId, onPage: (page: LeaderboardPage) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let readAt = -Infinity
  let isReading = false
  let changes = 0

  const wait = (delayMs: number) => {
    clearTimeout(timer)
    dueAt = performance.now() + delayMs
    timer = setTimeout(() => void read(), delayMs)
  }
  const soonMs = () => Math.max(Math.random() * SPREAD_MS, readAt + PAUSE_MS - performance.now())
  const read = async () => {
    if (document.hidden) return
    const known = changes
    isReading = true
    readAt = performance.now()
    // The last known rows stay: a failure here is not worth a message.
    const page = await callApi<LeaderboardPage>(boardPath(boardId), { signal }).catch(
      () => undefined,
    )
    if (signal.aborted) return
    isReading = false
    if (page !== undefined) onPage(page)
    wait(changes === known ? REFRESH_MS : soonMs())
  }
  const refreshSoon = () => {
    changes += 1
    // Changes that go on do not put off a read.
    if (!isReading) wait(Math.min(soonMs(), dueAt - performance.now()))
  }
  const handleVisibility = () => {
    if (!document.hidden) refreshSoon()
  }

  const stop = onBoardChange(refreshSoon)
  document.addEventListener('visibilitychange', handleVisibility, { signal })
  void read()
  return () => {
    stop()
    clearTimeout(timer)
    controller.abort()
  }
}
