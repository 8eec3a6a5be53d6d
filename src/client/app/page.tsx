import { useState, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { FirstBoard, SharedDonation } from '#contract/first-view.ts'
import type { OwnRank } from '#client/features/leaderboard/own/use-own-donations.ts'
import { NOTICE_MARK } from '#client/lib/board-marks.ts'
import { useSession } from '#client/lib/session.ts'
import { useStableCallback } from '#client/lib/use-stable-callback.ts'
import { Board } from './board.tsx'
import { PartCrash } from './crash.tsx'
import { DonateAsidePlaceholder, DonateAside } from './donate-aside.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { PageFooter } from './page-footer.tsx'
import { Overlays } from './overlays.tsx'
import styles from './page.module.css'
import { SharedHeroPart } from './shared-hero-part.tsx'
import { SkyPart } from './sky-part.tsx'
import { useLatestDonor } from './use-latest-donor.ts'
import { useLogout } from './use-logout.ts'
import { useDonateIntent } from './use-donate-intent.ts'

export interface PageProps {
  firstBoard: FirstBoard | undefined
  /** The donation that the page's URL names. */
  shared?: SharedDonation | undefined
  /** The panel beside the board for somebody who is not signed in; none if left out. */
  aside?: ReactNode
  /** The e-mail of a donor who is as if signed in, in a preview. */
  exampleEmail?: string | undefined
}

/** Renders the product's one page, once the disclaimer is accepted. */
export function Page({ firstBoard, shared, aside, exampleEmail }: PageProps) {
  const session = useSession()
  const donateIntent = useDonateIntent(session.state)
  const donor = useLatestDonor(session.state === 'signed-in' ? session.userId : undefined)
  const logout = useLogout()
  const [sharedRank, setSharedRank] = useState<OwnRank>()
  const donate = useStableCallback(donateIntent.requestDonation)
  const [suggestedCents, setSuggestedCents] = useState<number>()

  return (
    <>
      <ErrorBoundary FallbackComponent={PartCrash}>
        <Header
          exampleEmail={exampleEmail}
          onAccount={donateIntent.requestAccount}
          onLogout={logout.logout}
        />
      </ErrorBoundary>
      <Overlays
        donateIntent={donateIntent}
        donor={donor}
        logout={logout}
        sharedRank={sharedRank}
        onShared={() => setSharedRank(undefined)}
      />
      <output className={styles.notice} {...NOTICE_MARK} />
      <main className={styles.main}>
        <Call shared={shared} onDonate={donate} onSuggest={setSuggestedCents} />
        <Board
          firstBoard={firstBoard}
          ownLatestDonationId={donor.latest?.donationId ?? null}
          isCelebrating={donor.celebrated !== undefined}
          onShare={setSharedRank}
          onTake={donate}
        />
        <Aside {...{ donateIntent, suggestedCents }} latestPayment={donor.latest}>
          {aside}
        </Aside>
      </main>
      <PageFooter />
      <SkyPart />
    </>
  )
}

interface CallProps extends Pick<PageProps, 'shared'> {
  onDonate: (amountCents?: number) => void
  onSuggest: (amountCents?: number) => void
}

/** Shows the page's question, or what a shared link asks. */
function Call({ shared, onDonate, onSuggest }: CallProps) {
  if (shared) return <SharedHeroPart {...{ shared, onDonate, onSuggest }} />
  return <Hero onDonate={() => onDonate()} />
}

interface AsideProps {
  donateIntent: ReturnType<typeof useDonateIntent>
  suggestedCents: number | undefined
  latestPayment: object | undefined
  /** Stands there for somebody who is not signed in. */
  children: ReactNode
}

/** Shows the donation panel of somebody signed in, and keeps its place until that is known. */
function Aside({ donateIntent, suggestedCents, latestPayment, children }: AsideProps) {
  const session = useSession()
  if (session.state === 'unknown' && session.wasSignedIn) return <DonateAsidePlaceholder />
  if (session.state !== 'signed-in') return children
  return (
    <DonateAside
      // Nothing that one account has typed or loaded is another's.
      key={session.userId}
      isNewDonor={donateIntent.isNewDonor}
      onWelcomed={donateIntent.endWelcome}
      focusRequested={donateIntent.wantsToDonate}
      requestedCents={donateIntent.requestedCents}
      suggestedCents={suggestedCents}
      latestPayment={latestPayment}
      onFocused={donateIntent.clearDonationRequest}
      mayDeleteTestDonations={session.mayDeleteTestDonations}
    />
  )
}
