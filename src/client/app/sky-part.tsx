import { Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { lazyPart } from '#client/lib/lazy-part.ts'

const sky = lazyPart(async () => {
  const { Sky } = await import('#client/features/sky/sky.tsx')
  return Sky
})

/** The delay until the moving stars are fetched, ms: the board is live by then, on slow phones too. */
const DELAY_MS = 6_000

/** Shows the moving stars: fetched last, and left out if that fails. */
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

/** Runs a function once the browser is idle. Returns a function that cancels it. */
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
