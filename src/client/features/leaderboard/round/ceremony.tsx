import { useId } from 'react'
import { formatAmount } from '#contract/money.ts'
import type { ResultRow, Round } from '#contract/rounds.ts'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import styles from './ceremony.module.css'
import { useResults } from './use-results.ts'

/** Shows the podium of a round that has just ended; with reduced motion it stands still. */
export function Ceremony({ round, onClose }: { round: Round; onClose: () => void }) {
  const titleId = useId()
  const results = useResults(round.id)
  const rows = results?.rows.filter(({ rank }) => rank !== null).slice(0, 3)
  if (rows === undefined) return null
  return (
    <DialogCard
      titleId={titleId}
      title={round.name}
      lead={describe(round, rows)}
      width="wide"
      onClose={onClose}
    >
      {rows.length > 0 && (
        <ol className={styles.podium}>
          {rows.map(({ id, rank, name, amountCents }) => (
            <li key={id} className={styles.place} data-rank={rank}>
              <span className={styles.sun} aria-hidden="true">
                {rank}
              </span>
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.amount}>{formatAmount(amountCents)}</span>
            </li>
          ))}
        </ol>
      )}
    </DialogCard>
  )
}

function describe({ prize }: Round, [first]: readonly ResultRow[]) {
  if (first === undefined) return 'The round is over. Nobody has given in it.'
  return (
    <>
      <bdi>{first.name}</bdi> has won the round.
      {prize !== null && (
        <>
          {' '}
          The prize: <bdi>{prize}</bdi>.
        </>
      )}
    </>
  )
}
