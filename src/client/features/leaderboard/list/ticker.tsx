import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import styles from './ticker.module.css'
import { useLatest, type DonationSum, type LatestDonation } from './use-latest.ts'

/** Shows the latest donation in one line: who passed whom; or the sum of several at once. */
export function Ticker({ board }: { board: BoardView | null }) {
  const latest = useLatest(board)
  if (board?.rows.length === 0) return null
  return (
    <p className={styles.ticker} aria-hidden="true">
      {latest && (
        <span
          key={'id' in latest ? latest.id : latest.timestamp}
          className={styles.latest}
          data-arrived={hasArrived(latest) || undefined}
        >
          {'id' in latest ? <One latest={latest} board={board} /> : <Several {...latest} />}
        </span>
      )}
    </p>
  )
}

/** Returns whether the viewer saw it arriving. Only that moves: the page starts without motion. */
function hasArrived(latest: LatestDonation | DonationSum): boolean {
  return 'count' in latest || latest.rankTaken !== null
}

function Several({ count, amountCents }: DonationSum) {
  return `${formatCount(count)} donations, ${formatAmount(amountCents)}, in the last seconds`
}

function One({ latest, board }: { latest: LatestDonation; board: BoardView | null }) {
  // A name that was taken back meanwhile must not stay here.
  const findRow = (id: string | undefined) => board?.rows.find((row) => row.id === id)
  const passed = findRow(latest.rankTaken?.passedId)?.name
  const row = findRow(latest.id)
  return (
    <>
      Latest: <bdi className={styles.name}>{row?.name ?? latest.name}</bdi>{' '}
      {formatAmount(latest.amountCents)}
      {latest.rankTaken && (
        <span className={styles.rankTaken}>
          took #{formatCount(latest.rankTaken.position)}
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
