import { useEffect, useState } from 'react'
import type { BoardId } from '#contract/boards.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import type { RoundPlace } from './own-result.ts'

/** The time, ms, within which a page asks, at a random moment: all who watched see the end at once. */
const WITHIN_MS = 10_000

/**
 * Fetches the viewer's place on a board of donors once; undefined until it is there. Without a board
 * it asks nothing; a place that it has stays, also once the board is that of the next round.
 */
export function useAskedPlace(boardId: BoardId | undefined): RoundPlace | undefined {
  const [asked, setAsked] = useState<OwnPlace['place']>()
  useEffect(() => {
    if (boardId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      const path = `${ROUTES.boards}/${boardId}/own`
      // Without it the results are told without a word of the viewer.
      callApi<OwnPlace>(path, { signal }).then(
        ({ place }) => setAsked(place),
        () => undefined,
      )
    }, Math.random() * WITHIN_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [boardId])
  return asked ?? undefined
}
