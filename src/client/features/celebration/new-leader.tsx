import { useEffect, useRef } from 'react'
import { formatAmount } from '#contract/money.ts'
import { burstOnce } from './confetti.ts'
import styles from './new-leader.module.css'
import type { NewLeader as Shown } from './new-leader-store.ts'
import { findOrigin } from './use-confetti.ts'
import { findPlace } from './use-donation-rect.ts'

/**
 * Shows everybody watching who has taken the first place. Only to the eye, since the board itself
 * says it aloud.
 */
export function NewLeader({ leader, burst }: Shown) {
  const sky = useRef<HTMLDivElement>(null)
  const { id, name, amountCents } = leader

  useEffect(() => {
    const place = burst === null ? undefined : findPlace(id)
    if (sky.current && place) return burstOnce(sky.current, findOrigin(place))
    // A leader who is shown without a burst changes the words alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [burst])

  return (
    <div className={styles.flare} aria-hidden="true">
      <div ref={sky} className={styles.confetti} />
      <p key={id} className={styles.banner}>
        <bdi className={styles.name}>{name}</bdi>{' '}
        <span>
          takes <strong>#1</strong> with <strong>{formatAmount(amountCents)}</strong>
        </span>
      </p>
    </div>
  )
}
