import { useEffect, useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import type { Team, TeamList } from '#contract/donor-teams/teams.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

/**
 * The least time between two requests for the teams, ms: everybody who looks at a sky asks after each
 * change.
 */
const MIN_INTERVAL_MS = 2_000

/** Follows the teams of a board: reads them again when the board's version has changed. */
export function useTeams(
  boardId: BoardId,
  version: number | undefined,
): readonly Team[] | undefined {
  const [known, setKnown] = useState<{ board: BoardId; teams: readonly Team[]; at: number }>()
  const current = known?.board === boardId ? known : undefined
  const readAt = current?.at ?? 0

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const read = () => {
      const path = `${ROUTES.teams}?board=${boardId}`
      callApi<TeamList>(path, { signal }).then(
        ({ teams }) => setKnown({ board: boardId, teams, at: Date.now() }),
        // The last known sky stays; the list says what the server cannot be asked.
        () => undefined,
      )
    }
    const timer = setTimeout(read, Math.max(0, readAt + MIN_INTERVAL_MS - Date.now()))
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a reading causes no other one
  }, [boardId, version])

  return current?.teams
}
