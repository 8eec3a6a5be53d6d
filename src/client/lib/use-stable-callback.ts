import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns the same function at every render, which runs the latest one given: what gets it as a
 * property is not rendered again.
 */
export function useStableCallback<Arguments extends unknown[]>(
  run: (...args: Arguments) => void,
): (...args: Arguments) => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Arguments) => latest.current(...args), [])
}
