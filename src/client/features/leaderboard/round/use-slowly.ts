import { useEffect, useRef, useState } from 'react'

/** The least time between two values, ms: at most three a second. */
const PAUSE_MS = 334

/** Returns the value as it was a moment ago: it changes at most three times a second. */
export function useSlowly<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, changedAt.current + PAUSE_MS - performance.now())
    const timer = setTimeout(() => {
      changedAt.current = performance.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value])
  return shown
}
