import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { findBoard } from '#client/lib/board-marks.ts'
import { burstOnce } from './confetti.ts'
import styles from './flare.module.css'
import type { Point } from './use-donation-rect.ts'
import { useStripPlace } from './use-strip-place.ts'

export interface FlareProps {
  /** Names the words: others are shown anew. */
  name: string
  /** Numbers the burst of confetti; null for none. */
  burst: number | string | null
  /** Returns the point of the burst, in CSS px of the window; none if undefined. */
  findSource: () => Point | undefined
  /** True if the page says it nowhere else, so that screen readers hear it from here. */
  isAnnounced?: boolean
  children: ReactNode
}

/** Shows everybody watching what has just happened: words at the window's edge, and confetti. */
export function Flare({ name, burst, findSource, isAnnounced = false, children }: FlareProps) {
  const confetti = useRef<HTMLDivElement>(null)
  const banner = useRef<HTMLParagraphElement>(null)
  const [place] = useState(findPlace)
  useStripPlace(banner)

  useEffect(() => {
    const source = burst === null ? undefined : findSource()
    if (confetti.current && source) return burstOnce(confetti.current, source)
    // Other words without a burst of their own throw nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [burst])

  return createPortal(
    <>
      <div ref={confetti} className={styles.confetti} aria-hidden="true" />
      <div className={styles.cover} data-strip={place} />
      <p
        ref={banner}
        key={name}
        className={styles.banner}
        data-place={place}
        aria-hidden={!isAnnounced || undefined}
      >
        {children}
      </p>
    </>,
    document.body,
  )
}

/** The least distance of the board from the window's top that leaves open sky above it, CSS px. */
const SKY_PX = 200

/** Returns where the words stand: in the open sky that only a wide window has, or at its foot. */
function findPlace(): 'sky' | 'foot' {
  if (!matchMedia('(width >= 60rem)').matches) return 'foot'
  const board = findBoard()
  return board === undefined || board.getBoundingClientRect().top > SKY_PX ? 'sky' : 'foot'
}
