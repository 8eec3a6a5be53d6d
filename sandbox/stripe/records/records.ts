import { z } from 'zod'

/*
 * What the sandbox keeps of Stripe's objects: only what differs from one to another. The full
 * objects are made of it when they are asked for. Times are Unix seconds, as in Stripe's API.
 */

const metadata = z.record(z.string(), z.string())

const sessionRecord = z.object({
  id: z.string(),
  created: z.number(),
  expiresAt: z.number(),
  amount: z.number(),
  currency: z.string(),
  productName: z.string(),
  clientReferenceId: z.string().nullable(),
  metadata,
  intentMetadata: metadata,
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  submitType: z.string().nullable(),
  status: z.enum(['open', 'complete', 'expired']),
  paymentStatus: z.enum(['paid', 'unpaid']),
  intentId: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
})

const intentRecord = z.object({
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  currency: z.string(),
  metadata,
  sessionId: z.string(),
  status: z.enum(['processing', 'succeeded', 'requires_payment_method']),
  chargeId: z.string().nullable(),
  failureCode: z.string().nullable(),
  /** The time at which a bank account was to be charged, which takes days; null for cards. */
  debitedAt: z.number().nullable().default(null),
})

const chargeRecord = z.object({
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  currency: z.string(),
  metadata,
  intentId: z.string(),
  refunded: z.number(),
  disputed: z.boolean(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  last4: z.string(),
  /** The reason why nothing was charged; null if it was. */
  failureCode: z.string().nullable().default(null),
  method: z.enum(['card', 'us_bank_account']).default('card'),
})

/** The times until which lists do not show an object, and its own URL does not find it; Unix ms. */
const visibility = {
  listedAt: z.number().default(0),
  foundAt: z.number().default(0),
}

export type Visibility = { [name in keyof typeof visibility]: number }

const refundRecord = z.object({
  ...visibility,
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  currency: z.string(),
  chargeId: z.string(),
  intentId: z.string(),
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
  /** The time at which a failed refund brought the money back. */
  failedAt: z.number().optional(),
  metadata,
})

/** The statuses of a dispute: https://docs.stripe.com/api/disputes/object#dispute_object-status */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const

const disputeRecord = z.object({
  ...visibility,
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  currency: z.string(),
  chargeId: z.string(),
  intentId: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  /** The changes of the account's balance; below zero if it took money. */
  funds: z.array(z.object({ at: z.number(), cents: z.int() })),
})

const eventRecord = z.object({
  id: z.string(),
  created: z.number(),
  type: z.string(),
  /** The object at that time, in JSON. */
  object: z.string(),
  delivered: z.boolean(),
})

/** The response of a request with an idempotency key; `id` is the key. */
const answerRecord = z.object({
  id: z.string(),
  fingerprint: z.string(),
  status: z.number(),
  body: z.string(),
})

/** An effect that happens by itself later; `at` is Unix ms. */
const dueRecord = z.object({
  at: z.number(),
  action: z.enum(['expire', 'succeed', 'dispute']),
  id: z.string(),
})

export type SessionRecord = z.infer<typeof sessionRecord>
export type IntentRecord = z.infer<typeof intentRecord>
export type ChargeRecord = z.infer<typeof chargeRecord>
export type RefundRecord = z.infer<typeof refundRecord>
export type DisputeRecord = z.infer<typeof disputeRecord>
export type EventRecord = z.infer<typeof eventRecord>
export type AnswerRecord = z.infer<typeof answerRecord>
export type DueRecord = z.infer<typeof dueRecord>

const stateSchema = z.object({
  sessions: z.array(sessionRecord),
  intents: z.array(intentRecord),
  charges: z.array(chargeRecord),
  refunds: z.array(refundRecord),
  disputes: z.array(disputeRecord),
  events: z.array(eventRecord),
  answers: z.array(answerRecord),
  due: z.array(dueRecord),
})

/** All objects of the account, by id. */
export interface StripeState {
  sessions: Map<string, SessionRecord>
  intents: Map<string, IntentRecord>
  charges: Map<string, ChargeRecord>
  refunds: Map<string, RefundRecord>
  disputes: Map<string, DisputeRecord>
  events: Map<string, EventRecord>
  answers: Map<string, AnswerRecord>
  due: DueRecord[]
  /** The refunds and disputes of each charge; rebuilt at a start. */
  refundsByCharge: Map<string, RefundRecord[]>
  disputesByCharge: Map<string, DisputeRecord[]>
}

const HELD: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost'])

/** Returns whether the dispute holds its money, as open and lost ones do; an inquiry holds none. */
export function isHeld({ status }: Pick<DisputeRecord, 'status'>): boolean {
  return HELD.has(status)
}

export function disputesOf({ disputesByCharge }: StripeState, chargeId: string): DisputeRecord[] {
  return disputesByCharge.get(chargeId) ?? []
}

export function addByCharge<Kept extends { chargeId: string }>(
  records: Map<string, Kept[]>,
  record: Kept,
): void {
  records.set(record.chargeId, [...(records.get(record.chargeId) ?? []), record])
}

export function emptyState(): StripeState {
  return {
    sessions: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
    answers: new Map(),
    due: [],
    refundsByCharge: new Map(),
    disputesByCharge: new Map(),
  }
}

export function toJson(state: StripeState): z.infer<typeof stateSchema> {
  return {
    sessions: [...state.sessions.values()],
    intents: [...state.intents.values()],
    charges: [...state.charges.values()],
    refunds: [...state.refunds.values()],
    disputes: [...state.disputes.values()],
    events: [...state.events.values()],
    answers: [...state.answers.values()],
    due: state.due,
  }
}

/** Parses the output of `toJson` into a state. */
export function fromJson(json: unknown): StripeState {
  const kept = stateSchema.parse(json)
  return {
    sessions: byId(kept.sessions),
    intents: byId(kept.intents),
    charges: byId(kept.charges),
    refunds: byId(kept.refunds),
    disputes: byId(kept.disputes),
    events: byId(kept.events),
    answers: byId(kept.answers),
    due: kept.due,
    refundsByCharge: Map.groupBy(kept.refunds, ({ chargeId }) => chargeId),
    disputesByCharge: Map.groupBy(kept.disputes, ({ chargeId }) => chargeId),
  }
}

function byId<Kept extends { id: string }>(records: Kept[]): Map<string, Kept> {
  return new Map(records.map((record) => [record.id, record]))
}
