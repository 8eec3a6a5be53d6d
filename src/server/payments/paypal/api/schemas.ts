import { z } from 'zod'
import { parseDecimal } from '#contract/money.ts'

export const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.int().positive(),
})

const issueSchema = z.object({ issue: z.string().catch('') })

/** An error response of PayPal's: its API has `name`, its authorisation has `error`. */
export const problemSchema = z
  .union([z.object({ name: z.string() }), z.object({ error: z.string() })])
  .and(
    z.object({
      debug_id: z.string().catch('unknown'),
      details: z.array(issueSchema).catch([]),
    }),
  )

const moneySchema = z
  .object({ currency_code: z.string().length(3), value: z.string() })
  .transform(({ currency_code, value }, context) => {
    const amountCents = parseDecimal(value)
    if (amountCents !== undefined) return { amountCents, currency: currency_code.toUpperCase() }
    context.addIssue({ code: 'custom', message: 'Not a plain decimal amount.' })
    return z.NEVER
  })

/** Unix ms; 0 if PayPal gives no time. */
const timeSchema = z
  .string()
  .nullish()
  .transform((time) => Date.parse(time ?? '') || 0)

export const captureSchema = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  status_details: z.object({ reason: z.string().nullish() }).nullish(),
  amount: moneySchema,
  create_time: timeSchema,
  update_time: timeSchema,
})

const linkSchema = z.object({ rel: z.string(), href: z.string() })

export type Link = z.infer<typeof linkSchema>

const linksSchema = z.array(linkSchema).nullish()

export const refundSchema = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  amount: moneySchema,
  create_time: timeSchema,
  links: linksSchema,
})

const payerSchema = z.object({ name: z.object({ given_name: z.string().nullish() }).nullish() })

const unitSchema = z.object({
  reference_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  custom_id: z.string().nullish(),
  amount: moneySchema,
  payments: z
    .object({
      captures: z.array(captureSchema).nullish(),
      refunds: z.array(refundSchema).nullish(),
    })
    .nullish(),
})

/** An order of Orders v2, which for us has exactly one purchase unit. */
export const orderSchema = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  purchase_units: z.tuple([unitSchema]),
  payment_source: z.object({ paypal: payerSchema.nullish() }).nullish(),
  payer: payerSchema.nullish(),
})

export type Order = z.infer<typeof orderSchema>
export type OrderCapture = z.infer<typeof captureSchema>
export type OrderRefund = z.infer<typeof refundSchema>

/** The part of the response to a creation or capture that PayPal always sends. */
export const orderIdSchema = z.object({ id: z.string().min(1) })

/** An order's status, which every form of the response has. */
export const captureAnswerSchema = orderIdSchema.extend({ status: z.string().nullish() })

const ownedUnitsSchema = z.array(z.object({ custom_id: z.string().nullish() })).nullish()

/** The part of an order of any kind that identifies its owner. */
export const ownedOrderSchema = z.object({
  id: z.string().min(1),
  intent: z.string().nullish(),
  purchase_units: ownedUnitsSchema,
})

export type OwnedOrder = Omit<z.infer<typeof ownedOrderSchema>, 'id'>

const relatedSchema = z
  .object({ related_ids: z.object({ order_id: z.string().nullish() }).nullish() })
  .nullish()

/** The part of a capture that identifies its owner. */
export const ownedCaptureSchema = z.object({
  id: z.string().min(1),
  custom_id: z.string().nullish(),
  supplementary_data: relatedSchema,
})

/** A capture by itself, which still names its order after PayPal has deleted that. */
export const loneCaptureSchema = captureSchema.extend({
  custom_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  supplementary_data: relatedSchema,
})

const disputedTransactionsSchema = z.array(
  z.object({ seller_transaction_id: z.string().nullish(), gross_amount: moneySchema.nullish() }),
)

