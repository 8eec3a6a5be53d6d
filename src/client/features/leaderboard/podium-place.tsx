import { memo, useLayoutEffect, useRef, type RefObject } from 'react'
import { formatAmount } from '#contract/money.ts'
import { Avatar } from './avatar.tsx'
import type { DonorProps } from './donor-row.tsx'
import styles from './podium-place.module.css'
import { prefersReducedMotion } from './reduced-motion.ts'

/** One of the first three: read in the order 1, 2, 3, and seen in the order 2, 1, 3. */
export const PodiumPlace = memo(function PodiumPlace(props: DonorProps) {
  const { donation, position, size, timeAgo, own } = props
  const element = useRef<HTMLLIElement>(null)
  useChangingPlaces(element, position)

  return (
    <li
      ref={element}
      className={styles.place}
      value={position}
      aria-setsize={size}
      aria-posinset={position}
      data-place={position}
      data-donation={donation.id}
      data-own={own || undefined}
    >
      <Avatar id={donation.id} name={donation.name} />
      <span className={styles.position}>{position}</span>
      <bdi className={styles.name} dir="auto" title={donation.name}>
        {donation.name}
      </bdi>
      <span className={styles.amount}>{formatAmount(donation.amountCents)}</span>
      <span className={styles.time}>
        {own && <span className={styles.tag}>You</span>}
        <time dateTime={donation.timestamp}>{timeAgo}</time>
      </span>
    </li>
  )
})

/** The three places are the list's first three boxes, so the old one is where another now stands. */
function useChangingPlaces(element: RefObject<HTMLElement | null>, position: number): void {
  const lastPosition = useRef(position)

  useLayoutEffect(() => {
    const place = element.current
    const old = place?.parentElement?.children[lastPosition.current - 1]
    lastPosition.current = position
    if (!place || !(old instanceof HTMLElement) || old === place || prefersReducedMotion()) return
    const x = old.offsetLeft + old.offsetWidth / 2 - place.offsetLeft - place.offsetWidth / 2
    const y = old.offsetTop - place.offsetTop
    place.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
      duration: 480,
      easing: 'cubic-bezier(.22,1,.36,1)',
      composite: 'add',
    })
  }, [element, position])
}
