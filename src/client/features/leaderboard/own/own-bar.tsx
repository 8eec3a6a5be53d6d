import { useSyncExternalStore, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { formatAmount } from '#contract/money.ts'
import { findRow, findKeepClearElements, OWN_BAR_MARK } from '#client/lib/board-marks.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './own-bar.module.css'
import { scrollToPosition } from '../geometry/scroll-to-position.ts'
import type { OwnRank } from './use-own-donations.ts'

export interface OwnBarProps {
  ownRank: OwnRank
  list: RefObject<HTMLOListElement | null>
  onShare: () => void
}

/** Shows the viewer's own rank while its row is out of sight, and scrolls there. */
export function OwnBar({ ownRank, list, onShare }: OwnBarProps) {
  const isVisible = useOwnBarVisible(list, ownRank)
  if (!isVisible) return null
  // Inside the panel, its containment would pin the bar to the panel instead of the window.
  return createPortal(
    <aside className={styles.bar} aria-label="Your place" {...OWN_BAR_MARK}>
      <button
        type="button"
        className={styles.way}
        onClick={() => scrollToPosition(list.current, ownRank.position)}
      >
        <span>
          You are <strong>#{formatCount(ownRank.position)}</strong>
        </span>{' '}
        <span className={styles.amount}>{formatAmount(ownRank.amountCents)}</span>
      </button>
      <Button onClick={onShare}>Share my rank</Button>
    </aside>,
    document.body,
  )
}

/**
 * Returns whether the own row is off the screen, and the foot of the window free for its bar. Rows
 * come and go with scrolling, so the row is looked up each time.
 */
function useOwnBarVisible(list: RefObject<HTMLElement | null>, { id }: OwnRank): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => !isOnScreen(findOwnRow(list.current, id)) && !isFootOccupied(),
    () => false,
  )
}

function subscribeToScroll(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true })
  addEventListener('resize', onChange)
  return () => {
    removeEventListener('scroll', onChange)
    removeEventListener('resize', onChange)
  }
}

function findOwnRow(list: HTMLElement | null, id: string): Element | undefined {
  return list === null ? undefined : findRow(id, list)
}

function isOnScreen(row: Element | undefined): boolean {
  if (row === undefined) return false
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** The height of the bar and its margins, CSS px. */
const FOOT_HEIGHT_PX = 84

/** Returns whether the bar would cover an element to keep clear, such as a phone's donate panel. */
function isFootOccupied(): boolean {
  return findKeepClearElements().some((element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    const isInColumn = width > innerWidth / 2
    return isInColumn && top < innerHeight && bottom > innerHeight - FOOT_HEIGHT_PX
  })
}
