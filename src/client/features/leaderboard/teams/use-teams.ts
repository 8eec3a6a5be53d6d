import { useEffect, useRef, useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import type { Team, TeamList } from '#contract/donor-teams/teams.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

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

/**
 * Follows the teams of a board: reads them again when the board's version has changed. On a busy board
 * versions come faster than answers, so a new one ends no request.
 */
export function useTeams(
  boardId: BoardId,
  version: number | undefined,
): readonly Team[] | undefined {
  const [known, setKnown] = useState<KnownTeams>()
  const asking = useRef<{ lastAt: number; signal: AbortSignal }>(undefined)

  useEffect(() => {
    const controller = new AbortController()
    asking.current = { lastAt: -Infinity, signal: controller.signal }
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another board ends the request
  }, [boardId])

  useEffect(() => {
    const board = asking.current
    if (board === undefined) return undefined
    const read = () => {
      const askedAt = performance.now()
      board.lastAt = askedAt
      callApi<TeamList>(`${ROUTES.teams}?board=${boardId}`, { signal: board.signal }).then(
        ({ teams }) => setKnown((last) => pickLater(last, { board: boardId, teams, askedAt })),
        // The last known sky stays; the list says what the server cannot be asked.
        () => undefined,
      )
    }
    const timer = setTimeout(read, Math.max(0, board.lastAt + MIN_INTERVAL_MS - performance.now()))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each version is read
  }, [boardId, version])

  return known?.board === boardId ? known.teams : undefined
}

/** Keeps what was asked for later, since the answer to an earlier request may come after it. */
function pickLater(last: KnownTeams | undefined, next: KnownTeams): KnownTeams {
  return last?.board === next.board && last.askedAt > next.askedAt ? last : next
}
