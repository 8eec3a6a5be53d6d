import { z } from 'zod'

export const createdSessionSchema = z.object({ id: z.string().min(1), url: z.url() })

const chargeSchema = z.object({
  id: z.string().min(1),
  amount_captured: z.int().nonnegative(),
  currency: z.string().length(3),
  /** Refunds that are under way included, failed ones not. */
  amount_refunded: z.int().nonnegative(),
  disputed: z.boolean(),
  /** Unix seconds. */
  created: z.int().optional(),
  billing_details: z.object({ name: z.string().nullish() }).nullish(),
})

/** What software keeps with an object of its own. */
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

/** The id of something that Stripe may have expanded, or none. */
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

/** What all events have. */
export const eventHeadSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  livemode: z.boolean(),
  /** Unix seconds. */
  created: z.int(),
})

/** An event about something that we follow. */
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
  /** `pending`, `requires_action`, `succeeded`, `failed` or `canceled`, and what may come. */
  status: z.string().nullish(),
})

export type Refund = z.infer<typeof refundSchema>

/** As much of a refund that was just made as tells how it stands. */
export const madeRefundSchema = z.object({ id: z.string().min(1), status: z.string().nullable() })

/** Of a refund as much as tells whose it is. */
export const ownedRefundSchema = z.object({ charge: idSchema })

export const disputeSchema = movedSchema.extend({
  status: z.string(),
  /** What the dispute did to the account's balance; taken money is below zero. */
  balance_transactions: z
    .array(z.object({ amount: z.int(), currency: z.string().length(3).nullish() }))
    .nullish(),
})

export type Dispute = z.infer<typeof disputeSchema>

export const ownedChargeSchema = z.object({ id: z.string().min(1), payment_intent: idSchema })

/** Of a session of any kind as much as tells whose it is. */
export const ownedSessionSchema = z.object({ id: z.string().min(1), metadata: metadataSchema })

/** A page of sessions, each with as much as leads to the next page. */
export const sessionPageSchema = z.object({
  data: z.array(z.looseObject({ id: z.string().min(1) })),
  has_more: z.boolean(),
})

/** Of a listed session of any kind as much as tells what was paid, and by which software. */
export const listedSessionSchema = ownedSessionSchema.extend({
  payment_status: z.string(),
  /** Sessions that set something up have neither. */
  amount_total: z.int().nonnegative().nullish(),
  currency: z.string().nullish(),
  /** Unix seconds. */
  created: z.int(),
})

export type ListedSession = z.infer<typeof listedSessionSchema>
