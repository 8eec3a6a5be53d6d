import type { Insertable, Selectable } from 'kysely'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Reader, Writer } from '#server/infra/database/database.ts'
import { insertAll, type TableRows } from '#server/infra/database/insert-rows.ts'
import type { MailsTable, ReceiptKind } from '#server/infra/database/schema/schema.ts'

export { countFailing, findLastSentAt, findNextDue, HELD } from './store.ts'

/** A movement of money of which its donor is told by e-mail, once. */
export interface Receipt {
  kind: ReceiptKind
  provider: ProviderName
  /** The provider's id of the charge, capture or refund. */
  objectId: string
  userId: string
  donationId: string
  amountCents: number
  livemode: 0 | 1
  /** Unix ms. */
  createdAt: number
}

/** A queued or finished mail. */
export type ReceiptMail = Pick<
  Selectable<MailsTable>,
  'kind' | 'amount_cents' | 'created_at' | 'finished_at' | 'outcome'
>

/** Returns the mails about a donation, the oldest first. */
export async function findMailsOf(reader: Reader, donationId: string): Promise<ReceiptMail[]> {
  return reader
    .selectFrom('mails')
    .select(['kind', 'amount_cents', 'created_at', 'finished_at', 'outcome'])
    .where('donation_id', '=', donationId)
    .orderBy('id')
    .execute()
}

/** The account id of a donation whose account is unknown. */
export const NO_ACCOUNT = ''

/**
 * Queues receipts in the transaction that books their money, so that both are stored or neither.
 * Keeps a receipt that exists, and skips those without an account.
 */
export async function queueReceipts(writer: Writer, receipts: readonly Receipt[]): Promise<void> {
  await insertAll(writer, [toQueuedMails(receipts)])
}

/** Returns the rows that `queueReceipts` inserts, to insert them together with others. */
export function toQueuedMails(receipts: readonly Receipt[]): TableRows {
  const rows = receipts.filter(({ userId }) => userId !== NO_ACCOUNT).map(toMail)
  return { table: 'mails', rows, ignoreConflicts: true }
}

function toMail(receipt: Receipt): Insertable<MailsTable> {
  return {
    message_key: `${receipt.kind}-${receipt.provider}-${receipt.objectId}`,
    kind: receipt.kind,
    user_id: receipt.userId,
    donation_id: receipt.donationId,
    amount_cents: receipt.amountCents,
    livemode: receipt.livemode,
    created_at: receipt.createdAt,
    attempts: 0,
    next_attempt_at: receipt.createdAt,
    finished_at: null,
    outcome: null,
  }
}
