import { useEffect, useState } from 'react'
import type { RoundList } from '#contract/rounds.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { measureOffset } from '#client/lib/server-clock.ts'

/** The pause after which a failed request is repeated, ms. */
const RETRY_MS = 10_000

/** Fetches the page of rounds after one, whose `next` is given. */
export function fetchEarlierRounds(next: string): Promise<RoundList> {
  return callApi<RoundList>(`${ROUTES.rounds}?before=${next}`)
}

/** Fetches the rounds, and how far the viewer's clock is behind the server's, ms. */
async function fetchRounds(key: string, signal: AbortSignal) {
  const askedAt = Date.now()
  const list = await callApi<RoundList>(ROUTES.rounds, { signal })
  return { key, list, offsetMs: measureOffset(list.now, askedAt) }
}

/** The server's rounds, and by how much its clock is ahead; undefined until it has answered. */
export type KnownRounds = Awaited<ReturnType<typeof fetchRounds>> | undefined

/** Fetches the rounds, again with each new `key`. */
export function useRounds(key: string): KnownRounds {
  const [known, setKnown] = useState<KnownRounds>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      fetchRounds(key, signal).then(setKnown, () => {
        if (!signal.aborted) timer = setTimeout(ask, RETRY_MS)
      })
    }
    ask()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [key])
  return known
}
