import { z } from 'zod'
import { parseDecimal } from '#contract/money.ts'
import { readClaim } from '../claims.ts'
import { readEach } from '../reading/listing.ts'
import type { PaypalClient } from './api/client.ts'
import { searchTransactions } from './api/transaction-search.ts'
import type { StatementLine, StatementPage, StatementSource, Span } from '../reading/statement.ts'
import type { NoteUnknown } from '../failures/unknown-values.ts'

/** The time after which a line is on the statement; PayPal promises three hours. */
const LATE_BY_MS = 4 * 60 * 60 * 1000

/** The name of the permission, for the probe and for the host's message when it is missing. */
export const PAYPAL_STATEMENT = {
  what: 'search transactions',
  remedy: 'switch on "Transaction search" among its features, and wait some hours',
}

/** Creates the statement source on PayPal's transaction search. */
export function createPaypalStatement(
  client: PaypalClient,
  { ownIds, note }: { ownIds: ReadonlySet<string>; note: NoteUnknown },
): StatementSource {
  return {
    label: 'PayPal',
    lateByMs: LATE_BY_MS,
    // Not every inquiry holds money, and a seller with protection keeps it.
    mayOmitHolds: true,
    denial: `the app may not ${PAYPAL_STATEMENT.what}; ${PAYPAL_STATEMENT.remedy}`,
    read: (span) => readSpan(client, span, (line) => toLine(line, ownIds, note)),
  }
}

type ReadLine = (line: unknown) => StatementLine

async function* readSpan(
  client: PaypalClient,
  span: Span,
  read: ReadLine,
): AsyncGenerator<StatementPage> {
  const pages = searchTransactions(client, span, 'transaction_info')
  for await (const { transactions, completeUntil } of pages) {
    yield { ...readEach(transactions.map(toInfo), read), completeUntil }
  }
}

const detailSchema = z.object({ transaction_info: z.unknown() })

function toInfo(detail: unknown): unknown {
  return detailSchema.safeParse(detail).data?.transaction_info ?? detail
}

/** Converts a decimal amount with its sign to cents. */
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
    // PayPal uses one id for several lines of one event.
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

/** The kinds by full event code, https://developer.paypal.com/reports/reference/t-codes. */
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

/** The kinds by group of event codes, the first two digits, for codes that are not listed above. */
const KINDS_BY_GROUP: Record<string, StatementLine['kind']> = {
  '00': 'payment',
  '01': 'fee',
  '11': 'refund',
  '12': 'dispute',
}

/**
 * The groups of authorisations, holds and reserves: the balance is ours, even while it cannot be
 * used.
 */
const STAYS_OURS = new Set(['13', '15', '21'])

function findKind(code: string): StatementLine['kind'] {
  return KINDS_BY_CODE[code] ?? KINDS_BY_GROUP[groupOf(code)] ?? 'other'
}

function groupOf(code: string): string {
  return code.slice(1, 3)
}

const STATUSES = new Set(['S', 'P', 'D', 'V'])

/**
 * Returns whether a line moved money. A reversed payment (V) was taken, and another line returns
 * it.
 */
function hasMoved(info: Info, kind: StatementLine['kind'], note: NoteUnknown): boolean {
  const status = info.transaction_status ?? 'S'
  if (!STATUSES.has(status)) note('transaction status', status)
  if (STAYS_OURS.has(groupOf(info.transaction_event_code)) || status === 'D') return false
  return status !== 'P' || kind !== 'payment'
}

/**
 * Returns a line's amounts. PayPal's fees are negative; a fee with its own line moves nothing of
 * the payment.
 */
function findCents({ transaction_amount, fee_amount }: Info, kind: StatementLine['kind']) {
  const netCents = transaction_amount.cents + (fee_amount?.cents ?? 0)
  const grossCents = kind === 'fee' ? 0 : transaction_amount.cents
  return { grossCents, feeCents: grossCents - netCents, netCents }
}
