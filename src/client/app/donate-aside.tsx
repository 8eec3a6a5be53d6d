import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { CheckoutCrash } from './crash.tsx'
import type { DonatePartProps } from './donate-part.tsx'
import styles from './page.module.css'
import skeletonStyles from './panel-skeleton.module.css'

export const donatePart = lazyPart(async () => {
  const { DonatePart } = await import('./donate-part.tsx')
  return DonatePart
})

/** Holds the place of the donation panel while it loads or after it crashed. */
export function DonateAside(props: DonatePartProps) {
  return (
    <aside className={styles.aside} aria-label="Donate" data-panel="" data-brief="">
      <ErrorBoundary FallbackComponent={CheckoutCrash} onReset={donatePart.reset}>
        <Suspense fallback={<PanelSkeleton />}>
          <donatePart.LazyPart {...props} />
        </Suspense>
      </ErrorBoundary>
    </aside>
  )
}

/** Keeps the place free while the server has not yet confirmed that somebody is signed in. */
export function DonateAsidePlaceholder() {
  return (
    <div className={styles.aside} data-panel="" data-brief="">
      <PanelSkeleton />
    </div>
  )
}

/** Draws what the panel will have, so that an empty box is never taken for the panel itself. */
function PanelSkeleton() {
  return (
    <div
      className={`${styles.placeholder} ${skeletonStyles.skeleton}`}
      data-loading=""
      aria-hidden="true"
    >
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
