import { useId, type ReactNode } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatCount, formatMoment } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import type { Total } from '#contract/leaderboard.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { DonorList } from './donor-list.tsx'
import styles from './leaderboard-panel.module.css'
import { PauseToggle } from './pause-toggle.tsx'
import { StatusPill } from './status-pill.tsx'
import type { LeaderboardView } from './leaderboard-view.ts'
import { useAnnouncement } from './use-announcement.ts'

export interface LeaderboardPanelProps {
  view: LeaderboardView
  latestDonationId: string | null
  onPause(paused: boolean): void
  onLoadMore(): void
  /** Stands above the list. */
  children?: ReactNode
}

export function LeaderboardPanel({ view, onPause, children, ...rest }: LeaderboardPanelProps) {
  const headingId = useId()
  const { board, paused } = view
  const announcement = useAnnouncement(board?.arrivals)

  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <header className={styles.header}>
        <h2 id={headingId}>Top Donors</h2>
        <Totals total={board?.total} />
        <div className={styles.controls}>
          <StatusPill view={view} />
          <PauseToggle paused={paused} disabled={board === null} onPause={onPause} />
        </div>
      </header>
      <OfflineNotice view={view} />
      {children}
      <Board view={view} {...rest} />
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </section>
  )
}

function Totals({ total }: { total: Total | undefined }) {
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Raised</dt>
        <dd>{total ? formatAmount(total.amountCents) : '–'}</dd>
      </div>
      <div>
        <dt>Donations</dt>
        <dd>{total ? formatCount(total.count) : '–'}</dd>
      </div>
    </dl>
  )
}

/** The region stays while its text comes and goes: screen readers miss a region that is new. */
function OfflineNotice({ view: { status, board } }: { view: LeaderboardView }) {
  const list = board
    ? `works offline: it shows the last known list, of ${formatMoment(board.asOf)}, and catches up by itself.`
    : 'works offline, but has no list to show yet. It keeps trying by itself.'
  return (
    <output className={styles.notice}>
      {status === 'offline' && <span>The server cannot be reached. This page {list}</span>}
    </output>
  )
}

type BoardProps = Omit<LeaderboardPanelProps, 'onPause' | 'children'>

function Board({ view: { status, board }, latestDonationId, onLoadMore }: BoardProps) {
  if (board === null) return status === 'offline' ? null : <BoardSkeleton />
  if (board.rows.length === 0) return <EmptyBoard />
  return (
    <>
      <DonorList
        board={board}
        complete={status === 'offline'}
        latestDonationId={latestDonationId}
        onLoadMore={onLoadMore}
      />
      {board.more === 'failed' && status === 'live' && (
        <div className={styles.trouble} role="alert">
          <p>The rest of the list could not be loaded.</p>
          <Button onClick={onLoadMore}>Try again</Button>
        </div>
      )}
    </>
  )
}

function EmptyBoard() {
  return (
    <div className={styles.empty}>
      <strong>No donations yet</strong>
      <p>The first one takes number 1.</p>
    </div>
  )
}
