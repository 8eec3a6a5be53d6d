import { Message } from './message.tsx'
import type { RowView } from './row-view.ts'
import styles from './second-line.module.css'

export type SecondLineProps = Pick<RowView, 'donation' | 'timeAgo' | 'tie' | 'held'>

/** Shows a donation's message and time, and which of two equal amounts it is. */
export function SecondLine(row: SecondLineProps) {
  const { id, message } = row.donation
  const when = <When {...row} />
  if (!message) return when
  return (
    <Message id={id} message={message} note={row.held ? `${WAITS}:` : undefined}>
      {when}
    </Message>
  )
}

/** Says when a donation was made, or that its texts wait, and which of two equal amounts it is. */
export function When({ donation, timeAgo, tie, held }: SecondLineProps) {
  return (
    <>
      {held ? WAITS : <time dateTime={donation.timestamp}>{timeAgo}</time>}
      {tie && (
        <span className={styles.tie} data-tie={tie}>
          <span> · </span>tied<span>, {tie}</span>
        </span>
      )}
    </>
  )
}

const WAITS = 'Waits for approval'
