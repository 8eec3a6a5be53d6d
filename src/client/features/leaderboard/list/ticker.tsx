import type { BoardDescription } from '#contract/boards.ts'
import { formatAmount } from '#contract/money.ts'
import { isNamed } from '#contract/stand-in-names.ts'
import { formatCount } from '#client/lib/format.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
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
  const { ids } = useOwnPlaces()
  const { rankTaken } = latest
  // A name that was taken back meanwhile must not stay here.
  const row = findRow(board, latest.id)
  const arrived = { id: latest.id, name: row?.name ?? latest.name }
  const below = findRow(board, rankTaken?.passedId)
  const hasPassed = below && !mayBeOfOne(arrived, below, { isSum, ids })
  return (
    <>
      Latest: <bdi className={styles.name}>{arrived.name}</bdi> {formatAmount(latest.amountCents)}
      {isSum && ' in all'}
      {rankTaken && (
        <span className={styles.rankTaken}>
          <span>took #{formatCount(rankTaken.position)}</span>
          {hasPassed && (
            <span>
              , passing <bdi>{below.name}</bdi>
            </span>
          )}
        </span>
      )}
      {row?.message && <bdi> “{row.message}”</bdi>}
    </>
  )
}

function findRow(board: BoardView | null, id: string | undefined) {
  return board?.rows.find((row) => row.id === id)
}

type Named = Pick<LatestDonation, 'id' | 'name'>

/**
 * Returns whether two rows may be of one donor, who is never told to have passed themselves. Others
 * are told of rows by their names alone, and a row without one may be anybody's: if it were named
 * unless it is the donor's own, everybody would learn whose it is. Of sums each donor has one.
 */
function mayBeOfOne(
  one: Named,
  other: Named,
  { isSum, ids }: { isSum: boolean; ids: ReadonlySet<string> },
): boolean {
  if (isSum) return false
  if (!isNamed(one.name) || !isNamed(other.name) || one.name === other.name) return true
  return ids.has(one.id) && ids.has(other.id)
}
