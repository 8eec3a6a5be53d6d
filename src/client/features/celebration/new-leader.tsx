import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatAmount } from '#contract/money.ts'
import { findBoard } from '#client/lib/board-marks.ts'
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
  const [place] = useState(findPlace)

  useEffect(() => {
    const rect = burstNumber === null ? undefined : findDonationRect(donationId)
    if (confettiContainer.current && rect)
      return burstOnce(confettiContainer.current, findOrigin(rect))
    // A leader who is shown without a burst changes only the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [burstNumber])

  return createPortal(
    <div aria-hidden="true">
      <div ref={confettiContainer} className={styles.confetti} />
      <p key={donationId} className={styles.banner} data-place={place}>
        <bdi className={styles.name}>{name}</bdi>{' '}
        <span>
          takes <strong>#1</strong> with <strong>{formatAmount(amountCents)}</strong>
        </span>
      </p>
    </div>,
    document.body,
  )
}

/** The least distance of the board from the window's top that leaves open sky above it, CSS px. */
const SKY_PX = 200

/** Returns where the words stand in a wide window: over nothing of the board. */
function findPlace(): 'sky' | 'foot' {
  const board = findBoard()
  return board === undefined || board.getBoundingClientRect().top > SKY_PX ? 'sky' : 'foot'
}
