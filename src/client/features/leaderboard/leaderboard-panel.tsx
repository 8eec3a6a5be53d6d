import { useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { findNotice, MILD_NOTICE_MARK } from '#client/lib/board-marks.ts'
import { DEFAULT_BOARD_ID, describeBoard, ranksTeams, type BoardId } from '#contract/boards.ts'
import { formatMoment } from '#client/lib/moments.ts'
import type { OwnSums } from '#client/lib/own-places.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { Button } from '#client/ui/button.tsx'
import { describeRule } from '#client/lib/board-names.ts'
import { PODIUM_PLACES } from './geometry/row-height.ts'
import { BoardSkeleton } from './list/board-skeleton.tsx'
import { DonorList } from './list/donor-list.tsx'
import { EmptyBoard } from './list/empty-board.tsx'
import type { OpenPlaceActions } from './list/open-place.tsx'
import headerStyles from './leaderboard-header.module.css'
import styles from './leaderboard-panel.module.css'
import { isFollowing, type LeaderboardView } from './live/leaderboard-view.ts'
import { PauseToggle } from './header/pause-toggle.tsx'
import { PrintedAt } from './header/printed-at.tsx'
import { StatusPill } from './header/status-pill.tsx'
import { Ticker } from './list/ticker.tsx'
import { Totals } from './header/totals.tsx'
import { TeamBoardContext } from './own/team-board.ts'
import type { OwnById, OwnRank } from './own/use-own-donations.ts'

const loadAnnouncer = () => import('./header/announcer.tsx')
const loadOwnRankTracker = () => import('./own/own-rank-tracker.tsx')

export interface LeaderboardPanelProps {
  view: LeaderboardView
  /** The board that the view is of; the default one if left out. */
  boardId?: BoardId
  /** The tabs by which another board can be chosen, and the lines of a round and of choices. */
  tabs?: ReactNode
  /** The way to the goal. */
  goal?: ReactNode
  /** The viewer's own donations; `ownRank` is the best place among them. */
  own: OwnById
  ownRank: OwnRank | null
  /** The amount that passes the row above, on a board of donors. */
  next?: OwnSums['next'] | undefined
  /** The viewer's own donation that has just arrived; its row is scrolled into view. */
  ownLatestDonationId: string | null
  onPause(paused: boolean): void
  onLoadMore(): void
  /** Called when the viewer wants to share their rank. */
  onShare(): void
  openPlaces?: OpenPlaceActions | undefined
  /** The content above the list. */
  children?: ReactNode
}

export function LeaderboardPanel({
  view,
  boardId = DEFAULT_BOARD_ID,
  tabs,
  goal,
  onPause,
  children,
  ...rest
}: LeaderboardPanelProps) {
  const headingId = useId()
  const { board, paused, status } = view
  const description = describeBoard(boardId)
  const announcer = useDeferredModule(loadAnnouncer)

  return (
    <section
      className={styles.board}
      aria-labelledby={headingId}
      data-status={status}
      data-few={board !== null && board.rows.length <= PODIUM_PLACES ? '' : undefined}
    >
      <div className={styles.panel}>
        <header className={headerStyles.header}>
          <div className={headerStyles.heading}>
            <h2 id={headingId}>Top Donors</h2>
            <p>{describeRule(description)}</p>
            <PrintedAt />
          </div>
          <div className={headerStyles.controls}>
            <StatusPill view={view} />
            <PauseToggle paused={paused} disabled={board === null} onPause={onPause} />
          </div>
          <Ticker board={board} ranks={description.ranks} />
          <Totals key={boardId} total={board?.total} board={description} />
          {goal}
          <div className={headerStyles.places}>{tabs}</div>
        </header>
        <ConnectionNotice view={view} />
        <div className={styles.between}>{children}</div>
        <TeamBoardContext value={ranksTeams(boardId)}>
          <Board key={boardId} view={view} {...rest} />
        </TeamBoardContext>
        {announcer && <announcer.Announcer arrivals={board?.arrivals} ranks={description.ranks} />}
      </div>
    </section>
  )
}

/**
 * Says that the server cannot be reached, or that live updates do not get through, in the region
 * that the page has for it on the first screen: the board may begin below that.
 */
function ConnectionNotice({ view: { status, board } }: { view: LeaderboardView }) {
  const isDelayed = status === 'delayed'
  const region = isDelayed || status === 'offline' ? findNotice() : undefined
  if (region === undefined) return null
  return createPortal(isDelayed ? <DelayedNotice /> : <OfflineNotice board={board} />, region)
}

function DelayedNotice() {
  return (
    <span className={styles.lost} {...MILD_NOTICE_MARK}>
      <span className={styles.works}>Live updates do not get through here. </span>
      The list is refreshed every few seconds.
    </span>
  )
}

function OfflineNotice({ board }: Pick<LeaderboardView, 'board'>) {
  return (
    <span className={styles.lost}>
      The server cannot be reached.{' '}
      {board ? (
        <>
          This page works offline, and catches up by itself.{' '}
          <span className={styles.known}>Last known list: {formatMoment(board.asOf)}.</span>
        </>
      ) : (
        <>
          <span className={styles.works}>The list comes as soon as it can. </span>
          <Button variant="link" onClick={tryNow}>
            Try now
          </Button>
        </>
      )}
    </span>
  )
}

/** Has all that waits for the network try again, as when the browser sends this event. */
function tryNow(): void {
  dispatchEvent(new Event('online'))
}

type BoardProps = Omit<LeaderboardPanelProps, 'boardId' | 'tabs' | 'goal' | 'onPause' | 'children'>

function Board({
  view,
  ownLatestDonationId,
  onLoadMore,
  own,
  openPlaces,
  next,
  ...ownProps
}: BoardProps) {
  const { status, board } = view
  const list = useRef<HTMLOListElement>(null)
  const ownRankTracker = useDeferredModule(loadOwnRankTracker)

  if (board === null) return <BoardSkeleton isLoading={status !== 'offline'} />
  if (board.rows.length === 0) return <EmptyBoard {...openPlaces} />
  return (
    <>
      <DonorList
        ref={list}
        board={board}
        isOffline={status === 'offline'}
        own={own}
        openPlaces={openPlaces}
        {...ownProps}
        onLoadMore={onLoadMore}
      />
      {ownRankTracker && (
        <ownRankTracker.OwnRankTracker
          list={list}
          board={board}
          ownLatestDonationId={ownLatestDonationId}
          next={next}
          isClosed={openPlaces?.isClosed}
          {...ownProps}
        />
      )}
      {board.more === 'failed' && isFollowing(status) && (
        <div className={styles.failed} role="alert">
          <p>The rest of the list could not be loaded.</p>
          <Button onClick={onLoadMore}>Try again</Button>
        </div>
      )}
    </>
  )
}
