import { formatAmount } from '#contract/money.ts'
import type { ReplayBoard as Board } from './replay-course.ts'
import styles from './replay.module.css'

declare module 'react' {
  interface CSSProperties {
    /** The place of a row, from 0. */
    '--row'?: number
    /** The share that a row has of the first one, 0 to 1. */
    '--share'?: number
    /** The most rows that there are at any time. */
    '--count'?: number
  }
}

/**
 * Shows the first rows as they were. The rows that move stand in an order of their own, since an
 * element that is put elsewhere ends its motion; the list beside them is for screen readers.
 */
export function ReplayBoard({ board: { rows }, count }: { board: Board; count: number }) {
  const top = rows[0]?.amountCents ?? 1
  const placed = rows.map((row, index) => ({ ...row, index }))
  return (
    <>
      <div className={styles.board} style={{ '--count': count }} aria-hidden="true">
        {placed
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map(({ id, name, amountCents, index }) => (
            <div
              key={id}
              className={styles.row}
              data-place={index + 1}
              style={{ '--row': index, '--share': amountCents / top }}
            >
              <span className={styles.place}>{index + 1}</span>
              <bdi className={styles.name}>{name}</bdi>
              <span className={styles.amount}>{formatAmount(amountCents)}</span>
            </div>
          ))}
      </div>
      <ol className="visually-hidden" aria-label="The board at this time">
        {rows.map(({ id, name, amountCents }) => (
          <li key={id}>
            <bdi>{name}</bdi> {formatAmount(amountCents)}
          </li>
        ))}
      </ol>
    </>
  )
}
