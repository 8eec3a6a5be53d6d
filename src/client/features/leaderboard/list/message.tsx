import type { ReactNode } from 'react'
import type { PublicDonation } from '#contract/donations.ts'
import styles from './message.module.css'

export interface MessageProps {
  donation: PublicDonation
  /** The words before the message, which then stand in place of the time. */
  note: string | undefined
  /** Says when the donation was made; where there is little room, only beside the whole message. */
  children: ReactNode
}

/** Shows a donor's message on one line, and all of it when it is pressed. */
export function Message({ donation: { id, name, message }, note, children }: MessageProps) {
  const popoverId = `message-${id}`
  return (
    <>
      <button type="button" className={styles.line} popoverTarget={popoverId}>
        {note && <span className={styles.note}>{note}</span>}
        {note && ' '}
        <bdi>“{message}”</bdi>
      </button>
      {!note && <span className={styles.when}>{children}</span>}
      <span id={popoverId} className={styles.whole} popover="auto">
        <bdi>{name}</bdi>
        <bdi>“{message}”</bdi>
        <small>{children}</small>
      </span>
    </>
  )
}
