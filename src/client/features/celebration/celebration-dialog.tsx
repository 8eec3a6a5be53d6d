import {
  useEffect,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { findBoard, findOwnBar, findRow, markCelebrated } from '#client/lib/board-marks.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import type { Achievement } from './achievement.ts'
import styles from './celebration.module.css'
import { Light } from './light.tsx'
import { findOrigin, useConfetti } from './use-confetti.ts'
import { useDonationRect, type DonationRect } from './use-donation-rect.ts'
import { useTextSide } from './use-text-side.ts'
import veil from './veil.module.css'

export interface CelebrationDialogProps {
  donationId: string | null
  achievement: Achievement
  isLeaving: boolean
  onClose: () => void
  children: ReactNode
}

/** Covers the page with a veil, open at the donation, and shows its light and the confetti. */
export function CelebrationDialog({
  donationId,
  achievement,
  isLeaving,
  onClose,
  children,
}: CelebrationDialogProps) {
  const tracked = useDonationRect(donationId)
  const [words, setWords] = useState<HTMLElement | null>(null)
  const side = useTextSide(tracked, words)
  const confettiContainer = useConfetti(achievement, tracked)
  const { rect, isStable } = tracked
  const column = useBoardColumn()
  useCelebratedMark(donationId, rect !== undefined)
  useFocusOnClose(donationId)

  return (
    <Dialog
      className={styles.stage}
      labelledBy="celebration-title"
      describedBy="celebration-text celebration-place"
      onClose={onClose}
    >
      <div
        className={styles.scene}
        style={{ ...toRectProperties(rect), ...toColumnProperties(column) }}
        data-achievement={achievement}
        data-side={side}
        data-settled={isStable || undefined}
        data-seen={rect !== undefined || undefined}
        data-leaving={isLeaving || undefined}
      >
        <div className={veil.veil} />
        {isStable && <Light achievement={achievement} />}
        <div ref={confettiContainer} className={styles.confetti} aria-hidden="true" />
        <button type="button" className={styles.end} aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
        <div ref={setWords} className={styles.words}>
          {children}
        </div>
      </div>
    </Dialog>
  )
}

/** Marks the row in the board while it is on the screen. */
function useCelebratedMark(donationId: string | null, isSeen: boolean): void {
  useEffect(() => {
    const row = donationId === null ? undefined : findRow(donationId)
    if (!isSeen || row === undefined) return
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > 0 && top < innerHeight ? markCelebrated(row) : undefined
  }, [donationId, isSeen])
}

/**
 * Focuses the donor's row on closing, in case the focus was lost: the wallet's button may have lost
 * it while it was busy.
 */
function useFocusOnClose(donationId: string | null): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusPlace(donationId)
    },
    [donationId],
  )
}

/** Focuses the row, or the bar that stands for it, or else the board. */
function focusPlace(donationId: string | null): void {
  const row = donationId === null ? undefined : findRow(donationId)
  const bar = findOwnBar()?.querySelector('button')
  const place = row ?? bar ?? findBoard()
  if (place === undefined) return
  if (place !== bar) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

type RectProperty = '--x' | '--y' | '--left' | '--top' | '--width' | '--height'

function toRectProperties(
  rect: DonationRect | undefined,
): CSSProperties & Record<RectProperty, string> {
  const { x, y } = rect?.bodyCenter ?? findOrigin(undefined)
  const { left = 0, top = 0, width = 0, height = 0 } = rect ?? {}
  return {
    '--x': `${x}px`,
    '--y': `${y}px`,
    '--left': `${left}px`,
    '--top': `${top}px`,
    '--width': `${width}px`,
    '--height': `${height}px`,
  }
}

/** The board's column in the window, or else the window itself; px. */
interface Column {
  middlePx: number
  widthPx: number
}

function toColumnProperties({
  middlePx,
  widthPx,
}: Column): CSSProperties & Record<'--middle' | '--column', string> {
  return { '--middle': `${middlePx}px`, '--column': `${widthPx}px` }
}

function useBoardColumn(): Column {
  return {
    middlePx: useSyncExternalStore(subscribeToResize, measureMiddlePx),
    widthPx: useSyncExternalStore(subscribeToResize, measureWidthPx),
  }
}

function subscribeToResize(onChange: () => void): () => void {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

function measureMiddlePx(): number {
  const board = findBoard()?.getBoundingClientRect()
  return board === undefined ? innerWidth / 2 : board.left + board.width / 2
}

function measureWidthPx(): number {
  return findBoard()?.getBoundingClientRect().width ?? innerWidth
}
