import { Suspense, type ComponentProps } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { PartCrash } from './crash.tsx'
import { InterruptionHold } from '#client/lib/interruptions.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { fetchUntilThere } from '#client/lib/load-again.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'

const overlayStack = lazyPart(async () => {
  const { OverlayStack } = await fetchUntilThere(() => import('./overlay-stack.tsx'))
  return OverlayStack
})

/**
 * Fetches and shows all that lies over the page, after the page itself: the server renders none of
 * it.
 */
export function Overlays(props: ComponentProps<typeof overlayStack.LazyPart>) {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return null
  return (
    <ErrorBoundary FallbackComponent={PartCrash} onReset={overlayStack.reset}>
      <Suspense fallback={<InterruptionHold />}>
        <overlayStack.LazyPart {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
