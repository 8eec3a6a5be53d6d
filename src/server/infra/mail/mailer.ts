/** One message to one person. */
export interface Mail {
  /**
   * Names the message wherever it goes, so that sending it twice shows as one message: letters,
   * digits, `_` and `-`.
   */
  key: string
  /** A bare e-mail address. */
  to: string
  subject: string
  text: string
  html?: string
  /** When it was written, Unix ms. */
  writtenAt: number
}

export interface Mailer {
  /**
   * Hands a message over; resolves when whoever takes it answers for it. Fails with a
   * MailRefusedError where the address will never take it; any other failure may pass. No failure
   * repeats the address.
   */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** Nobody can be reached at the address; trying again leads to the same. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}
