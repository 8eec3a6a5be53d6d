import type { Resolution } from '#contract/concerns.ts'
import { PROVIDER_NAMES } from '../../../provider-names.ts'

/** The labels of the buttons that decide. */
export const RESOLUTION_NAMES: Record<Resolution, string> = {
  accept: 'Put on the board',
  refund: 'Refund',
  retry: 'Try again',
  dismiss: 'Set aside',
}

/** The effect of a decision, said before it is made. */
export const CONSEQUENCES: Record<Resolution, string> = {
  accept: 'The payment counts as it was paid, and its donor appears on the board.',
  refund: 'The provider sends the money back to the payer. This cannot be undone.',
  retry: 'The event is handled once more. If that fails, it waits here again.',
  dismiss: 'Nothing is changed, and this leaves the list. It returns if something new is found.',
}

const TITLES: Record<string, string> = {
  payment_in_review: 'Payment differs from what was agreed',
  payment_duplicate: 'Paid twice',
  event_parked: 'Webhook that could not be handled',
  event_waiting: 'Webhook that is retried in vain',
  list_unreadable: 'Payments that cannot be listed',
  checkout_not_reconciled: 'Payment that could not be checked',
  ledger_drift: 'Ledger and provider disagree',
  statement_drift: 'Statement and ledger disagree',
  dispute_unclear: 'Dispute with an unknown amount',
  dispute_open: 'Dispute',
  board_drift: 'Board and ledger disagree',
  orphan_capture: 'Payment without a donation',
  permission_missing: 'Key without a permission',
  payments_elsewhere: 'Payments of another account',
  payments_missing: 'Payments that the database does not know',
  installation_lost: 'Database may have been lost',
  clock_offset: 'Server’s clock is wrong',
}

/** Returns a few words for a kind of concern; a kind that is newer than this page has general ones. */
export function titleOf(kind: string, provider: string | null): string {
  const title = TITLES[kind] ?? 'Something needs a decision'
  return provider === null ? title : `${PROVIDER_NAMES[provider] ?? provider}: ${title}`
}
