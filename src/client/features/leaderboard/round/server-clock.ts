import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RoundList } from '#contract/rounds.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

/** The pause after which a failed request is repeated, ms. */
const RETRY_MS = 10_000

/** Fetches the rounds, and how far the viewer's clock is behind the server's, ms. */
async function fetchRounds(key: string, signal: AbortSignal) {
  const askedAt = Date.now()
  const list = await callApi<RoundList>(ROUTES.rounds, { signal })
  const halfway = (askedAt + Date.now()) / 2
  return { key, list, offsetMs: Date.parse(list.now) - halfway }
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

/** The pause between two looks at the clock, ms; they come right after each second. */
const STEP_MS = 250

/** Returns the server's time in whole seconds, Unix ms, while it is shown. */
export function useServerNow(offsetMs: number): number {
  const read = () => Math.floor((Date.now() + offsetMs) / 1_000) * 1_000
  return useSyncExternalStore(subscribeToClock, read, read)
}

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_MS)
  return () => clearInterval(timer)
}
