import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { PartCrash } from './crash.tsx'
import { overlayStack } from './parts.ts'
import type { useLatestDonor } from './use-latest-donor.ts'
import type { useLogout } from './use-logout.ts'
import type { useWishes } from './use-wishes.ts'

export interface OverlaysProps {
  wishes: ReturnType<typeof useWishes>
  donor: ReturnType<typeof useLatestDonor>
  leaving: ReturnType<typeof useLogout>
}

/** All that lies over the page, which begins without: notices, dialogs, the celebration. */
export function Overlays(props: OverlaysProps) {
  return (
    <ErrorBoundary FallbackComponent={PartCrash} onReset={overlayStack.forget}>
      <Suspense>
        <overlayStack.LazyPart {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
