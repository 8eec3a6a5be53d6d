import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** Returns the current time, Unix ms, renewed often enough for times in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])

  return now
}
