import { createHash } from 'node:crypto'
import type { Label } from './failures/failures.ts'

const LENGTH = 16

/** Returns a short name of an account, which does not reveal its id or its key. */
export function nameAccount(label: Label, idOrKey: string): string {
  return createHash('sha256').update(`${label} ${idOrKey}`).digest('hex').slice(0, LENGTH)
}
