import { useEffect, type RefObject } from 'react'
import { formatCount } from '#client/lib/format.ts'
import { SkeletonRow } from './board-skeleton.tsx'
import { useRowAnimations } from '../motion/use-row-animations.ts'
import styles from './donor-list.module.css'
import { DonorRow } from './donor-row.tsx'
import type { BoardView } from '../live/leaderboard-view.ts'
import { Orbits } from './orbits.tsx'
import { OpenPlace, type OpenPlaceActions } from './open-place.tsx'
import { PodiumPlace } from './podium-place.tsx'
import { PodiumSuns } from './podium-suns.tsx'
import { PODIUM_PLACES, rowsHeight } from '../geometry/row-height.ts'
import { toRowView } from './row-view.ts'
import { useNow } from '../header/use-now.ts'
import type { OwnById, OwnRank } from '../own/use-own-donations.ts'
import { WholeMessages } from './whole-messages.tsx'
import { useVisibleRows, type VisibleRows } from './use-visible-rows.ts'

declare module 'react' {
  interface CSSProperties {
    /** The height of all rows below the podium. */
    '--rows-height'?: string
    /** The width of the last visible position. */
    '--position-width'?: string
  }
}

export interface DonorListProps {
  openPlaces?: OpenPlaceActions | undefined
  ref: RefObject<HTMLOListElement | null>
  board: BoardView
  /** True if no more than the loaded rows can be shown for now. */
  isOffline: boolean
  /** The viewer's own donations. */
  own: OwnById
  ownRank: OwnRank | null
  onShare(): void
  /** Called when the viewer comes near the end of the loaded rows. */
  onLoadMore(): void
}

/** The number of rows that are loaded ahead of the viewer. */
const ROWS_AHEAD = 150

/** The most rows of one list: Firefox lays out nothing below some 17.8 million px. */
const MAX_ROWS = 250_000

/**
 * The least step to which the list's height is rounded up, in rows: a height that changed with each
 * newcomer would repaint the whole panel. Nobody sees it when the end is further away than that.
 */
const MIN_HEIGHT_STEP_ROWS = 100

/**
 * Lists all donors: a podium, and below it only the visible rows, in a box as high as all of them,
 * so that it scrolls with the page and the scroll bar is nearly right from the start.
 */
export function DonorList({
  ref,
  board,
  isOffline,
  onLoadMore,
  openPlaces,
  ...own
}: DonorListProps) {
  const size = Math.min(countRows(board, isOffline), MAX_ROWS)
  const below = Math.max(0, size - PODIUM_PLACES)
  const visible = useVisibleRows(ref, below)
  useLoadingAhead(board, visible.end + PODIUM_PLACES, onLoadMore)
  useRowAnimations(ref, board.arrivals)
  const now = useNow(board.asOf)
  const context = { board, size, now, ...own }
  const places = range(0, PODIUM_PLACES)
  const shown = range(visible.start + PODIUM_PLACES, visible.end + PODIUM_PLACES)
  const rows = new Map([...places, ...shown].map((index) => [index, toRowView(index, context)]))

  return (
    <div className={styles.stage} style={widthOf(visible)}>
      <Orbits />
      <PodiumSuns count={board.rows.length} />
      <ol ref={ref} className={styles.list} style={heightOf(below, visible)}>
        {places.map((index) => {
          const row = rows.get(index)
          return row ? (
            <PodiumPlace key={row.donation.id} {...row} />
          ) : (
            <OpenPlace key={index} as="li" position={index + 1} rows={board.rows} {...openPlaces} />
          )
        })}
        {shown.map((index) => {
          const row = rows.get(index)
          return row ? (
            <DonorRow key={row.donation.id} {...row} />
          ) : (
            <SkeletonRow key={index} as="li" row={index - PODIUM_PLACES} />
          )
        })}
      </ol>
      {openPlaces?.invitation}
      <WholeMessages rows={[...rows.values()]} />
    </div>
  )
}

/** Rows that cannot come leave no room, so that what says so stands right below the last one. */
function countRows({ rows, total, more }: BoardView, isOffline: boolean): number {
  return isOffline || more !== 'waiting' ? rows.length : Math.max(rows.length, total.count)
}

function useLoadingAhead(board: BoardView, end: number, onLoadMore: () => void): void {
  useEffect(() => {
    if (board.more === 'waiting' && end + ROWS_AHEAD > board.rows.length) onLoadMore()
  })
}

function heightOf(rowCount: number, { end }: VisibleRows) {
  // At most a hundredth of the list, a power of ten.
  const step = Math.max(MIN_HEIGHT_STEP_ROWS, 10 ** (Math.floor(Math.log10(rowCount)) - 2))
  const isFarFromEnd = end + step < rowCount
  return {
    '--rows-height': rowsHeight(isFarFromEnd ? Math.ceil(rowCount / step) * step : rowCount),
  }
}

function widthOf({ end }: VisibleRows) {
  const digits = formatCount(end + PODIUM_PLACES).length
  return { '--position-width': `${Math.max(2, 0.5625 * digits)}rem` }
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset)
}
