/**
 * The cause of settling a checkout: the payer's approval or status request, an event, or the
 * reconciler. Calls for the payer return what is known soon; the others also book refunds and
 * disputes.
 */
export type SettleTrigger = 'approval' | 'status' | 'event' | 'reconciler'

export function isFromPayer(trigger: SettleTrigger): boolean {
  return trigger === 'approval' || trigger === 'status'
}
