import { useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { hasAccepted, rememberAcceptance } from '../features/disclaimer/acceptance.ts'
import { Disclaimer } from '../features/disclaimer/disclaimer.tsx'
import type { Arrival } from '../features/donate/arrival.ts'
import { PageCrash } from './crash.tsx'
import { Page } from './page.tsx'

/** The gate first, and then the page: never both, so that nothing is behind the gate to reach. */
export function App({ arrival }: { arrival: Arrival | undefined }) {
  const [accepted, setAccepted] = useState(hasAccepted)

  function accept() {
    rememberAcceptance(new Date())
    setAccepted(true)
  }

  return (
    <ErrorBoundary fallback={<PageCrash />}>
      {accepted ? <Page arrival={arrival} /> : <Disclaimer onAccept={accept} />}
    </ErrorBoundary>
  )
}
