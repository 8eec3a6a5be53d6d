import { useEffect, useState } from 'react'
import type { Recap } from '#contract/crowns.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

/** Fetches the recap of a round; undefined until it is there, if it fails, and without a round. */
export function useRecap(roundId: string | undefined): Recap | undefined {
  const [recap, setRecap] = useState<Recap>()
  useEffect(() => {
    if (roundId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    callApi<Recap>(`${ROUTES.rounds}/${roundId}/recap`, { signal }).then(setRecap, () => undefined)
    return () => controller.abort()
  }, [roundId])
  return recap?.round?.id === roundId ? recap : undefined
}
