import { useEffect, useRef } from 'react'
import { formatAmount } from '#contract/money.ts'
import { burstOnce } from './confetti.ts'
import styles from './new-leader.module.css'
import type { NewLeaderDisplay } from './new-leader-store.ts'
import { findOrigin } from './use-confetti.ts'
import { findDonationRect } from './use-donation-rect.ts'

/**
 * Shows everybody watching who has taken the first place. Hidden from screen readers, since the
 * board itself announces it.
 */
export function NewLeader({ leader, burstNumber }: NewLeaderDisplay) {
  const confettiContainer = useRef<HTMLDivElement>(null)
  const { id: donationId, name, amountCents } = leader

  useEffect(() => {
    const rect = burstNumber === null ? undefined : findDonationRect(donationId)
    if (confettiContainer.current && rect)
      return burstOnce(confettiContainer.current, findOrigin(rect))
    // A leader who is shown without a burst changes only the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [burstNumber])

  return (
    <div className={styles.flare} aria-hidden="true">
      <div ref={confettiContainer} className={styles.confetti} />
      <p key={donationId} className={styles.banner}>
        <bdi className={styles.name}>{name}</bdi>{' '}
        <span>
          takes <strong>#1</strong> with <strong>{formatAmount(amountCents)}</strong>
        </span>
      </p>
    </div>
  )
}
