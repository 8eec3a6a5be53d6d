import { useEffect, useState } from 'react'
import type { Round, RoundDetails, RoundResults } from '#contract/rounds.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

/**
 * Fetches the latest results of a round, again with each new `version`; undefined until they are
 * there.
 */
export function useResults(
  roundId: string | undefined,
  version?: Round['results'],
): RoundResults | undefined {
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each version is fetched
  }, [roundId, version])
  return details?.round.id === roundId ? (details?.results ?? undefined) : undefined
}
