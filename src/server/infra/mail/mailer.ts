/** The most connections to a mail server, each of which sends one message at a time. */
export const CONNECTIONS = 5

/** One message to one person. */
export interface Mail {
  /**
   * Identifies the message wherever it goes, so that sending it twice shows as one message:
   * letters, digits, `_` and `-`.
   */
  key: string
  /** A bare e-mail address. */
  to: string
  subject: string
  /** The name of its sender, such as the title of the campaign; by default that of the product. */
  senderName?: string
  text: string
  html?: string
  /** The https address at which a POST ends messages of this kind; undefined if they cannot be ended. */
  endUrl?: string
  /** The time when it was written, Unix ms. */
  writtenAt: number
}

export interface Mailer {
  /** The most messages to send at once; more would only wait. */
  readonly concurrency?: number
  /**
   * Sends a message; resolves when the receiver has taken responsibility for it. Fails with a
   * MailRefusedError if the address will never take it, and with a MailServerError if the mail server
   * takes no mail at all; any failure but the first may be temporary. No error contains the address.
   */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** The messages that are kept as files. */
export interface MailStore {
  /** Deletes the messages to those addresses which `isErased` accepts. */
  erase(isErased: (address: string) => boolean): Promise<void>
}

/** Thrown when nobody can be reached at the address; trying again has the same result. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/** Thrown when the mail server cannot be reached, or takes no mail of ours, whatever the address. */
export class MailServerError extends Error {
  override readonly name = 'MailServerError'
}
