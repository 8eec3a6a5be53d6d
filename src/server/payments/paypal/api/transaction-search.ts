import { z } from 'zod'
import type { Span } from '../../reading/statement.ts'
import { PaypalRefusal, type PaypalClient } from './client.ts'

const TRANSACTIONS = '/v1/reporting/transactions'

/** The largest page that PayPal returns. */
const PAGE = 500

/** The longest span that PayPal accepts in a request. */
const MAX_SPAN_MS = 31 * 24 * 60 * 60 * 1000

/**
 * The shortest span that is still split. PayPal finds at most 10,000 transactions, more than any
 * account has in a minute.
 */
const MIN_SPAN_MS = 60_000

/** PayPal's error for a span with more transactions than it finds. */
const TOO_MANY = 'RESULTSET_TOO_LARGE'

/** The parts of a transaction that a search returns. */
export type TransactionFields = 'transaction_info' | 'transaction_info,payer_info'

export interface TransactionPage {
  /** The transactions, each in PayPal's words. */
  transactions: unknown[]
  /** The time up to which PayPal's search is complete; Infinity if it does not say. */
  completeUntil: number
}

/**
 * Yields the transactions of a span page by page: the newest month first, in each month the oldest
 * part first, since a line may name an earlier one. A page that was yielded may come again in parts,
 * after PayPal has found too many transactions.
 */
export async function* searchTransactions(
  client: PaypalClient,
  { from, to }: Span,
  fields: TransactionFields,
): AsyncGenerator<TransactionPage> {
  for (let end = to; end > from; end -= MAX_SPAN_MS) {
    yield* searchPart(client, { from: Math.max(from, end - MAX_SPAN_MS), to: end }, fields)
  }
}

/** Runs the smallest possible search, to check whether the app may search at all. */
export async function searchOnce(client: PaypalClient, now: number): Promise<void> {
  const span = { from: now - MIN_SPAN_MS, to: now }
  await fetchPage(client, span, { fields: 'transaction_info', page: 1, size: 1 })
}

/** Searches a span that PayPal accepts; in halves if it has too many transactions. */
async function* searchPart(
  client: PaypalClient,
  span: Span,
  fields: TransactionFields,
): AsyncGenerator<TransactionPage> {
  const { from, to } = span
  try {
    yield* readPages(client, span, fields)
  } catch (error) {
    if (!isTooMany(error) || to - from <= MIN_SPAN_MS) throw error
    const middle = Math.floor((from + to) / 2)
    yield* searchPart(client, { from, to: middle }, fields)
    yield* searchPart(client, { from: middle, to }, fields)
  }
}

function isTooMany(error: unknown): boolean {
  return error instanceof PaypalRefusal && [error.problem, ...error.issues].includes(TOO_MANY)
}

async function* readPages(
  client: PaypalClient,
  span: Span,
  fields: TransactionFields,
): AsyncGenerator<TransactionPage> {
  for (let page = 1; ; page += 1) {
    const answer = await fetchPage(client, span, { fields, page, size: PAGE })
    const transactions = answer.transaction_details ?? []
    const completeUntil = Date.parse(answer.last_refreshed_datetime ?? '') || Infinity
    yield { transactions, completeUntil }
    if (transactions.length === 0 || page >= (answer.total_pages ?? Infinity)) return
  }
}

interface PageRequest {
  fields: TransactionFields
  page: number
  size: number
}

/** Fetches one page; PayPal includes both ends of a span. */
function fetchPage(client: PaypalClient, { from, to }: Span, { fields, page, size }: PageRequest) {
  const query = new URLSearchParams({
    start_date: new Date(from).toISOString(),
    end_date: new Date(to - 1).toISOString(),
    fields,
    page_size: String(size),
    page: String(page),
  })
  return client.get(`${TRANSACTIONS}?${query.toString()}`, pageSchema)
}

const pageSchema = z.object({
  transaction_details: z.array(z.unknown()).nullish(),
  last_refreshed_datetime: z.string().nullish(),
  total_pages: z.int().nullish(),
})
