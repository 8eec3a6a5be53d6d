import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Returns a new signing secret: `whsec_` and 32 random bytes in base64. */
export function createSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** A message as it is signed. */
export interface SignedMessage {
  id: string
  /** Unix seconds. */
  timestamp: number
  body: string
}

/**
 * Returns the value of `webhook-signature`: one signature per secret, divided by spaces, so that a
 * receiver may know either while a secret is replaced. See
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
 */
export function signMessage(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
