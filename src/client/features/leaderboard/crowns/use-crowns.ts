import { useEffect, useRef, useState } from 'react'
import type { Crowns } from '#contract/crowns.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'

/** The pause between two requests while donations come in, ms; each page adds up to as much. */
const PAUSE_MS = 10_000

/** The crowns as the server told them, and when, Unix ms by this clock. */
export interface ToldCrowns {
  /** The version of the board after which they were asked for. */
  version: number | undefined
  crowns: Crowns
  toldAt: number
}

/**
 * Fetches the crowns, and again some time after the board has changed: holders change far less often
 * than the board, so they are not in its stream.
 */
export function useCrowns(version: number | undefined): ToldCrowns | undefined {
  const [told, setTold] = useState<ToldCrowns>()
  const nextAt = useRef(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const ask = async () => {
      nextAt.current = performance.now() + PAUSE_MS * (1 + Math.random())
      const crowns = await callApi<Crowns>(ROUTES.crowns, { signal })
      setTold({ version, crowns, toldAt: Date.now() })
    }
    const delay = Math.max(0, nextAt.current - performance.now())
    // A failure is made good with the next change of the board.
    const timer = setTimeout(() => void ask().catch(() => undefined), delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [version])
  return told
}
