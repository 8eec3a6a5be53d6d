import { useState } from 'react'
import { readUnderWay } from '../features/donate/under-way.ts'
import { session, useSession } from '../lib/session.ts'
import { Notice } from '../ui/notice.tsx'
import { OverlayPart } from './overlay-part.tsx'
import styles from './overlays.module.css'
import { accountDialog, celebration, paymentNotices } from './parts.ts'
import type { LatestDonor, useLatestDonor } from './use-latest-donor.ts'
import type { useLogout } from './use-logout.ts'
import type { useWishes } from './use-wishes.ts'

export interface OverlaysProps {
  wishes: ReturnType<typeof useWishes>
  donor: ReturnType<typeof useLatestDonor>
  leaving: ReturnType<typeof useLogout>
}

/** All that lies over the page: notices, dialogs, the celebration. */
export function Overlays({ wishes, donor, leaving }: OverlaysProps) {
  return (
    <div className={styles.overlays}>
      {leaving.notice && (
        <Notice kind="alert" tone="trouble" onDismiss={leaving.dismiss}>
          {leaving.notice}
        </Notice>
      )}
      <OwnPayments onPaid={donor.notePaid} onRetake={wishes.askToDonateAmount} />
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
  )
}

interface OwnPaymentsProps {
  onPaid: OverlaysProps['donor']['notePaid']
  onRetake: (amountCents: number) => void
}

/** Also for somebody who came back from the card page after their session has ended. */
function OwnPayments({ onPaid, onRetake }: OwnPaymentsProps) {
  const session = useSession()
  const [hasReturned] = useState(() => readUnderWay().size > 0)
  const donorId = session.state === 'signed-in' ? session.userId : undefined
  if (donorId === undefined && !hasReturned) return null
  return (
    <OverlayPart part={paymentNotices}>
      <paymentNotices.LazyPart donorId={donorId} onPaid={onPaid} onRetake={onRetake} />
    </OverlayPart>
  )
}

/** The celebration's words, where its show cannot be loaded. */
function PlainThanks({ donor: { name } }: { donor: LatestDonor }) {
  return (
    <Notice kind="status" tone="good">
      Thank You! {name !== null && <bdi>{name},</bdi>} welcome to the Royale!
    </Notice>
  )
}
