import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'

const dareButton = lazyPart(async () => {
  const { DareButton } = await import('#client/features/share/dare-button.tsx')
  return DareButton
})

/** Renders a button that shares the page; nothing if its code cannot be fetched. */
export function renderDare(): ReactNode {
  return <DarePart />
}

/** Fetches the button once the board is live: the server renders none. */
function DarePart() {
  if (!useIsHydrated()) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <dareButton.LazyPart />
      </Suspense>
    </ErrorBoundary>
  )
}
