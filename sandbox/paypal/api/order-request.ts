import { z } from 'zod'
import type { OrderDraft } from '../records/new-records.ts'
import { malformed, unprocessable, type MalformedIssue } from '../errors.ts'

const contextSchema = z.object({
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
})

const moneySchema = z.object({
  currency_code: z.string().length(3),
  value: z.string().regex(/^\d{1,7}(\.\d{2})?$/),
})

const orderSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.object({
      reference_id: z.string().min(1).max(256).default('default'),
      custom_id: z.string().min(1).max(255).optional(),
      invoice_id: z.string().min(1).max(127).optional(),
      description: z.string().min(1).max(127).optional(),
      amount: moneySchema,
    }),
  ]),
  payment_source: z
    .object({ paypal: z.object({ experience_context: contextSchema.optional() }) })
    .optional(),
  application_context: contextSchema.optional(),
})

/** Parses the body of an order's creation; throws PayPal's errors. */
export function readOrder(body: unknown): OrderDraft {
  const order = parse(orderSchema, body)
  const [unit] = order.purchase_units
  const context = order.payment_source?.paypal.experience_context ?? order.application_context
  return {
    ...readMoney(unit.amount),
    status: order.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    referenceId: unit.reference_id,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    description: unit.description ?? null,
    returnUrl: context?.return_url ?? null,
    cancelUrl: context?.cancel_url ?? null,
  }
}

const refundSchema = z.object({ amount: moneySchema.optional() }).optional()

/** Parses the body of a refund; without an amount it is for all that is left. */
export function readRefund(body: unknown): { amountCents: number; currency: string } | undefined {
  const amount = parse(refundSchema, body)?.amount
  return amount === undefined ? undefined : readMoney(amount)
}

function readMoney({ value, currency_code }: z.infer<typeof moneySchema>) {
  const amountCents = Math.round(Number(value) * 100)
  if (amountCents === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE')
  return { amountCents, currency: currency_code }
}

function parse<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const parsed = schema.safeParse(body, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw malformed(toIssue(issue), `/${issue?.path.join('/') ?? ''}`)
}

const ISSUES: Partial<Record<z.core.$ZodIssue['code'], MalformedIssue>> = {
  invalid_type: 'INVALID_PARAMETER_SYNTAX',
  invalid_format: 'INVALID_PARAMETER_SYNTAX',
  too_small: 'INVALID_STRING_LENGTH',
  too_big: 'INVALID_STRING_LENGTH',
}

function toIssue(issue: z.core.$ZodIssue | undefined): MalformedIssue {
  if (issue?.input === undefined) return 'MISSING_REQUIRED_PARAMETER'
  if ('origin' in issue && issue.origin === 'array') return 'NOT_SUPPORTED'
  return ISSUES[issue.code] ?? 'INVALID_PARAMETER_VALUE'
}
