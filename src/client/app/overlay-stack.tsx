import { useEffect, useRef, useState, type RefObject } from 'react'
import { followMailLinks } from '#client/features/account/log-in/mail-link.ts'
import { useMilestone } from '#client/features/celebration/milestone-store.ts'
import { useNewLeader } from '#client/features/celebration/new-leader-store.ts'
import type { OwnRank } from '#client/features/leaderboard/own/use-own-donations.ts'
import { readOpenCheckouts } from '#client/features/donate/tracking/checkout-storage.ts'
import { useInterruptionHold } from '#client/lib/interruptions.ts'
import { publishHeight } from '#client/lib/publish-height.ts'
import { session, useSession } from '#client/lib/session.ts'
import { unlockDonationSound } from '#client/lib/donation-sound.ts'
import { Notice } from '#client/ui/notice.tsx'
// The first view does without them.
import '#client/assets/fonts/fonts-extended.css'
import { OverlayPart } from './overlay-part.tsx'
import styles from './overlays.module.css'
import {
  accountDialog,
  celebration,
  newLeader,
  paymentNotices,
  pendingRows,
  reachedMilestone,
  shareDialog,
  shareRankButton,
  yourAccount,
} from './parts.ts'
import type { LatestDonor, useLatestDonor } from './use-latest-donor.ts'
import type { useLogout } from './use-logout.ts'
import type { useDonateIntent } from './use-donate-intent.ts'

export interface OverlaysProps {
  donateIntent: ReturnType<typeof useDonateIntent>
  donor: ReturnType<typeof useLatestDonor>
  logout: ReturnType<typeof useLogout>
  /** The own rank that the viewer shares now; undefined while they share none. */
  sharedRank: OwnRank | undefined
  onShared: () => void
}

/** Shows all that lies over the page: notices, dialogs, the celebration. */
export function OverlayStack(props: OverlaysProps) {
  const { donateIntent, donor, logout, sharedRank, onShared } = props
  // Also before its dialog opens, for which the server is asked first.
  useInterruptionHold(donor.celebrated !== undefined)
  return (
    <div ref={useNoticesHeight()} className={styles.overlays}>
      {logout.notice && (
        <Notice
          ariaRole="alert"
          tone="error"
          onDismiss={logout.dismiss}
          reference={logout.notice.reference}
        >
          {logout.notice.sentence}
        </Notice>
      )}
      {donateIntent.waitsForServer && (
        <Notice ariaRole="status" onDismiss={donateIntent.closeAccount}>
          The server cannot be reached, and donating needs it. The panel opens as soon as it can.
        </Notice>
      )}
      <OwnPayments onPaid={donor.recordPaid} onTake={donateIntent.requestDonation} />
      <Account donateIntent={donateIntent} />
      {donor.celebrated ? (
        <OwnCelebration
          key={donor.celebrated.donationId}
          donor={donor.celebrated}
          onEnd={donor.endCelebration}
        />
      ) : (
        <OtherLeader ownDonationId={donor.latest?.donationId} />
      )}
      <Reached />
      {sharedRank && (
        <OverlayPart part={shareDialog} onGiveUp={onShared}>
          <shareDialog.LazyPart
            donationId={sharedRank.id}
            position={sharedRank.position}
            name={sharedRank.name}
            sum={sharedRank.sum}
            onClose={onShared}
          />
        </OverlayPart>
      )}
    </div>
  )
}

/** Tells the page how high the notices are: an open sheet leaves them room. */
function useNoticesHeight(): RefObject<HTMLDivElement | null> {
  const stack = useRef<HTMLDivElement>(null)
  useEffect(
    () => (stack.current === null ? undefined : publishHeight(stack.current, '--notices')),
    [],
  )
  return stack
}

