import type { ReactNode } from 'react'
import styles from './message.module.css'

export interface MessageProps {
  id: string
  message: string
  /** The words before the message, which then stand in place of the time. */
  note: string | undefined
  /** Says when the donation was made; where there is little room, only beside the whole message. */
  children: ReactNode
}

/** Shows a donor's message on one line; pressed, it opens the `WholeMessage`. */
export function Message({ id, message, note, children }: MessageProps) {
  return (
    <>
      <button type="button" className={styles.line} popoverTarget={toPopoverId(id)}>
        {note && <span className={styles.note}>{note}</span>}
        {note && ' '}
        <bdi>“{message}”</bdi>
      </button>
      {!note && <span className={styles.when}>{children}</span>}
    </>
  )
}

/** Returns the element id of a donation's whole message. */
export function toPopoverId(donationId: string): string {
  return `message-${donationId}`
}
