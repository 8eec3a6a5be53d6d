import { useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { FirstBoard, SharedDonation } from '#contract/first-view.ts'
import { rememberAcceptance } from '#client/features/disclaimer/acceptance.ts'
import { Disclaimer } from '#client/features/disclaimer/disclaimer.tsx'
import { PageCrash } from './crash.tsx'
import { Page } from './page.tsx'

export interface AppProps {
  /** True if this browser session has accepted the disclaimer already. */
  accepted: boolean
  firstBoard?: FirstBoard | undefined
  /** The donation that the page's URL names. */
  shared?: SharedDonation | undefined
}

/**
 * Shows the disclaimer until it is accepted, and then the page: never both, so that the keyboard
 * cannot reach the page behind it.
 */
export function App({ accepted, firstBoard, shared }: AppProps) {
  const [isOpen, setOpen] = useState(accepted)

  function accept() {
    rememberAcceptance(new Date())
    setOpen(true)
  }

  useEffect(() => {
    // The button that had the focus is gone: reading goes on at the page's heading.
    if (isOpen && !accepted) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [isOpen, accepted])

  return (
    <ErrorBoundary FallbackComponent={PageCrash}>
      {isOpen ? <Page firstBoard={firstBoard} shared={shared} /> : <Disclaimer onAccept={accept} />}
    </ErrorBoundary>
  )
}
