import { z } from 'zod'
import { parseDecimal } from '#contract/money.ts'
import { readClaim } from '../claims.ts'
import { readEach } from '../reading/listing.ts'
import { PaypalRefusal, type PaypalClient } from './api/client.ts'
import type { StatementLine, StatementPage, StatementSource, Span } from '../reading/statement.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'

const TRANSACTIONS = '/v1/reporting/transactions'
const PAGE = 100

/** The most that PayPal lets us ask for at once. */
const MAX_SPAN_MS = 31 * 24 * 60 * 60 * 1000

/** PayPal has no more than 10,000 lines an answer; nobody has as many in so short a time. */
const MIN_SPAN_MS = 60_000

/** PayPal promises its lines within three hours. */
const LATE_BY_MS = 4 * 60 * 60 * 1000

/** Names the permission, for the probe and for whoever misses the comparison. */
export const PAYPAL_STATEMENT = {
  what: 'search transactions',
  remedy: 'switch on "Transaction search" among its features, and wait some hours',
}

/** PayPal's transaction search. */
export function createPaypalStatement(
  client: PaypalClient,
  { ownIds, note }: { ownIds: ReadonlySet<string>; note: NoteUnknown },
): StatementSource {
  return {
    label: 'PayPal',
    lateByMs: LATE_BY_MS,
    // An inquiry holds no money everywhere, and who is protected keeps it.
    mayOmitHolds: true,
    denial: `the app may not ${PAYPAL_STATEMENT.what}; ${PAYPAL_STATEMENT.remedy}`,
    read: (span) => readSpan(client, span, (line) => toLine(line, ownIds, note)),
  }
}

/** Asks whether the app may search at all, for as little as can be. */
export async function searchPaypalOnce(client: PaypalClient, now: number): Promise<void> {
  const query = toQuery({ from: now - MIN_SPAN_MS, to: now }, { page: 1, size: 1 })
  await client.get(`${TRANSACTIONS}?${query}`, pageSchema)
}

type ReadLine = (line: unknown) => StatementLine

async function* readSpan(
  client: PaypalClient,
  { from, to }: Span,
  read: ReadLine,
): AsyncGenerator<StatementPage> {
  for (let start = from; start < to; start += MAX_SPAN_MS) {
    yield* readSlice(client, { from: start, to: Math.min(start + MAX_SPAN_MS, to) }, read)
  }
}

