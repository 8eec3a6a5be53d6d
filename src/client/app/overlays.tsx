import type { Arrival } from '../features/donate/arrival.ts'
import { session } from '../lib/session.ts'
import { Notice } from '../ui/notice.tsx'
import { OverlayPart } from './overlay-part.tsx'
import styles from './overlays.module.css'
import { accountDialog, celebration, checkoutReturn } from './parts.ts'
import type { LatestDonor, useLatestDonor } from './use-latest-donor.ts'
import type { useLogout } from './use-logout.ts'
import type { useWishes } from './use-wishes.ts'

export interface OverlaysProps {
  arrival: Arrival | undefined
  wishes: ReturnType<typeof useWishes>
  donor: ReturnType<typeof useLatestDonor>
  leaving: ReturnType<typeof useLogout>
}

/** All that lies over the page: notices, dialogs, the celebration. */
export function Overlays({ arrival, wishes, donor, leaving }: OverlaysProps) {
  return (
    <div className={styles.overlays}>
      {leaving.notice && (
        <Notice kind="alert" tone="trouble" onDismiss={leaving.dismiss}>
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
