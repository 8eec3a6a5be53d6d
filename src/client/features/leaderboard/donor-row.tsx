import { memo, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { PublicDonation } from '#contract/donations.ts'
import { Avatar } from './avatar.tsx'
import styles from './donor-row.module.css'
import { prefersReducedMotion } from './reduced-motion.ts'
import { PODIUM_PLACES, rowsHigh } from './row-height.ts'

export interface DonorProps {
  donation: PublicDonation
  position: number
  /** How many rows the whole list has. */
  size: number
  timeAgo: string
  /** Whether it is the viewer's own latest donation. */
  own: boolean
  /** Whether it has just been donated. */
  arrived: boolean
}

export const DonorRow = memo(function DonorRow(props: DonorProps) {
  const { donation, position, size, timeAgo, own } = props
  const element = useRef<HTMLLIElement>(null)
  const [arrived] = useState(props.arrived)
  useMoving(element, position)

  return (
    <li
      ref={element}
      className={styles.row}
      style={{ translate: `0 ${rowsHigh(position - 1 - PODIUM_PLACES)}` }}
      value={position}
      aria-setsize={size}
      aria-posinset={position}
      data-donation={donation.id}
      data-own={own || undefined}
      data-arrived={arrived || undefined}
    >
      <span className={styles.position}>{formatCount(position)}</span>
      <Donor donation={donation} timeAgo={timeAgo} own={own} />
    </li>
  )
})

/** For itself, since in a moving list positions change far more often than what stands at them. */
const Donor = memo(function Donor({
  donation: { id, name, amountCents, timestamp },
  timeAgo,
  own,
}: Pick<DonorProps, 'donation' | 'timeAgo' | 'own'>) {
  return (
    <>
      <Avatar id={id} name={name} />
      <span className={styles.who}>
        <span className={styles.nameLine}>
          <bdi className={styles.name} dir="auto" title={name}>
            {name}
          </bdi>
          {own && <span className={styles.tag}>You</span>}
        </span>
        <time className={styles.time} dateTime={timestamp}>
          {timeAgo}
        </time>
      </span>
      <span className={styles.amount}>{formatAmount(amountCents)}</span>
    </>
  )
})

/**
 * Lets a row glide from its old position to its new one. Movements add up, so one that is
 * overtaken by the next goes on from where it is.
 */
function useMoving(element: RefObject<HTMLElement | null>, position: number): void {
  const lastPosition = useRef(position)

  useLayoutEffect(() => {
    const distance = lastPosition.current - position
    lastPosition.current = position
    if (distance === 0 || prefersReducedMotion()) return
    element.current?.animate(
      [{ transform: `translateY(${rowsHigh(distance)})` }, { transform: 'none' }],
      { duration: 320, easing: 'cubic-bezier(.22,1,.36,1)', composite: 'add' },
    )
  }, [element, position])
}
