import { z } from 'zod'

export const createdSessionSchema = z.object({ id: z.string().min(1), url: z.url() })

const chargeSchema = z.object({
  id: z.string().min(1),
  amount_captured: z.int().nonnegative(),
  currency: z.string().length(3),
  /** The sum of the refunds, with pending ones and without failed ones. */
  amount_refunded: z.int().nonnegative(),
  disputed: z.boolean(),
  /** The time of the attempt, Unix seconds; a delayed method completes it days later. */
  created: z.int().optional(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
  billing_details: z.object({ name: z.string().nullish() }).nullish(),
})

/** The metadata that software keeps with its objects. */
export const metadataSchema = z.record(z.string(), z.string()).nullish()

export type Metadata = z.infer<typeof metadataSchema>

const paymentIntentSchema = z.object({
  status: z.string(),
  last_payment_error: z.object({ code: z.string().nullish() }).nullish(),
  latest_charge: chargeSchema.nullable(),
})

/** A Checkout Session with its payment intent and that one's latest charge expanded. */
export const sessionSchema = z.object({
  id: z.string().min(1),
  livemode: z.boolean(),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.int().nonnegative(),
  currency: z.string().length(3),
  metadata: metadataSchema,
  customer_details: z.object({ name: z.string().nullish() }).nullable(),
  payment_intent: paymentIntentSchema.nullable(),
})

export type Session = z.infer<typeof sessionSchema>

export const accountSchema = z.object({ id: z.string().min(1) })

export const expiredSessionSchema = z.object({ status: z.literal('expired') })

/** The id of an object that Stripe may have expanded, or null. */
export const idSchema = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)

const subjectSchema = z.discriminatedUnion('object', [
  z.object({
    object: z.enum(['checkout.session', 'charge']),
    id: z.string(),
    metadata: metadataSchema,
  }),
  z.object({ object: z.enum(['refund', 'dispute']), id: z.string(), charge: idSchema }),
  z.object({ object: z.literal('payment_intent'), metadata: metadataSchema }),
])

/** The part of an event of a session that says when it happened to which. */
export const sessionEventSchema = z.object({
  /** Unix seconds. */
  created: z.int(),
  data: z.object({ object: z.object({ id: z.string() }) }),
})

/** The fields that all events have. */
export const eventHeadSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  livemode: z.boolean(),
  /** Unix seconds. */
  created: z.int(),
})

/** An event of a type that we follow. */
export const eventSchema = z.object({ data: z.object({ object: subjectSchema }) })

export type EventSubject = z.infer<typeof subjectSchema>

const movedSchema = z.object({
  id: z.string().min(1),
  amount: z.int().nonnegative(),
  currency: z.string().length(3),
  /** Unix seconds. */
  created: z.int(),
})

export const refundSchema = movedSchema.extend({
  charge: idSchema,
  /** `pending`, `requires_action`, `succeeded`, `failed` or `canceled`, or a new value. */
  status: z.string().nullish(),
})

export type Refund = z.infer<typeof refundSchema>

/** The part of a refund's creation that says its status. */
export const madeRefundSchema = z.object({ id: z.string().min(1), status: z.string().nullable() })

/** The part of a refund that identifies its owner. */
export const ownedRefundSchema = z.object({ charge: idSchema })

export const disputeSchema = movedSchema.extend({
  status: z.string(),
  /** Unix seconds; 0 or null if the bank takes no response. */
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish().catch(null),
  /** The changes of the account's balance by the dispute; negative if money was taken. */
  balance_transactions: z
    .array(z.object({ amount: z.int(), currency: z.string().length(3).nullish() }))
    .nullish(),
})

export type Dispute = z.infer<typeof disputeSchema>

export const ownedChargeSchema = z.object({ id: z.string().min(1), payment_intent: idSchema })

/** The part of a session of any kind that identifies its owner. */
export const ownedSessionSchema = z.object({ id: z.string().min(1), metadata: metadataSchema })

/** A page of sessions, with the ids that lead to the next page. */
export const sessionPageSchema = z.object({
  data: z.array(z.looseObject({ id: z.string().min(1) })),
  has_more: z.boolean(),
})

/** The part of a listed session of any kind that says what was paid, and through which software. */
export const listedSessionSchema = ownedSessionSchema.extend({
  payment_status: z.string(),
  /** Null for sessions that only set something up, as is the currency. */
  amount_total: z.int().nonnegative().nullish(),
  currency: z.string().nullish(),
  /** Unix seconds. */
  created: z.int(),
})

export type ListedSession = z.infer<typeof listedSessionSchema>
