import { useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { hasAccepted, rememberAcceptance } from '../features/disclaimer/acceptance.ts'
import { Disclaimer } from '../features/disclaimer/disclaimer.tsx'
import { PageCrash } from './crash.tsx'
import { Page } from './page.tsx'

/** The gate first, and then the page: never both, so that nothing is behind the gate to reach. */
export function App() {
  const [accepted, setAccepted] = useState(hasAccepted)

  function accept() {
    rememberAcceptance(new Date())
    setAccepted(true)
  }

  return (
    <ErrorBoundary fallback={<PageCrash />}>
      {accepted ? <Page /> : <Disclaimer onAccept={accept} />}
    </ErrorBoundary>
  )
}
