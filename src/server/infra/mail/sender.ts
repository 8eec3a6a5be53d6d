import { z } from 'zod'

/** The sender of all messages. */
export interface Sender {
  /** The name that a message without one of its own has. */
  name: string
  address: string
  /** The host name in message ids. */
  host: string
}

const NAME = 'Donation Royale'

/**
 * Returns the sender: the mail server's user if it is an address, since most mail servers send only
 * for the account that logs in.
 */
export function chooseSender(publicUrl: string, smtpUrl: string | undefined): Sender {
  const host = new URL(publicUrl).hostname
  const account = smtpUrl && decodeURIComponent(new URL(smtpUrl).username)
  const isAddress = z.email().safeParse(account).success
  return { name: NAME, address: account && isAddress ? account : `no-reply@${host}`, host }
}
