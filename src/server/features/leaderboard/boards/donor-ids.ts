import { createHmac } from 'node:crypto'

/**
 * Returns a function that gives each account the id under which boards show its donor: the same on
 * all nodes and after a restart, and of no use to find the account.
 */
export function createDonorIds(secret: string): (userId: string) => string {
  const key = createHmac('sha256', secret).update('boards: donor').digest()
  return (userId) => createHmac('sha256', key).update(userId).digest('base64url').slice(0, 22)
}
