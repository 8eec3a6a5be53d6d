import { use, useSyncExternalStore, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { formatAmount } from '#contract/money.ts'
import { findOwnPlace, findRow, OWN_BAR_MARK } from '#client/lib/board-marks.ts'
import { formatCount } from '#client/lib/format.ts'
import type { OwnSums } from '#client/lib/own-places.ts'
import { measureMovement } from '#client/lib/movement.ts'
import { measureFreeHeightPx, subscribeToFreeHeight } from '#client/lib/window-foot.ts'
import { Button } from '#client/ui/button.tsx'
import { ShareIcon } from '#client/ui/icons.tsx'
import styles from './own-bar.module.css'
import { scrollToPosition } from '../geometry/scroll-to-position.ts'
import { PODIUM_PLACES } from '../geometry/row-height.ts'
import { findColumn, RowCover, SheetRowCover } from './row-cover.tsx'
import { TeamBoardContext } from './team-board.ts'
import { useBarHeight } from './use-bar-height.ts'
import type { OwnRank } from './use-own-donations.ts'

export interface OwnBarProps {
  ownRank: OwnRank
  /** The amount that passes the row above, on a board of donors. */
  next: OwnSums['next'] | undefined
  /** True if what is given counts for the shown board no more, which is that of a round then. */
  isClosed: boolean | undefined
  list: RefObject<HTMLOListElement | null>
  onShare: () => void
}

/** Shows the viewer's own rank while its row is out of sight, and scrolls there. */
export function OwnBar({ ownRank, next, isClosed, list, onShare }: OwnBarProps) {
  const isTeam = use(TeamBoardContext)
  const isVisible = useOwnBarVisible(list, ownRank)
  useBarHeight(isVisible)
  const column = findColumn(list)
  if (!isVisible || !column) return <SheetRowCover list={list} />
  // Outside the panel, which is a container of its own, and inside the board's column, so that it
  // covers nothing beside that.
  return createPortal(
    <div className={styles.dock}>
      <aside
        className={styles.bar}
        aria-label={isTeam ? 'Your constellation’s place' : 'Your place'}
        {...OWN_BAR_MARK}
      >
        <RowCover list={list} />
        <button
          type="button"
          className={styles.way}
          onClick={() => scrollToPosition(list.current, ownRank.position)}
        >
          <span>
            {isTeam && ownRank.name !== null ? (
              <>
                <bdi>{ownRank.name}</bdi> are at
              </>
            ) : (
              'You are'
            )}{' '}
            <strong>#{formatCount(ownRank.position)}</strong>
            {isClosed && ' in this round'}
          </span>{' '}
          <span className={styles.amount}>{formatAmount(ownRank.amountCents)}</span>
          {next && (
            <span className={styles.next}>
              {formatAmount(next.moreCents)} more passes <bdi>{next.name}</bdi>
            </span>
          )}
        </button>
        {!isTeam && (
          <Button className={styles.share} onClick={onShare}>
            <ShareIcon />
            <span className={styles.label}>Share my rank</span>
          </Button>
        )}
      </aside>
    </div>,
    column,
  )
}

/**
 * Returns whether the own row is off the screen, and the place of its bar free. Rows come and go
 * with scrolling, so the row is looked up each time.
 */
function useOwnBarVisible(list: RefObject<HTMLElement | null>, { id }: OwnRank): boolean {
  return useSyncExternalStore(
    subscribeToPlace,
    () =>
      !isOnScreen(findOwnRow(list.current, id)) &&
      !isOnScreen(findOwnPlace()) &&
      isFootFree(list.current),
    () => false,
  )
}

/** Tells of scrolling, and of a sheet that comes to the foot, or changes its height, after the row. */
function subscribeToPlace(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true })
  const unsubscribe = subscribeToFreeHeight(onChange)
  return () => {
    removeEventListener('scroll', onChange)
    unsubscribe()
  }
}

function findOwnRow(list: HTMLElement | null, id: string): Element | undefined {
  return list === null ? undefined : findRow(id, list)
}

function isOnScreen(row: Element | undefined): boolean {
  if (row === undefined) return false
  const { top, bottom } = row.getBoundingClientRect()
  // A row that still climbs there counts as there: nothing tells when it has arrived.
  const moved = measureMovement(row).y
  // Before the page is scrolled no row is cut, see `useCutRowPx`.
  const foot = scrollY > 0 ? (top + bottom) / 2 : bottom
  return bottom > moved && foot - moved < measureFreeHeightPx() + 1
}

/** The height of the bar and some air, CSS px. */
const BAR_HEIGHT_PX = 60

/** Returns whether the podium is above the bar's place: nobody's sun may be covered. */
function isFootFree(list: HTMLElement | null): boolean {
  const podium = [...(list?.children ?? [])].slice(0, PODIUM_PLACES)
  const foot = measureFreeHeightPx() - BAR_HEIGHT_PX
  return podium.every((place) => place.getBoundingClientRect().bottom < foot)
}
