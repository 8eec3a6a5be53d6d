import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and reads the tokens of the links that end reminders. */
export interface EndTokens {
  sign(userId: string): string
  /** Returns the account of a token; undefined if it was not signed here. */
  read(token: string): string | undefined
}

/**
 * Creates tokens that name an account and are good for nothing but ending its reminders. They do not
 * expire: the link of an old mail must work, too.
 */
export function createEndTokens(secret: string): EndTokens {
  const key = createHmac('sha256', secret).update('reminders: end').digest()
  const macOf = (userId: string) => createHmac('sha256', key).update(userId).digest()
  return {
    sign: (userId) => `${userId}.${macOf(userId).toString('base64url')}`,
    read: (token) => {
      const [userId = '', mac = ''] = token.split('.')
      const [given, right] = [Buffer.from(mac, 'base64url'), macOf(userId)]
      return given.length === right.length && timingSafeEqual(given, right) ? userId : undefined
    },
  }
}
