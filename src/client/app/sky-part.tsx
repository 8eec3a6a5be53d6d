import { Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { sky } from './parts.ts'

/** By then the board is there and live; nobody misses moving stars before that. */
const DELAY_MS = 3_000

/** The moving stars: fetched last, and missed by nobody where that fails. */
export function SkyPart() {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => runWhenIdle(() => setIsReady(true)), [])
  if (!isReady) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <sky.LazyPart />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Returns how to call it off. */
function runWhenIdle(run: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(run)
    else run()
  }, DELAY_MS)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
