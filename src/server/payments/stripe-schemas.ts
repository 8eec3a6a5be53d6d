import { z } from 'zod'

export const createdSessionSchema = z.object({ id: z.string().min(1), url: z.url() })

const chargeSchema = z.object({
  id: z.string().min(1),
  amount_captured: z.int().nonnegative(),
  currency: z.string().length(3),
  billing_details: z.object({ name: z.string().nullish() }).nullish(),
})

const paymentIntentSchema = z.object({
  status: z.string(),
  last_payment_error: z.object({ code: z.string().nullish() }).nullish(),
  latest_charge: chargeSchema.nullable(),
})

/** A Checkout Session with its payment intent and that one's latest charge expanded. */
export const sessionSchema = z.object({
  id: z.string().min(1),
  livemode: z.boolean(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int().nonnegative(),
  currency: z.string().length(3),
  metadata: z.record(z.string(), z.string()).nullable(),
  customer_details: z.object({ name: z.string().nullish() }).nullable(),
  payment_intent: paymentIntentSchema.nullable(),
})

export type Session = z.infer<typeof sessionSchema>

/** The id of something that Stripe may have expanded, or none. */
const idSchema = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)

const subjectSchema = z.union([
  z.object({ object: z.literal('checkout.session'), id: z.string() }),
  z.object({ object: z.literal('charge'), id: z.string() }),
  z.object({ object: z.enum(['refund', 'dispute']), charge: idSchema }),
  z.object({ object: z.literal('payment_intent'), latest_charge: idSchema }),
  z.object({ object: z.string() }),
])

export const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  livemode: z.boolean(),
  data: z.object({ object: subjectSchema }),
})

export type EventSubject = z.infer<typeof subjectSchema>
