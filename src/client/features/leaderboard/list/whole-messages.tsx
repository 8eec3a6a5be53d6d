import { memo, type ToggleEvent } from 'react'
import { toPopoverId } from './message.tsx'
import styles from './message.module.css'
import type { RowView } from './row-view.ts'
import { When, type SecondLineProps } from './second-line.tsx'

/**
 * Holds the whole messages of the rows, closed until one is pressed. They are outside of the rows,
 * and in an order of their own: an element that is moved or made anew closes, as one in a row would
 * when that enters the podium or leaves it.
 */
export function WholeMessages({ rows }: { rows: readonly (RowView | undefined)[] }) {
  return rows
    .filter((row): row is RowView => Boolean(row?.donation.message))
    .toSorted((one, other) => (one.donation.id < other.donation.id ? -1 : 1))
    .map(({ donation, timeAgo, tie, held }) => (
      <WholeMessage key={donation.id} {...{ donation, timeAgo, tie, held }} />
    ))
}

const WholeMessage = memo(function WholeMessage(row: SecondLineProps) {
  const { id, name, message } = row.donation
  return (
    <span id={toPopoverId(id)} className={styles.whole} popover="auto" onToggle={returnFocus}>
      <bdi>{name}</bdi>
      <bdi>“{message}”</bdi>
      <small>
        <When {...row} />
      </small>
    </span>
  )
})

/** Focuses the line that opened the message, if that is another element by now. */
function returnFocus({ newState, currentTarget: { id } }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open' || document.activeElement !== document.body) return
  const line = document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)
  line?.focus({ preventScroll: true })
}
