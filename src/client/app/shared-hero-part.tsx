import { memo, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { fetchUntilThere } from '#client/lib/load-again.ts'
import { Hero } from './hero.tsx'
import type { SharedHeroProps } from './shared-hero.tsx'

export const sharedHero = lazyPart(async () => {
  const { SharedHero } = await fetchUntilThere(() => import('./shared-hero.tsx'))
  return SharedHero
})

/** Fetches and shows the greeting of a shared link. Memoized for the same reason as `Board`. */
export const SharedHeroPart = memo(function SharedHeroPart(props: SharedHeroProps) {
  const hero = <Hero onDonate={() => props.onDonate()} />
  return (
    <ErrorBoundary fallback={hero}>
      <Suspense fallback={hero}>
        <sharedHero.LazyPart {...props} />
      </Suspense>
    </ErrorBoundary>
  )
})
