import { z } from 'zod'
import type { Account } from './account/account.ts'
import { outcomeSchema } from './records/dispute-records.ts'

const amountSchema = z.int().positive()

/** A capture, or one of other software in the same account. */
const transactionSchema = z
  .object({ captureId: z.string() })
  .or(z.object({ foreignCents: amountSchema }))

const openSchema = z.object({
  transactions: z.tuple([transactionSchema], transactionSchema),
  amountCents: amountSchema.optional(),
  stage: z.enum(['INQUIRY', 'CHARGEBACK']).optional(),
  holdsCaptures: z.boolean().optional(),
})
const disputeSchema = z.object({ disputeId: z.string() })
const changeSchema = disputeSchema.extend({
  amountCents: amountSchema.optional(),
  stage: z.literal('CHARGEBACK').optional(),
})
const resolveSchema = disputeSchema.extend({
  outcome: outcomeSchema,
  refundedCents: amountSchema.optional(),
  isListed: z.boolean().optional(),
})
const settleSchema = disputeSchema.extend({
  captureId: z.string(),
  amountCents: amountSchema.optional(),
  isListed: z.boolean().optional(),
})
const refundSchema = z.object({
  captureId: z.string(),
  amountCents: amountSchema.optional(),
  status: z.enum(['COMPLETED', 'PENDING']).optional(),
  isListed: z.boolean().optional(),
})
const refundOutcomeSchema = z.object({
  refundId: z.string(),
  outcome: z.enum(['COMPLETED', 'FAILED', 'CANCELLED']),
})
const reversalSchema = z.object({
  captureId: z.string(),
  amountCents: amountSchema.optional(),
  isKnown: z.boolean().default(true),
})
const orderSchema = z.object({ orderId: z.string() })
const lagSchema = z.object({ mostMs: z.int().min(0).max(3_600_000) })

/** Returns the control routes that PayPal alone has; see README.md. */
export function paypalActions(account: Account): Record<string, (body: unknown) => unknown> {
  return { ...disputeActions(account), ...moneyActions(account), ...memoryActions(account) }
}

function disputeActions({ returns }: Account) {
  return {
    '/paypal/disputes': (body: unknown) => returns.disputes.open(openSchema.parse(body)),
    '/paypal/disputes/change': (body: unknown) => {
      const { disputeId, ...changes } = changeSchema.parse(body)
      returns.disputes.change(disputeId, changes)
    },
    '/paypal/disputes/refund': (body: unknown) => {
      const { disputeId, ...asked } = settleSchema.parse(body)
      return returns.refundDispute(disputeId, asked)
    },
    '/paypal/disputes/resolve': (body: unknown) => {
      const { disputeId, outcome, ...payout } = resolveSchema.parse(body)
      returns.resolveDispute(disputeId, outcome, payout)
    },
    '/paypal/disputes/reopen': (body: unknown) =>
      returns.disputes.reopen(disputeSchema.parse(body).disputeId),
  }
}

function moneyActions({ returns }: Account) {
  return {
    '/paypal/refunds': (body: unknown) => {
      const { captureId, amountCents, ...options } = refundSchema.parse(body)
      const asked = amountCents === undefined ? undefined : { amountCents }
      return returns.refund(captureId, asked, options)
    },
    '/paypal/refunds/outcome': (body: unknown) => {
      const { refundId, outcome } = refundOutcomeSchema.parse(body)
      returns.decideRefund(refundId, outcome)
    },
    '/paypal/reversals': (body: unknown) => {
      const { captureId, amountCents, isKnown } = reversalSchema.parse(body)
      returns.reverse(captureId, amountCents, { isKnown })
    },
  }
}

function memoryActions(account: Account) {
  return {
    '/paypal/orders/forget': (body: unknown) =>
      account.forgetOrder(orderSchema.parse(body).orderId),
    '/paypal/lag': (body: unknown) => account.setReadLag(lagSchema.parse(body).mostMs),
  }
}
