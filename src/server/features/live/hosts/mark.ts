import { createHash } from 'node:crypto'

/** The length at which no two marks of a topic are the same by chance. */
const LENGTH = 12

/** Returns a text that differs with the state, and tells nothing of it. */
export function toMark(state: string): string {
  return createHash('sha256').update(state).digest('base64url').slice(0, LENGTH)
}
