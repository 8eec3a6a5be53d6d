import { createHmac } from 'node:crypto'

/**
 * Returns the token that shows the operator what a request looks like, and nothing else: it goes to
 * the public address, which may by mistake lead to somebody else's server.
 */
export function deriveEchoToken(operatorToken: string): string {
  return createHmac('sha256', operatorToken).update('echo').digest('hex')
}
