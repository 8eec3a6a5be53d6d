import { parseDecimal } from '#contract/money.ts'
import { readMark } from '../claims.ts'
import { readEach } from '../reading/listing.ts'
import type { MarkedPage, MarkedPayment } from '../reading/marked-payments.ts'
import type { PaypalClient } from './api/client.ts'
import { listedTransactionSchema, type ListedTransaction } from './api/schemas.ts'
import { searchTransactions } from './api/transaction-search.ts'

/** The time for which PayPal keeps its transactions: three years. */
const KEPT_MS = 3 * 365 * 24 * 60 * 60 * 1000

export interface TransactionOptions {
  /** The current time, Unix ms by PayPal's clock. */
  now: number
  ownIds: ReadonlySet<string>
}

/** Lists marked payments of the last three years by PayPal's transaction search, the newest first. */
export async function* listTransactions(
  client: PaypalClient,
  { now, ownIds }: TransactionOptions,
): AsyncGenerator<MarkedPage> {
  const span = { from: now - KEPT_MS, to: now }
  for await (const page of searchTransactions(client, span, 'transaction_info,payer_info')) {
    yield toPage(page.transactions, ownIds)
  }
}

function toPage(details: readonly unknown[], ownIds: ReadonlySet<string>): MarkedPage {
  const { items, unreadable } = readEach(details, (detail) =>
    toMarked(listedTransactionSchema.parse(detail), ownIds),
  )
  return { items: items.flat(), unreadable, limit: null }
}

/**
 * Returns the marked payment of a transaction, if it is one. Refunds and fees also carry the mark
 * of their payment, with negative amounts.
 */
function toMarked(listed: ListedTransaction, ownIds: ReadonlySet<string>): MarkedPayment[] {
  const { transaction_info: info } = listed
  const mark = readMark(info.custom_field ?? '')
  const money = readMoney(info)
  const isTaken = info.transaction_status !== 'D' && info.transaction_status !== 'P'
  if (mark === undefined || money === undefined || !isTaken) return []
  return [
    {
      ...mark,
      ...money,
      isOurs: ownIds.has(mark.installationId),
      // The search does not return the order's id; the capture has it.
      ref: null,
      captureId: info.transaction_id,
      at: info.transaction_initiation_date,
      payerName: listed.payer_info?.payer_name?.given_name ?? null,
      donationId: info.invoice_id ?? null,
    },
  ]
}

function readMoney({ transaction_amount: money }: ListedTransaction['transaction_info']) {
  const amountCents = parseDecimal(money?.value ?? '')
  const currency = money?.currency_code.toUpperCase()
  return amountCents === undefined || currency === undefined ? undefined : { amountCents, currency }
}
