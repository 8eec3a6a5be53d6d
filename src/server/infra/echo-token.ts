import { createHmac } from 'node:crypto'

/**
 * Returns the token that shows the operator what a request looks like, and nothing else: it goes to
 * the public address, which may by mistake lead to somebody else's server. All nodes of an
 * installation have the secret, so that each of them answers.
 */
export function deriveEchoToken(authSecret: string): string {
  return createHmac('sha256', authSecret).update('echo').digest('hex')
}
