import { Suspense, type ComponentProps } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { forgetConfig } from '#client/lib/config.ts'
import { Notice } from '#client/ui/notice.tsx'
import { CheckoutCrash } from './crash.tsx'
import styles from './page.module.css'
import { donatePanel } from './parts.ts'

export interface DonateAsideProps extends ComponentProps<typeof donatePanel.LazyPart> {
  /** True if the account was made just now. */
  isNewDonor: boolean
  onWelcomed: () => void
}

/** Holds the place of the donation panel while it loads or after it crashed. */
export function DonateAside({ isNewDonor, onWelcomed, ...props }: DonateAsideProps) {
  return (
    <aside className={styles.aside} aria-label="Donate">
      {isNewDonor && (
        <Notice ariaRole="status" onDismiss={onWelcomed}>
          We mailed you a link to confirm your e-mail; you can donate right away.
        </Notice>
      )}
      <ErrorBoundary
        FallbackComponent={CheckoutCrash}
        onReset={() => {
          donatePanel.reset()
          forgetConfig()
        }}
      >
        <Suspense fallback={<div className={styles.placeholder} />}>
          <donatePanel.LazyPart {...props} />
        </Suspense>
      </ErrorBoundary>
    </aside>
  )
}

/** Keeps the place free while the server has not yet confirmed that somebody is signed in. */
export function DonateAsidePlaceholder() {
  return (
    <div className={styles.aside}>
      <div className={styles.placeholder} />
    </div>
  )
}
