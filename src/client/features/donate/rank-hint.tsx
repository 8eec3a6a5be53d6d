import { useEffect, useState } from 'react'
import type { Rank } from '#contract/leaderboard.ts'
import { formatDecimal, formatAmount } from '#contract/money.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import styles from './rank-hint.module.css'

const TYPING_PAUSE_MS = 250
/** The board moves on while somebody hesitates. */
const REFRESH_MS = 15_000

export interface RankHintProps {
  /** Undefined while there is no amount to place. */
  amountCents: number | undefined
  maxCents: number
  onTake: (text: string) => void
}

/** Where the amount would land now, and what takes the place above. */
export function RankHint({ amountCents, maxCents, onTake }: RankHintProps) {
  const rank = useRank(amountCents)
  // Its place is kept, or the buttons below would move away from under a finger.
  if (!rank) return <div className={styles.hint} data-unknown />
  const { position, next } = rank
  const above = next && next.amountCents <= maxCents ? next : null
  return (
    <div className={styles.hint}>
      <p>
        Lands at <strong>#{formatCount(position)}</strong>
      </p>
      {above && (
        <button type="button" onClick={() => onTake(formatDecimal(above.amountCents))}>
          {formatAmount(above.amountCents)} takes #{formatCount(above.position)}
        </button>
      )}
    </div>
  )
}

/** A hint is no reason to complain: where the server does not answer, there is none. */
function useRank(amountCents: number | undefined): Rank | undefined {
  const [rank, setRank] = useState<Rank>()

  useEffect(() => {
    if (amountCents === undefined) return
    const giveUp = new AbortController()
    const look = () =>
      callApi<Rank>(`${ROUTES.rank}?amountCents=${amountCents}`, { signal: giveUp.signal }).then(
        setRank,
        () => {
          if (!giveUp.signal.aborted) setRank(undefined)
        },
      )
    const first = setTimeout(look, TYPING_PAUSE_MS)
    const again = setInterval(look, REFRESH_MS)
    return () => {
      giveUp.abort()
      clearTimeout(first)
      clearInterval(again)
    }
  }, [amountCents])

  return amountCents === undefined ? undefined : rank
}