/** A movement of money by a dispute, and the party whose money it was. */
const disputeMovementSchema = z.object({
  affected_party: z.string().nullish(),
  type: z.string().nullish(),
  reason: z.string().nullish(),
  amount: moneySchema.nullish(),
})

export const disputeSchema = z.object({
  dispute_id: z.string().min(1),
  disputed_transactions: disputedTransactionsSchema,
  create_time: timeSchema,
  update_time: timeSchema,
  status: z.string().min(1),
  seller_response_due_date: timeSchema.catch(0),
  dispute_amount: moneySchema,
  dispute_outcome: z
    .object({ outcome_code: z.string().nullish(), amount_refunded: moneySchema.nullish() })
    .nullish(),
  money_movements: z.array(disputeMovementSchema).nullish(),
})

export type Dispute = z.infer<typeof disputeSchema>

export const disputePageSchema = z.object({
  items: z.array(z.object({ dispute_id: z.string().min(1) })).nullish(),
  links: z.array(linkSchema),
})

/** A page of disputes, any of which may have an unknown shape. */
export const changedDisputePageSchema = z.object({
  items: z.array(z.unknown()).nullish(),
  links: linksSchema,
})

/** The part of a listed dispute that says whether it was read before. */
export const changedDisputeSchema = z.object({
  dispute_id: z.string().min(1),
  update_time: z.string().nullish(),
})

/** The payments that a dispute is over; empty if they cannot be read. */
export const disputedSchema = z.object({
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().nullish() }))
    .nullish()
    .catch(null),
})

/** The part of our webhook that says to which events it is subscribed. */
export const webhookSchema = z.object({
  event_types: z.array(z.object({ name: z.string() })),
})

/** Any list, of which only the arrival matters. */
export const listSchema = z.looseObject({})

/**
 * The resource of an event. Captures, refunds, orders and disputes differ in their fields, and this
 * has them all.
 */
const resourceSchema = z.object({
  id: z.string().nullish(),
  custom_id: z.string().nullish(),
  intent: z.string().nullish(),
  purchase_units: ownedUnitsSchema,
  order_id: z.string().nullish(),
  supplementary_data: relatedSchema,
  links: linksSchema,
  dispute_id: z.string().nullish(),
  disputed_transactions: disputedTransactionsSchema.nullish(),
})

export type EventResource = z.infer<typeof resourceSchema>

/** The fields that all events have. */
export const eventHeadSchema = z.object({ id: z.string().min(1), event_type: z.string().min(1) })

/** An event of a type that we follow. */
export const eventSchema = z.object({ resource: resourceSchema })

export const eventPageSchema = z.object({ events: z.array(z.unknown()), links: linksSchema })

/** The fields by which a listed event is sorted. */
export const listedEventSchema = z.object({ event_type: z.string(), create_time: timeSchema })

/** The part of a refund's creation that says its status. */
export const madeRefundSchema = z.object({ id: z.string().min(1), status: z.string() })

/** An event about a capture; of captures that are not ours only the mark matters. */
export const captureEventSchema = z.object({
  event_type: z.string(),
  resource: ownedCaptureSchema.extend({
    amount: moneySchema,
    create_time: timeSchema,
    invoice_id: z.string().nullish(),
  }),
})

export type CaptureEvent = z.infer<typeof captureEventSchema>

/** A transaction on the account, of whatever kind. */
export const listedTransactionSchema = z.object({
  transaction_info: z.object({
    transaction_id: z.string().min(1),
    /** `D` is denied, `P` pending; any other status was taken once. */
    transaction_status: z.string().nullish(),
    transaction_initiation_date: timeSchema,
    /** Negative if money has left the account. */
    transaction_amount: z.object({ currency_code: z.string(), value: z.string() }).nullish(),
    invoice_id: z.string().nullish(),
    custom_field: z.string().nullish(),
  }),
  payer_info: z
    .object({ payer_name: z.object({ given_name: z.string().nullish() }).nullish() })
    .nullish(),
})

export type ListedTransaction = z.infer<typeof listedTransactionSchema>
