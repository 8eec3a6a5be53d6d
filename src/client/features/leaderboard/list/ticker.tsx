import { useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { PublicDonation } from '#contract/donations.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import styles from './ticker.module.css'

/** The latest donation, in one line: who passed whom. */
export function Ticker({ board }: { board: BoardView | null }) {
  const latest = useLatest(board)
  return (
    <p className={styles.ticker} aria-hidden="true">
      {latest && (
        <span key={latest.id} className={styles.news}>
          Latest: <bdi className={styles.name}>{latest.name}</bdi>{' '}
          {formatAmount(latest.amountCents)}
          {latest.feat && (
            <span className={styles.feat}>
              took #{formatCount(latest.feat.position)}
              {latest.feat.passed !== null && (
                <>
                  , passing <bdi>{latest.feat.passed}</bdi>
                </>
              )}
            </span>
          )}
        </span>
      )}
    </p>
  )
}

interface News extends PublicDonation {
  /** Null for a donation from before the viewer came. `passed` is who stood there, where known. */
  feat: { position: number; passed: string | null } | null
}

/** The last to arrive while the viewer watches; before that, the youngest of the rows in hand. */
function useLatest(board: BoardView | null): News | null {
  const [seen, setSeen] = useState<{ board: BoardView | null; news: News | null }>({
    board: null,
    news: null,
  })
  if (seen.board === board) return seen.news
  const news = findNews(board) ?? keepNews(seen.news, seen.board, board) ?? findYoungest(board)
  setSeen({ board, news })
  return news
}

function findNews(board: BoardView | null): News | null {
  const entry = board?.arrivals.at(-1)
  if (!board || !entry) return null
  const { position } = entry
  return { ...entry, feat: { position, passed: board.rows[position]?.name ?? null } }
}

/** Until the next, unless the donation has left the board. */
function keepNews(news: News | null, last: BoardView | null, board: BoardView | null): News | null {
  const isOn = (view: BoardView | null) => view?.rows.some(({ id }) => id === news?.id) ?? false
  return isOn(last) && !isOn(board) ? null : news
}

function findYoungest(board: BoardView | null): News | null {
  const [first, ...others] = board?.rows ?? []
  if (first === undefined) return null
  const youngest = others.reduce(
    (best, row) => (row.timestamp > best.timestamp ? row : best),
    first,
  )
  return { ...youngest, feat: null }
}
