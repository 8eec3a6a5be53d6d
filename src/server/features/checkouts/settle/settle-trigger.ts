/**
 * The one who wants a checkout settled: the payer by approving it or by asking after it, an event,
 * or the reconciler. The payer is told what is known; the others also bring what came afterwards.
 */
export type SettleTrigger = 'approval' | 'status' | 'event' | 'reconciler'

export function isFromPayer(trigger: SettleTrigger): boolean {
  return trigger === 'approval' || trigger === 'status'
}
