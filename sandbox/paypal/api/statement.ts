import { z } from 'zod'
import type { ProviderDeps } from '../../options.ts'
import { createStatementFaults, type StatementFaults } from '../../faults/statement-faults.ts'
import type { Account } from '../account/account.ts'
import type { DisputeRecord } from '../records/dispute-records.ts'
import { malformed, PaypalError } from '../errors.ts'
import type { Mount } from './mount.ts'
import { toTime } from '../objects/objects.ts'
import type { CaptureRecord, MoveRecord, PaypalState, RefundRecord } from '../records/records.ts'
import { recordMoves } from '../records/statement-moves.ts'
import { requireRecord } from '../records/require-record.ts'

const URL = '/v1/reporting/transactions'

const MAX_SPAN_MS = 31 * 24 * 60 * 60 * 1000

/** PayPal's fees in the United States: for a payment, and for a dispute that it pays out. */
const FEE_SHARE = 0.0199
const FIXED_FEE_CENTS = 49
const DISPUTE_FEE_CENTS = 1_500

interface Line {
  id: string
  code: string
  at: number
  amountCents: number
  feeCents: number
  status: 'S' | 'P' | 'D'
  /** The id of the object that moved the money. */
  objectId: string
  capture: CaptureRecord
}

/** Creates the statement's routes: https://developer.paypal.com/docs/api/transaction-search/v1/ */
export function statementRoutes(
  mount: Mount,
  account: Account,
  {
    statementFaults: faults = createStatementFaults(),
    clock,
  }: Pick<ProviderDeps, 'statementFaults' | 'clock'>,
): void {
  mount('GET', URL, ({ request }) => {
    if (faults.isDenied('paypal')) throw new PaypalError(403)
    recordMoves(account.state)
    const shownUntil = clock() - faults.findDelayMs('paypal')
    const lines = listLines(account.state)
      .filter(({ at }) => at <= shownUntil)
      .filter(({ objectId }) => !faults.isMissing('paypal', objectId))
      .map((line) => spoil(line, faults))
    return showPage(lines, request.query, shownUntil)
  })
}

const querySchema = z.object({
  start_date: z.iso.datetime({ offset: true }).transform((date) => Date.parse(date)),
  end_date: z.iso.datetime({ offset: true }).transform((date) => Date.parse(date)),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  page: z.coerce.number().int().min(1).default(1),
})

function showPage(lines: readonly Line[], query: unknown, shownUntil: number): object {
  const asked = querySchema.safeParse(query)
  if (!asked.success) throw malformed('INVALID_PARAMETER_SYNTAX')
  const { start_date: from, end_date: to, page_size: size, page } = asked.data
  if (to - from > MAX_SPAN_MS) throw malformed('INVALID_PARAMETER_VALUE', 'end_date')
  const found = lines.filter(({ at }) => at >= from && at <= to)
  return {
    transaction_details: found.slice((page - 1) * size, page * size).map(toDetail),
    account_number: 'SANDBOXMERCHANT',
    start_date: toTime(from),
    end_date: toTime(to),
    last_refreshed_datetime: toTime(shownUntil),
    page,
    total_items: found.length,
    total_pages: Math.ceil(found.length / size),
  }
}

/** Lists everything that moved the balance, oldest first. */
function listLines(state: PaypalState): Line[] {
  const captures = [...state.captures.values()].filter(({ status }) => status === 'COMPLETED')
  return [
    ...captures.map(toCaptureLine),
    ...[...state.refunds.values()].map((refund) => toRefundLine(refund, state)),
    ...state.moves.map((move, index) => toMoveLine(move, index, state)),
    ...[...state.disputes.values()].flatMap((dispute) => toFeeLines(dispute, state)),
  ].toSorted((a, b) => a.at - b.at)
}

function toCaptureLine(capture: CaptureRecord): Line {
  const { id, createdAt: at, amountCents } = capture
  const feeCents = Math.round(amountCents * FEE_SHARE) + FIXED_FEE_CENTS
  return { id, code: 'T0006', at, amountCents, feeCents, status: 'S', objectId: id, capture }
}

const REFUND_STATUSES = { COMPLETED: 'S', PENDING: 'P', FAILED: 'D', CANCELLED: 'D' } as const

function toRefundLine(
  { id, captureId, createdAt: at, ...refund }: RefundRecord,
  state: PaypalState,
): Line {
  const status = REFUND_STATUSES[refund.status]
  const capture = requireRecord(state.captures, captureId)
  const amountCents = -refund.amountCents
  return { id, code: 'T1107', at, amountCents, feeCents: 0, status, objectId: id, capture }
}

/** Returns the line of a hold, its release, or a reversal that no order lists. */
function toMoveLine(move: MoveRecord, index: number, state: PaypalState): Line {
  const { objectId, captureId, at, cents: amountCents } = move
  const capture = requireRecord(state.captures, captureId)
  const isDispute = objectId !== captureId
  const holdCode = amountCents < 0 ? 'T1110' : 'T1111'
  const code = isDispute ? holdCode : 'T1106'
  const id = `${objectId.replaceAll('-', '')}M${index}`
  return { id, code, at, amountCents, feeCents: 0, status: 'S', objectId, capture }
}

function toFeeLines(
  { id: objectId, transactions, updatedAt: at }: DisputeRecord,
  state: PaypalState,
): Line[] {
  const paid = transactions.find(({ paidCents }) => paidCents > 0)
  if (paid === undefined) return []
  const capture = requireRecord(state.captures, paid.captureId)
  const id = `${objectId.replaceAll('-', '')}T0114`
  const money = { amountCents: -DISPUTE_FEE_CENTS, feeCents: 0, status: 'S' as const }
  return [{ id, code: 'T0114', at, ...money, objectId, capture }]
}

function spoil(line: Line, faults: StatementFaults): Line {
  return { ...line, amountCents: line.amountCents + faults.findError('paypal', line.objectId) }
}

function toDetail({ id, code, at, amountCents, feeCents, status, capture }: Line): object {
  const money = (cents: number) => ({
    currency_code: capture.currency,
    value: `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`,
  })
  const reference = { paypal_reference_id: capture.id, paypal_reference_id_type: 'TXN' }
  return {
    transaction_info: {
      transaction_id: id,
      ...(id === capture.id ? {} : reference),
      transaction_event_code: code,
      transaction_initiation_date: toTime(at),
      transaction_updated_date: toTime(at),
      transaction_amount: money(amountCents),
      ...(feeCents === 0 ? {} : { fee_amount: money(-feeCents) }),
      transaction_status: status,
      ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
      ...(capture.customId === null ? {} : { custom_field: capture.customId }),
    },
  }
}
