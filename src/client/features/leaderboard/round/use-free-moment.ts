import { useEffect, useEffectEvent, useState } from 'react'
import { mayInterrupt } from '#client/lib/interruptions.ts'

/** The pause between two polls, ms. */
const POLL_MS = 500

/**
 * The polls in a row that find the viewer free: a press of a button that takes no focus, and the way
 * from a payment to its celebration, lie between two.
 */
const FREE_POLLS = 2

export interface FreeMomentOptions {
  /** True while the viewer wants nothing to open by itself. */
  isPaused: boolean
  onFree: () => void
}

/**
 * Calls `onFree` once a dialog may open by itself, while one with an id waits for that. Returns the id
 * of the latest for which the viewer was not free at once.
 */
export function useFreeMoment(
  id: string | undefined,
  { isPaused, onFree }: FreeMomentOptions,
): string | undefined {
  const [waitedId, setWaitedId] = useState<string>()
  const handleFree = useEffectEvent(onFree)

  useEffect(() => {
    if (id === undefined) return
    let freePolls = 0
    const timer = setInterval(() => {
      freePolls = !isPaused && mayInterrupt() ? freePolls + 1 : 0
      if (freePolls === 0) setWaitedId(id)
      if (freePolls === FREE_POLLS) handleFree()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [id, isPaused])

  return waitedId
}