function Account({ donateIntent }: Pick<OverlaysProps, 'donateIntent'>) {
  const { state } = useSession()
  const { account, openLink, closeAccount } = donateIntent
  useEffect(() => followMailLinks(openLink), [openLink])
  // Only a known session says whether a link must wait for somebody to log in.
  if (account === undefined || state === 'unknown') return null
  if (account === 'own') {
    return (
      <OverlayPart part={yourAccount} onGiveUp={closeAccount}>
        <yourAccount.LazyPart onClose={closeAccount} />
      </OverlayPart>
    )
  }
  return (
    <OverlayPart part={accountDialog} onGiveUp={closeAccount}>
      <accountDialog.LazyPart
        key={typeof account === 'string' ? 'way-in' : account.token}
        start={account}
        isSignedIn={state === 'signed-in'}
        givesReasons
        amountCents={donateIntent.wantsToDonate ? donateIntent.requestedCents : undefined}
        onSignedIn={() => session.refresh({ announce: true })}
        onSignedUp={donateIntent.startWelcome}
        onClose={closeAccount}
      />
    </OverlayPart>
  )
}

interface OwnPaymentsProps {
  onPaid: OverlaysProps['donor']['recordPaid']
  onTake: (amountCents: number) => void
}

/** Follows the donor's payments, also those of a session that has ended meanwhile. */
function OwnPayments({ onPaid, onTake }: OwnPaymentsProps) {
  const session = useSession()
  const donorId = session.state === 'signed-in' ? session.userId : undefined
  const readBegun = () => ({ donorId, areOpen: readOpenCheckouts().size > 0 })
  const [begun, setBegun] = useState(readBegun)
  if (donorId !== begun.donorId) setBegun(readBegun)
  usePaymentPreloads(donorId !== undefined)
  if (donorId === undefined && !begun.areOpen) return null
  return (
    <OverlayPart part={paymentNotices}>
      <paymentNotices.LazyPart donorId={donorId} onPaid={onPaid} onTake={onTake} />
    </OverlayPart>
  )
}

/** Fetches what a donor is likely to need next, and right after a payment. */
function usePaymentPreloads(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    for (const part of [paymentNotices, pendingRows, celebration, shareRankButton]) part.preload()
    return unlockDonationSound()
  }, [isSignedIn])
}

interface OwnCelebrationProps {
  donor: LatestDonor
  onEnd: () => void
}

function OwnCelebration({ donor, onEnd }: OwnCelebrationProps) {
  const { donationId, position, name } = donor
  return (
    <OverlayPart part={celebration} onGiveUp={onEnd} crash={<ThanksNotice donor={donor} />}>
      <celebration.LazyPart
        name={name}
        donationId={donationId}
        position={position}
        renderActions={(hold, sum) =>
          donationId !== null &&
          position !== null && (
            <OverlayPart part={shareRankButton} crash={null}>
              <shareRankButton.LazyPart
                donationId={donationId}
                position={position}
                name={name}
                sum={sum}
                onSharing={hold}
              />
            </OverlayPart>
          )
        }
        onEnd={onEnd}
      />
    </OverlayPart>
  )
}

/** Announces somebody else who has just taken the first place. */
function OtherLeader({ ownDonationId }: { ownDonationId: string | null | undefined }) {
  const shown = useNewLeader()
  if (shown === undefined || shown.leader.id === ownDonationId) return null
  return (
    <OverlayPart part={newLeader} crash={null}>
      <newLeader.LazyPart {...shown} />
    </OverlayPart>
  )
}

/** Announces a milestone of the goal. */
function Reached() {
  const milestone = useMilestone()
  if (milestone === undefined) return null
  return (
    <OverlayPart part={reachedMilestone} crash={null}>
      <reachedMilestone.LazyPart key={milestone.amountCents} {...milestone} />
    </OverlayPart>
  )
}

/** Thanks the donor in words alone, in case the celebration cannot be loaded. */
function ThanksNotice({ donor: { name } }: { donor: LatestDonor }) {
  return (
    <Notice ariaRole="status" tone="success">
      Thank You! {name !== null && <bdi>{name},</bdi>} welcome to the Royale!
    </Notice>
  )
}
