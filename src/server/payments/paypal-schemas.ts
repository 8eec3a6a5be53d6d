import { z } from 'zod'
import { parseDecimal } from '#contract/money.ts'

export const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.int().positive(),
})

const issueSchema = z.object({ issue: z.string().catch('') })

/** What PayPal says when it says no: its API by `name`, its authorisation by `error`. */
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

const captureSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'PENDING', 'DECLINED', 'FAILED']),
  amount: moneySchema,
})

const payerSchema = z.object({ name: z.object({ given_name: z.string().nullish() }).nullish() })

const unitSchema = z.object({
  custom_id: z.string().nullish(),
  amount: moneySchema,
  payments: z.object({ captures: z.array(captureSchema).nullish() }).nullish(),
})

/** An order of Orders v2, which for us has exactly one purchase unit. */
export const orderSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z.tuple([unitSchema]),
  payment_source: z.object({ paypal: payerSchema.nullish() }).nullish(),
  payer: payerSchema.nullish(),
})

export type Order = z.infer<typeof orderSchema>
export type OrderCapture = z.infer<typeof captureSchema>

/** What PayPal surely answers to a creation or capture, however much else it leaves out. */
export const orderIdSchema = z.object({ id: z.string().min(1) })

const linkSchema = z.object({ rel: z.string(), href: z.string() })

/** Every resource in one: captures, refunds, orders and disputes differ in what they name. */
const resourceSchema = z.object({
  id: z.string().nullish(),
  order_id: z.string().nullish(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().nullish() }).nullish() })
    .nullish(),
  links: z.array(linkSchema).nullish(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().nullish() }))
    .nullish(),
})

export type EventResource = z.infer<typeof resourceSchema>

export const eventSchema = z.object({
  id: z.string().min(1),
  event_type: z.string().min(1),
  resource_type: z.string().nullish(),
  resource: resourceSchema,
})
