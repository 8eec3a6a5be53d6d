import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { findRow } from '#client/lib/board-marks.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import type { Achievement } from './achievement.ts'
import styles from './celebration.module.css'
import { Light } from './light.tsx'
import { findOrigin, useConfetti } from './use-confetti.ts'
import { usePlace, type Place } from './use-donation-rect.ts'
import { useSide } from './use-text-side.ts'

export interface StageProps {
  donationId: string | null
  achievement: Achievement
  isLeaving: boolean
  onClose: () => void
  children: ReactNode
}

/** The veil over the page, open where the donation stands, its light, and the confetti. */
export function Stage({ donationId, achievement, isLeaving, onClose, children }: StageProps) {
  const sighting = usePlace(donationId)
  const side = useSide(sighting)
  const sky = useConfetti(achievement, sighting)
  const { place, isSettled } = sighting
  useFocusAfterwards(donationId)

  return (
    <Dialog
      className={styles.stage}
      labelledBy="celebration-title"
      describedBy="celebration-text celebration-place"
      onClose={onClose}
    >
      <div
        className={styles.scene}
        style={measurePlace(place)}
        data-achievement={achievement}
        data-side={side}
        data-settled={isSettled || undefined}
        data-seen={place !== undefined || undefined}
        data-leaving={isLeaving || undefined}
      >
        <div className={styles.veil} />
        {isSettled && <Light achievement={achievement} />}
        <div ref={sky} className={styles.confetti} aria-hidden="true" />
        <button type="button" className={styles.end} aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
        {children}
      </div>
    </Dialog>
  )
}

/** The focus goes back to where it was; the wallet's button may have lost it while it was busy. */
function useFocusAfterwards(donationId: string | null): void {
  useEffect(
    () => () => {
      const row = donationId === null ? undefined : findRow(donationId)
      if (row === undefined || document.activeElement !== document.body) return
      row.tabIndex = -1
      row.focus({ preventScroll: true })
    },
    [donationId],
  )
}

type Measure = '--x' | '--y' | '--left' | '--top' | '--width' | '--height'

function measurePlace(place: Place | undefined): CSSProperties & Record<Measure, string> {
  const { x, y } = place?.body ?? findOrigin(undefined)
  const { left = 0, top = 0, width = 0, height = 0 } = place ?? {}
  return {
    '--x': `${x}px`,
    '--y': `${y}px`,
    '--left': `${left}px`,
    '--top': `${top}px`,
    '--width': `${width}px`,
    '--height': `${height}px`,
  }
}