/** Reads half of it and then the other half where PayPal finds it too much. */
async function* readSlice(
  client: PaypalClient,
  span: Span,
  read: ReadLine,
): AsyncGenerator<StatementPage> {
  const { from, to } = span
  try {
    yield* readPages(client, span, read)
  } catch (error) {
    if (!isTooLarge(error) || to - from <= MIN_SPAN_MS) throw error
    const middle = Math.floor((from + to) / 2)
    yield* readSlice(client, { from, to: middle }, read)
    yield* readSlice(client, { from: middle, to }, read)
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof PaypalRefusal && error.problem === 'RESULTSET_TOO_LARGE'
}

async function* readPages(
  client: PaypalClient,
  span: Span,
  read: ReadLine,
): AsyncGenerator<StatementPage> {
  for (let page = 1; ; page += 1) {
    const query = toQuery(span, { page, size: PAGE })
    const answer = await client.get(`${TRANSACTIONS}?${query}`, pageSchema)
    const infos = (answer.transaction_details ?? []).map(({ transaction_info }) => transaction_info)
    const completeUntil = Date.parse(answer.last_refreshed_datetime ?? '') || Infinity
    yield { ...readEach(infos, read), completeUntil }
    if (infos.length === 0 || page >= (answer.total_pages ?? Infinity)) return
  }
}

/** PayPal takes both ends to be in it. */
function toQuery({ from, to }: Span, { page, size }: { page: number; size: number }): string {
  return new URLSearchParams({
    start_date: new Date(from).toISOString(),
    end_date: new Date(to - 1).toISOString(),
    fields: 'transaction_info',
    page_size: String(size),
    page: String(page),
  }).toString()
}

const pageSchema = z.object({
  transaction_details: z.array(z.object({ transaction_info: z.unknown() })).nullish(),
  last_refreshed_datetime: z.string().nullish(),
  total_pages: z.int().nullish(),
})

/** Cents with their sign. */
const moneySchema = z
  .object({ currency_code: z.string().length(3), value: z.string() })
  .transform(({ currency_code, value }, context) => {
    const isNegative = value.startsWith('-')
    const cents = parseDecimal(isNegative ? value.slice(1) : value)
    const currency = currency_code.toUpperCase()
    if (cents !== undefined) return { cents: isNegative && cents > 0 ? -cents : cents, currency }
    context.addIssue({ code: 'custom', message: 'Not a decimal amount.' })
    return z.NEVER
  })

const timeSchema = z
  .string()
  .transform((time) => Date.parse(time))
  .refine((ms) => !Number.isNaN(ms))

const lineSchema = z.object({
  transaction_id: z.string().min(1),
  transaction_event_code: z.string().regex(/^T\d{4}$/),
  transaction_initiation_date: timeSchema,
  transaction_amount: moneySchema,
  fee_amount: moneySchema.nullish(),
  transaction_status: z.string().nullish(),
  paypal_reference_id: z.string().nullish(),
  paypal_reference_id_type: z.string().nullish(),
  custom_field: z.string().nullish(),
})

type Info = z.infer<typeof lineSchema>

function toLine(line: unknown, ownIds: ReadonlySet<string>, note: NoteUnknown): StatementLine {
  const info = lineSchema.parse(line)
  const { transaction_id: objectId, transaction_event_code: type, custom_field } = info
  const kind = findKind(type)
  const claim = readClaim(custom_field ?? '', ownIds)
  if (kind === 'other' && !STAYS_OURS.has(groupOf(type))) note('transaction event code', type)
  return {
    // PayPal gives one id to several lines of one event.
    id: `${objectId}:${type}`,
    at: info.transaction_initiation_date,
    kind,
    type,
    captureId: kind === 'payment' ? objectId : findReference(info),
    objectId,
    claim: claim ?? null,
    ...(hasMoved(info, kind, note) ? findCents(info, kind) : NOTHING),
    currency: info.transaction_amount.currency,
  }
}

const NOTHING = { grossCents: 0, feeCents: 0, netCents: 0 }

function findReference({ paypal_reference_id: id, paypal_reference_id_type: type }: Info) {
  return (type ?? 'TXN') === 'TXN' ? (id ?? null) : null
}

/** https://developer.paypal.com/reports/reference/t-codes */
const KINDS_BY_CODE: Record<string, StatementLine['kind']> = {
  T1106: 'dispute',
  T1108: 'fee',
  T1109: 'fee',
  T1110: 'dispute',
  T1111: 'dispute',
  T1200: 'other',
  T1203: 'other',
  T1204: 'other',
}

/** By the group of codes, which PayPal calls enough to tell a line by. */
const KINDS_BY_GROUP: Record<string, StatementLine['kind']> = {
  '00': 'payment',
  '01': 'fee',
  '11': 'refund',
  '12': 'dispute',
}

/** Authorisations, holds and reserves: the balance is ours, even while we cannot use it. */
const STAYS_OURS = new Set(['13', '15', '21'])

function findKind(code: string): StatementLine['kind'] {
  return KINDS_BY_CODE[code] ?? KINDS_BY_GROUP[groupOf(code)] ?? 'other'
}

function groupOf(code: string): string {
  return code.slice(1, 3)
}

const STATUSES = new Set(['S', 'P', 'D', 'V'])

/** A reversed payment (V) has been taken, and a line of its own takes it back. */
function hasMoved(info: Info, kind: StatementLine['kind'], note: NoteUnknown): boolean {
  const status = info.transaction_status ?? 'S'
  if (!STATUSES.has(status)) note('transaction status', status)
  if (STAYS_OURS.has(groupOf(info.transaction_event_code)) || status === 'D') return false
  return status !== 'P' || kind !== 'payment'
}

/** PayPal tells fees below zero; one that has a line of its own moves nothing of the payment. */
function findCents({ transaction_amount, fee_amount }: Info, kind: StatementLine['kind']) {
  const netCents = transaction_amount.cents + (fee_amount?.cents ?? 0)
  const grossCents = kind === 'fee' ? 0 : transaction_amount.cents
  return { grossCents, feeCents: grossCents - netCents, netCents }
}
