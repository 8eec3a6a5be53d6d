import { z } from 'zod'

/** Whom messages are from. */
export interface Sender {
  name: string
  address: string
  /** The host in whose name message ids are given out. */
  host: string
}

const NAME = 'Donation Royale'

/** Most mail servers send only for the account that logs in, where that is an address. */
export function chooseSender(publicUrl: string, smtpUrl: string | undefined): Sender {
  const host = new URL(publicUrl).hostname
  const account = smtpUrl && decodeURIComponent(new URL(smtpUrl).username)
  const isAddress = z.email().safeParse(account).success
  return { name: NAME, address: account && isAddress ? account : `no-reply@${host}`, host }
}
