import { useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { PublicDonation } from '#contract/donations.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import styles from './ticker.module.css'

/** Shows the latest donation in one line: who passed whom. */
export function Ticker({ board }: { board: BoardView | null }) {
  const latest = useLatestDonation(board)
  // A name that was taken back meanwhile must not stay here.
  const findRow = (id: string | undefined) => board?.rows.find((row) => row.id === id)
  const passed = findRow(latest?.rankTaken?.passedId)?.name
  const row = findRow(latest?.id)
  return (
    <p className={styles.ticker} aria-hidden="true">
      {latest && (
        <span key={latest.id} className={styles.latest}>
          Latest: <bdi className={styles.name}>{row?.name ?? latest.name}</bdi>{' '}
          {formatAmount(latest.amountCents)}
          {latest.rankTaken && (
            <span className={styles.rankTaken}>
              took #{formatCount(latest.rankTaken.position)}
              {passed !== undefined && (
                <>
                  , passing <bdi>{passed}</bdi>
                </>
              )}
            </span>
          )}
          {row?.message && <bdi> “{row.message}”</bdi>}
        </span>
      )}
    </p>
  )
}

interface LatestDonation extends PublicDonation {
  /**
   * The position it took, and the donation that held it before, if known; null for a donation from
   * before the viewer came.
   */
  rankTaken: { position: number; passedId: string | undefined } | null
}

/**
 * Returns the last donation that arrived while the viewer watches; before that, the most recent of
 * the loaded rows.
 */
function useLatestDonation(board: BoardView | null): LatestDonation | null {
  const [seen, setSeen] = useState<{ board: BoardView | null; latest: LatestDonation | null }>({
    board: null,
    latest: null,
  })
  if (seen.board === board) return seen.latest
  const latest =
    findNewest(board) ?? keepLatest(seen.latest, seen.board, board) ?? findYoungestRow(board)
  setSeen({ board, latest })
  return latest
}

function findNewest(board: BoardView | null): LatestDonation | null {
  const entry = board?.arrivals.at(-1)
  if (!board || !entry) return null
  const { position } = entry
  return { ...entry, rankTaken: { position, passedId: board.rows[position]?.id } }
}

/** Keeps the last one until the next, unless its donation has left the board. */
function keepLatest(
  latest: LatestDonation | null,
  last: BoardView | null,
  board: BoardView | null,
): LatestDonation | null {
  const isOn = (view: BoardView | null) => view?.rows.some(({ id }) => id === latest?.id) ?? false
  return isOn(last) && !isOn(board) ? null : latest
}

function findYoungestRow(board: BoardView | null): LatestDonation | null {
  const [first, ...others] = board?.rows ?? []
  if (first === undefined) return null
  const youngest = others.reduce(
    (best, row) => (row.timestamp > best.timestamp ? row : best),
    first,
  )
  return { ...youngest, rankTaken: null }
}
