import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/**
 * Returns the current time, Unix ms, renewed often enough for times in minutes; at first `asOf`, so
 * that the page begins with the text that the server rendered.
 */
export function useNow(asOf: number): number {
  const [now, setNow] = useState(asOf)

  useEffect(() => {
    const renew = () => setNow(Date.now())
    renew()
    const timer = setInterval(renew, TICK_MS)
    return () => clearInterval(timer)
  }, [])

  return now
}
