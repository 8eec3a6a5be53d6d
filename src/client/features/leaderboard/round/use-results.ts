import { useEffect, useState } from 'react'
import type { RoundDetails, RoundResults } from '#contract/rounds.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

/** Fetches the latest results of a round; undefined until they are there. */
export function useResults(roundId: string | undefined): RoundResults | undefined {
  const [details, setDetails] = useState<RoundDetails>()
  useEffect(() => {
    if (roundId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    // Without them the dialog says what it knows: that the round is over.
    callApi<RoundDetails>(`${ROUTES.rounds}/${roundId}`, { signal }).then(
      setDetails,
      () => undefined,
    )
    return () => controller.abort()
  }, [roundId])
  return details?.round.id === roundId ? (details?.results ?? undefined) : undefined
}
