import { formatCount } from '#client/lib/format.ts'

/** Says that payments which count for a round that is over may still change who has won. */
export function describeWaiting(count: number): string {
  return count === 1
    ? 'One payment that counts is still on its way.'
    : `${formatCount(count)} payments that count are still on their way.`
}
