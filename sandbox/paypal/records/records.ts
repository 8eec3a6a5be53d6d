import { z } from 'zod'
import { disputeSchema, type DisputeRecord } from './dispute-records.ts'

/** Records of PayPal's objects: times in Unix ms, amounts in integer cents. */

/** The time before which reads do not show an object. */
const shownAt = z.number().default(0)

const payerSchema = z.object({
  givenName: z.string(),
  surname: z.string(),
  email: z.string(),
  accountId: z.string(),
})

const orderSchema = z.object({
  id: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  status: z.enum(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
  amountCents: z.int(),
  currency: z.string(),
  referenceId: z.string(),
  customId: z.string().nullable(),
  invoiceId: z.string().nullable(),
  description: z.string().nullable(),
  returnUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  payer: payerSchema.nullable(),
  captureId: z.string().nullable(),
  /** The number of approvals by a payer. */
  approvals: z.int().default(0),
  shownAt,
  /** True if PayPal does not know the order any more; its capture is still there. */
  isForgotten: z.boolean().default(false),
})

const captureSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED']),
  amountCents: z.int(),
  /** The cents of refunds and reversals, listed or not. */
  refundedCents: z.int(),
  /** The refunds that its order lists. */
  refundIds: z.array(z.string()),
  currency: z.string(),
  customId: z.string().nullable(),
  invoiceId: z.string().nullable(),
  shownAt,
  /** True if other software in the account has captured it. */
  isForeign: z.boolean().default(false),
})

const refundSchema = z.object({
  id: z.string(),
  captureId: z.string(),
  createdAt: z.number(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']).default('COMPLETED'),
  amountCents: z.int(),
  currency: z.string(),
  customId: z.string().nullable(),
  invoiceId: z.string().nullable(),
  shownAt,
})

/** Money moved by disputes and unlisted reversals, as the statement first showed it. */
const moveSchema = z.object({
  /** The dispute's id with that of one of its captures, or the capture's. */
  key: z.string(),
  captureId: z.string(),
  /** The dispute's id, or the capture's. */
  objectId: z.string(),
  at: z.number(),
  /** The moved cents; below zero if they left us. */
  cents: z.int(),
})

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  createdAt: z.number(),
  /** The event's exact text, as it was and will be sent. */
  body: z.string(),
})

/** The result of the request with a `PayPal-Request-Id`. */
const answeredSchema = z.object({
  at: z.number(),
  /** The order or refund. */
  resourceId: z.string(),
  declined: z.boolean(),
})

const signingSchema = z.object({ privateKey: z.string(), certificate: z.string() })

const stateSchema = z.object({
  orders: z.array(orderSchema),
  captures: z.array(captureSchema),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  events: z.array(eventSchema),
  moves: z.array(moveSchema).default([]),
  answered: z.array(z.tuple([z.string(), answeredSchema])),
  signing: signingSchema.nullable(),
  apiBase: z.string().nullable(),
})

export type PayerRecord = z.infer<typeof payerSchema>
export type OrderRecord = z.infer<typeof orderSchema>
export type CaptureRecord = z.infer<typeof captureSchema>
export type RefundRecord = z.infer<typeof refundSchema>
export type MoveRecord = z.infer<typeof moveSchema>
export type EventRecord = z.infer<typeof eventSchema>
export type AnsweredRecord = z.infer<typeof answeredSchema>

export interface PaypalState {
  orders: Map<string, OrderRecord>
  captures: Map<string, CaptureRecord>
  refunds: Map<string, RefundRecord>
  disputes: Map<string, DisputeRecord>
  events: Map<string, EventRecord>
  moves: MoveRecord[]
  /** The capture that paid each invoice; rebuilt from the captures at a start. */
  invoices: Map<string, string>
  /**
   * The disputes of each capture, including those over several; rebuilt from the disputes at a
   * start.
   */
  disputesByCapture: Map<string, DisputeRecord[]>
  /** The results by path and `PayPal-Request-Id`. */
  answered: Map<string, AnsweredRecord>
  /** The signing key, PEM; null until the first event is signed. */
  signing: z.infer<typeof signingSchema> | null
  /**
   * The URL at which the account's own client last called, the only one whose certificate it
   * accepts; null before its first call.
   */
  apiBase: string | null
}

export function disputesOf({ disputesByCapture }: PaypalState, captureId: string): DisputeRecord[] {
  return disputesByCapture.get(captureId) ?? []
}

export function addByCapture(
  disputes: PaypalState['disputesByCapture'],
  dispute: DisputeRecord,
): void {
  for (const { captureId } of dispute.transactions) {
    disputes.set(captureId, [...(disputes.get(captureId) ?? []), dispute])
  }
}

export function emptyState(): PaypalState {
  return {
    orders: new Map(),
    captures: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
    moves: [],
    invoices: new Map(),
    disputesByCapture: new Map(),
    answered: new Map(),
    signing: null,
    apiBase: null,
  }
}

export function toJson(state: PaypalState): z.infer<typeof stateSchema> {
  return {
    orders: [...state.orders.values()],
    captures: [...state.captures.values()],
    refunds: [...state.refunds.values()],
    disputes: [...state.disputes.values()],
    events: [...state.events.values()],
    moves: state.moves,
    answered: [...state.answered],
    signing: state.signing,
    apiBase: state.apiBase,
  }
}

/** Parses the output of `toJson` into a state. */
export function fromJson(json: unknown): PaypalState {
  const kept = stateSchema.parse(json)
  return {
    orders: byId(kept.orders),
    captures: byId(kept.captures),
    refunds: byId(kept.refunds),
    disputes: byId(kept.disputes),
    events: byId(kept.events),
    moves: kept.moves,
    invoices: byInvoice(kept.captures),
    disputesByCapture: byCapture(kept.disputes),
    answered: new Map(kept.answered),
    signing: kept.signing,
    apiBase: kept.apiBase,
  }
}

function byCapture(disputes: DisputeRecord[]): PaypalState['disputesByCapture'] {
  const sorted: PaypalState['disputesByCapture'] = new Map()
  for (const dispute of disputes) addByCapture(sorted, dispute)
  return sorted
}

function byInvoice(captures: CaptureRecord[]): Map<string, string> {
  return new Map(
    captures.flatMap(({ invoiceId, id }) => (invoiceId === null ? [] : [[invoiceId, id]])),
  )
}

function byId<Kept extends { id: string }>(records: Kept[]): Map<string, Kept> {
  return new Map(records.map((record) => [record.id, record]))
}
