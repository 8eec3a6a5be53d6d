/**
 * The one who wants a checkout settled: the payer by approving it or by asking after it, an event,
 * or the reconciler. The payer is told what is known; the others also bring what came afterwards.
 */
export type Asker = 'approval' | 'look' | 'event' | 'reconciler'

export function isPayer(asker: Asker): boolean {
  return asker === 'approval' || asker === 'look'
}
