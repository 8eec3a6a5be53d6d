import { useEffect, useRef, useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import type { Team, TeamList } from '#contract/donor-teams/teams.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { retryDelayMs } from '#client/lib/retry-delay.ts'

/**
 * The least time between two requests for the teams, ms: everybody who looks at a sky asks after each
 * change.
 */
const MIN_INTERVAL_MS = 2_000

interface KnownTeams {
  board: BoardId
  teams: readonly Team[]
  /** When they were asked for, ms of the page's clock. */
  askedAt: number
}

/** The requests for a board. */
interface Asking {
  lastAt: number
  /** How many have failed since the last answer. */
  failures: number
  signal: AbortSignal
}

export interface FollowedTeams {
  /** Undefined before the first answer. */
  teams: readonly Team[] | undefined
  /** True while they are not known, because requests fail. */
  hasFailed: boolean
}

/**
 * Follows the teams of a board: reads them again when the board's version has changed. On a busy board
 * versions come faster than answers, so a new one ends no request.
 */
export function useTeams(boardId: BoardId, version: number | undefined): FollowedTeams {
  const [known, setKnown] = useState<KnownTeams>()
  const [failedBoard, setFailedBoard] = useState<BoardId>()
  const asking = useRef<Asking>(undefined)

  useEffect(() => {
    const controller = new AbortController()
    asking.current = { lastAt: -Infinity, failures: 0, signal: controller.signal }
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another board ends the request
  }, [boardId])

  useEffect(() => {
    const board = asking.current
    if (board === undefined) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isLatest = true
    const readIn = (delayMs: number) => {
      const pauseMs = board.lastAt + MIN_INTERVAL_MS - performance.now()
      timer = setTimeout(() => void read(), Math.max(delayMs, pauseMs))
    }
    const read = async () => {
      const askedAt = performance.now()
      board.lastAt = askedAt
      try {
        const { signal } = board
        const { teams } = await callApi<TeamList>(`${ROUTES.teams}?board=${boardId}`, { signal })
        board.failures = 0
        setKnown((last) => pickLater(last, { board: boardId, teams, askedAt }))
      } catch {
        if (board.signal.aborted) return
        // The last known sky stays, and is read again, unless a new version does that already.
        board.failures += 1
        setFailedBoard(boardId)
        if (isLatest) readIn(retryDelayMs(board.failures, Math.random()))
      }
    }
    readIn(0)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each version is read
  }, [boardId, version])

  if (known?.board === boardId) return { teams: known.teams, hasFailed: false }
  return { teams: undefined, hasFailed: failedBoard === boardId }
}

/** Keeps what was asked for later, since the answer to an earlier request may come after it. */
function pickLater(last: KnownTeams | undefined, next: KnownTeams): KnownTeams {
  return last?.board === next.board && last.askedAt > next.askedAt ? last : next
}
