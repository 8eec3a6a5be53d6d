import { parseDecimal } from '#contract/money.ts'
import { readMark } from '../claims.ts'
import { readEach } from '../reading/listing.ts'
import type { MarkedPage, MarkedPayment } from '../reading/marked-payments.ts'
import { PaypalRefusal, type PaypalClient } from './api/client.ts'
import { eachPage } from './api/pages.ts'
import {
  listedTransactionSchema,
  transactionPageSchema,
  type ListedTransaction,
} from './api/schemas.ts'
import { toTime } from './api/time.ts'

const TRANSACTIONS = '/v1/reporting/transactions'

/** The largest page that PayPal returns. */
const PAGE = '500'

const DAY_MS = 24 * 60 * 60 * 1000
/** The longest span that PayPal accepts in a request. */
const LONGEST_WINDOW_MS = 31 * DAY_MS
/** The time for which PayPal keeps its transactions: three years. */
const KEPT_MS = 3 * 365 * DAY_MS
const SHORTEST_WINDOW_MS = 60 * 1000

/** PayPal's error for a span with more than 10,000 transactions. */
const TOO_MANY = 'RESULTSET_TOO_LARGE'

export interface TransactionOptions {
  /** The current time, Unix ms by PayPal's clock. */
  now: number
  ownIds: ReadonlySet<string>
}

interface Window {
  from: number
  to: number
}

/** Lists marked payments of the last three years by PayPal's transaction search, the newest first. */
export async function* listTransactions(
  client: PaypalClient,
  { now, ownIds }: TransactionOptions,
): AsyncGenerator<MarkedPage> {
  const windows: Window[] = [{ from: now - KEPT_MS, to: now }]
  for (let window = windows.pop(); window !== undefined; window = windows.pop()) {
    if (window.to - window.from > LONGEST_WINDOW_MS) {
      const from = window.to - LONGEST_WINDOW_MS
      windows.push({ from: window.from, to: from }, { from, to: window.to })
      continue
    }
    try {
      for await (const page of eachPage(client, toList(window), transactionPageSchema)) {
        yield toPage(page.transaction_details ?? [], ownIds)
      }
    } catch (error) {
      windows.push(...splitWhereTooMany(window, error))
    }
  }
}

function toList({ from, to }: Window) {
  const query = {
    start_date: toTime(from),
    end_date: toTime(to),
    fields: 'transaction_info,payer_info',
    page_size: PAGE,
    page: '1',
  }
  return { path: TRANSACTIONS, query }
}

/** Returns the halves of a span that has too many transactions; throws any other `error`. */
function splitWhereTooMany({ from, to }: Window, error: unknown): Window[] {
  const isTooMany =
    error instanceof PaypalRefusal && [error.problem, ...error.issues].includes(TOO_MANY)
  if (!isTooMany || to - from < SHORTEST_WINDOW_MS) throw error
  const middle = Math.floor((from + to) / 2)
  return [
    { from, to: middle },
    { from: middle, to },
  ]
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
