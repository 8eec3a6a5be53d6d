import { useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { Arrival } from '../features/donate/arrival.ts'
import { Leaderboard } from '../features/leaderboard/leaderboard.tsx'
import { session, useSession } from '../lib/session.ts'
import { Notice } from '../ui/notice.tsx'
import { PartCrash } from './crash.tsx'
import { DonateAside } from './donate-aside.tsx'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { OverlayPart } from './overlay-part.tsx'
import styles from './page.module.css'
import { accountDialog, celebration, checkoutReturn, donatePanel } from './parts.ts'
import { useLatestDonor, type LatestDonor } from './use-latest-donor.ts'
import { useLogout } from './use-logout.ts'

/** The product's one page, once the disclaimer is accepted. */
export function Page({ arrival }: { arrival: Arrival | undefined }) {
  const isSignedIn = useSession().state === 'signed-in'
  const wishes = useWishes(isSignedIn)
  const donor = useLatestDonor()
  const leaving = useLogout()
  usePreloading(isSignedIn)

  return (
    <>
      <ErrorBoundary FallbackComponent={PartCrash}>
        <Header onAccount={wishes.askAccount} onLogout={leaving.logout} />
      </ErrorBoundary>
      <div className={styles.notices}>
        {leaving.notice && (
          <Notice role="alert" tone="trouble" onDismiss={leaving.dismiss}>
            {leaving.notice}
          </Notice>
        )}
        {arrival && (
          <OverlayPart part={checkoutReturn}>
            <checkoutReturn.LazyPart arrival={arrival} onPaid={donor.celebrate} />
          </OverlayPart>
        )}
        {wishes.asksAccount && (
          <OverlayPart part={accountDialog} onGiveUp={wishes.closeAccount}>
            <accountDialog.LazyPart
              onSignedIn={() => session.refresh({ announce: true })}
              onClose={wishes.closeAccount}
            />
          </OverlayPart>
        )}
        {donor.celebrated && (
          <OverlayPart
            part={celebration}
            onGiveUp={donor.endCelebration}
            crash={<PlainThanks donor={donor.celebrated} />}
          >
            <celebration.LazyPart {...donor.celebrated} onEnd={donor.endCelebration} />
          </OverlayPart>
        )}
      </div>
      <main className={styles.main}>
        <Hero onDonate={wishes.askToDonate} />
        {isSignedIn && (
          <DonateAside
            summoned={wishes.wantsToDonate}
            onArrived={wishes.arrive}
            onPaid={donor.celebrate}
          />
        )}
        <div className={styles.board}>
          <ErrorBoundary FallbackComponent={PartCrash}>
            <Leaderboard latestDonationId={donor.latest?.donationId ?? null} />
          </ErrorBoundary>
        </div>
      </main>
    </>
  )
}

/** What the visitor is on the way to: their account, or through it to the donation panel. */
function useWishes(isSignedIn: boolean) {
  const [asksAccount, setAsksAccount] = useState(false)
  const [wantsToDonate, setWantsToDonate] = useState(false)
  return {
    asksAccount,
    wantsToDonate,
    askAccount: () => setAsksAccount(true),
    askToDonate: () => {
      setWantsToDonate(true)
      if (!isSignedIn) setAsksAccount(true)
    },
    closeAccount: () => {
      setAsksAccount(false)
      if (session.read().state !== 'signed-in') setWantsToDonate(false)
    },
    arrive: () => setWantsToDonate(false),
  }
}

/** Fetches what is likely to be wanted next, so that it is there at once. */
function usePreloading(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    donatePanel.preload()
    celebration.preload()
  }, [isSignedIn])
}

function PlainThanks({ donor: { name } }: { donor: LatestDonor }) {
  return (
    <Notice role="status" tone="good">
      Thank You! {name !== null && <bdi>{name},</bdi>} welcome to the Royale!
    </Notice>
  )
}
