import { Suspense, type ComponentProps } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { forgetConfig } from '../lib/config.ts'
import { CheckoutCrash } from './crash.tsx'
import styles from './page.module.css'
import { donatePanel } from './parts.ts'

/** The donation panel's place in the page, which it holds while it loads or when it crashes. */
export function DonateAside(props: ComponentProps<typeof donatePanel.LazyPart>) {
  return (
    <aside className={styles.aside} aria-label="Donate" data-keep-clear="">
      <ErrorBoundary
        FallbackComponent={CheckoutCrash}
        onReset={() => {
          donatePanel.forget()
          forgetConfig()
        }}
      >
        <Suspense fallback={<div className={styles.awaited} />}>
          <donatePanel.LazyPart {...props} />
        </Suspense>
      </ErrorBoundary>
    </aside>
  )
}

/** Keeps the place while the server has not yet said that somebody is signed in. */
export function AwaitedAside() {
  return (
    <div className={styles.aside}>
      <div className={styles.awaited} />
    </div>
  )
}
