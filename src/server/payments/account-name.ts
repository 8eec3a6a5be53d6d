import { createHash } from 'node:crypto'

const LENGTH = 16

/** Returns a short name of an account, which does not reveal its id or its key. */
export function nameAccount(label: string, idOrKey: string): string {
  return createHash('sha256').update(`${label} ${idOrKey}`).digest('hex').slice(0, LENGTH)
}
