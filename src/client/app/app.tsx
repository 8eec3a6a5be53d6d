import { useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { rememberAcceptance } from '#client/features/disclaimer/acceptance.ts'
import { Disclaimer } from '#client/features/disclaimer/disclaimer.tsx'
import { PageCrash } from './crash.tsx'
import { Page } from './page.tsx'

export interface AppProps {
  /** Whether this browser session has accepted the disclaimer already. */
  accepted: boolean
  firstBoard?: LeaderboardPage | undefined
}

/** The gate first, and then the page: never both, so that nothing is behind the gate to reach. */
export function App({ accepted, firstBoard }: AppProps) {
  const [isOpen, setOpen] = useState(accepted)

  function accept() {
    rememberAcceptance(new Date())
    setOpen(true)
  }

  return (
    <ErrorBoundary fallback={<PageCrash />}>
      {isOpen ? <Page firstBoard={firstBoard} /> : <Disclaimer onAccept={accept} />}
    </ErrorBoundary>
  )
}
