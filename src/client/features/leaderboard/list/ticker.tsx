import type { BoardDescription } from '#contract/boards.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import styles from './ticker.module.css'
import { useLatest, type DonationSum, type LatestDonation } from './use-latest.ts'

export interface TickerProps {
  board: BoardView | null
  ranks?: BoardDescription['ranks']
}

/**
 * Shows the latest donation in one line: who passed whom; or the sum of several at once. A row of
 * donors has the sum of all they gave, which is said; one of teams tells of no single donation.
 */
export function Ticker({ board, ranks = 'donation' }: TickerProps) {
  const latest = useLatest(board)
  const isSum = ranks !== 'donation'
  if (board?.rows.length === 0 || (isSum && ranks !== 'donor')) return null
  return (
    <p className={styles.ticker} aria-hidden="true">
      {latest && (
        <span
          key={'id' in latest ? latest.id : latest.timestamp}
          className={styles.latest}
          data-arrived={hasArrived(latest) || undefined}
        >
          {'id' in latest ? (
            <One latest={latest} board={board} isSum={isSum} />
          ) : (
            <Several {...latest} isSum={isSum} />
          )}
        </span>
      )}
    </p>
  )
}

/** Returns whether the viewer saw it arriving. Only that moves: the page starts without motion. */
function hasArrived(latest: LatestDonation | DonationSum): boolean {
  return 'count' in latest || latest.rankTaken !== null
}

function Several({ count, amountCents, isSum }: DonationSum & { isSum: boolean }) {
  const amount = isSum ? '' : ` ${formatAmount(amountCents)},`
  return `${formatCount(count)} donations,${amount} in the last seconds`
}

interface OneProps {
  latest: LatestDonation
  board: BoardView | null
  /** True if its amount is the sum of several donations. */
  isSum: boolean
}

function One({ latest, board, isSum }: OneProps) {
  // A name that was taken back meanwhile must not stay here.
  const findRow = (id: string | undefined) => board?.rows.find((row) => row.id === id)
  const passed = findRow(latest.rankTaken?.passedId)?.name
  const row = findRow(latest.id)
  return (
    <>
      Latest: <bdi className={styles.name}>{row?.name ?? latest.name}</bdi>{' '}
      {formatAmount(latest.amountCents)}
      {isSum && ' in all'}
      {latest.rankTaken && (
        <span className={styles.rankTaken}>
          <span>took #{formatCount(latest.rankTaken.position)}</span>
          {passed !== undefined && (
            <span>
              , passing <bdi>{passed}</bdi>
            </span>
          )}
        </span>
      )}
      {row?.message && <bdi> “{row.message}”</bdi>}
    </>
  )
}
