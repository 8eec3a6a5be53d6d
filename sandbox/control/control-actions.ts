import { z } from 'zod'
import type { SandboxClock } from '../clock.ts'
import type { createFaultRules } from '../faults/faults.ts'
import type { PaypalStandIn } from '../paypal/main.ts'
import type { createStatementFaults } from '../faults/statement-faults.ts'
import type { StripeStandIn } from '../stripe/main.ts'
import { DISPUTE_STATUSES } from '../stripe/records/records.ts'
import type { WebhookDelivery } from '../webhook-delivery.ts'

export interface ControlDeps {
  stripe: StripeStandIn
  paypal: PaypalStandIn
  webhooks: WebhookDelivery
  faults: ReturnType<typeof createFaultRules>
  statementFaults: ReturnType<typeof createStatementFaults>
  clock: SandboxClock
  /** Runs what is due, without waiting for the next tick. */
  tick: () => void
}

/** The control routes; each function takes a request's body and returns the response's. */
export type Actions = Record<string, (body: unknown) => unknown>

const providerSchema = z.enum(['stripe', 'paypal'])

/** The charge or capture, by either name. */
const paymentSchema = z
  .object({ provider: providerSchema, paymentId: z.string() })
  .or(
    z
      .object({ provider: providerSchema, captureId: z.string() })
      .transform(({ provider, captureId }) => ({ provider, paymentId: captureId })),
  )

const refundSchema = z.object({
  amountCents: z.int().positive().optional(),
  status: z.enum(['pending', 'requires_action', 'succeeded']).default('succeeded'),
})
const refundOutcomeSchema = z.object({
  provider: providerSchema.default('stripe'),
  refundId: z.string(),
  outcome: z.enum(['succeeded', 'failed', 'canceled']),
})

export function refundActions({ stripe, paypal }: ControlDeps): Actions {
  return {
    '/refunds': (body) => {
      const { provider, paymentId } = paymentSchema.parse(body)
      const { amountCents, status } = refundSchema.parse(body)
      if (provider === 'stripe') {
        return stripe.account.returns.refund(paymentId, { amount: amountCents, status })
      }
      const asked = amountCents === undefined ? undefined : { amountCents }
      const begun = status === 'pending' ? 'PENDING' : 'COMPLETED'
      return paypal.account.returns.refund(paymentId, asked, { status: begun })
    },
    '/refunds/outcome': (body) => {
      const { provider, refundId, outcome } = refundOutcomeSchema.parse(body)
      if (provider === 'stripe') return stripe.account.returns.decideRefund(refundId, outcome)
      const status = outcome === 'succeeded' ? 'COMPLETED' : 'FAILED'
      return paypal.account.returns.decideRefund(refundId, status)
    },
  }
}

const outcomeSchema = z.enum(['won', 'lost'])
const disputeSchema = z.object({ outcome: outcomeSchema.optional() })
const openDisputeSchema = z.object({
  provider: providerSchema.default('stripe'),
  disputeId: z.string(),
})
const disputeOutcomeSchema = openDisputeSchema.extend({ outcome: outcomeSchema })

const stripeChange = {
  amount: z.int().positive().optional(),
  status: z.enum(DISPUTE_STATUSES).optional(),
}
const stripeDisputeSchema = z.strictObject({ paymentId: z.string(), ...stripeChange })
const stripeChangeSchema = z.strictObject({ disputeId: z.string(), ...stripeChange })

export function disputeActions(deps: ControlDeps): Actions {
  const returnsOf = (provider: 'stripe' | 'paypal') => deps[provider].account.returns
  return {
    '/disputes': (body) => {
      const { provider, paymentId } = paymentSchema.parse(body)
      const { outcome } = disputeSchema.parse(body)
      const dispute = returnsOf(provider).openDispute(paymentId)
      if (outcome !== undefined) returnsOf(provider).closeDispute(dispute.id, outcome)
      return dispute
    },
    '/disputes/stripe': (body) => {
      const { paymentId, ...asked } = stripeDisputeSchema.parse(body)
      return deps.stripe.account.returns.openDispute(paymentId, asked)
    },
    '/disputes/stripe/change': (body) => {
      const { disputeId, ...change } = stripeChangeSchema.parse(body)
      deps.stripe.account.returns.changeDispute(disputeId, change)
    },
    '/disputes/review': (body) => {
      const { provider, disputeId } = openDisputeSchema.parse(body)
      returnsOf(provider).reviewDispute(disputeId)
    },
    '/disputes/outcome': (body) => {
      const { provider, disputeId, outcome } = disputeOutcomeSchema.parse(body)
      returnsOf(provider).closeDispute(disputeId, outcome)
    },
  }
}

const lagSchema = z.object({ mostMs: z.int().nonnegative() })

/** Returns the route that delays Stripe's lists. */
export function lagActions({ stripe }: ControlDeps): Actions {
  return {
    '/stripe/lag': (body) => stripe.account.returns.setListLag(lagSchema.parse(body).mostMs),
  }
}

const pendingSchema = z.object({ outcome: z.enum(['succeeded', 'failed']) })

/**
 * Returns the route that decides a pending payment; Stripe's is named by its Checkout Session,
 * since it has no charge yet.
 */
export function pendingActions({ stripe: { account }, paypal }: ControlDeps): Actions {
  return {
    '/pending': (body) => {
      const { provider, paymentId } = paymentSchema.parse(body)
      const { outcome } = pendingSchema.parse(body)
      if (provider === 'paypal') {
        const status = outcome === 'succeeded' ? 'COMPLETED' : 'DENIED'
        return paypal.account.resolvePending(paymentId, status)
      }
      account.decideDelayed(paymentId, outcome)
    },
  }
}

const eventSchema = z.object({
  provider: providerSchema,
  type: z.string().min(1).max(100),
  resourceType: z
    .enum(['checkout-order', 'capture', 'refund', 'dispute'])
    .default('checkout-order'),
  object: z.record(z.string(), z.unknown()),
})

/**
 * Returns the route that sends events of other software in the account; their objects are not kept.
 */
export function foreignActions({ stripe, paypal }: ControlDeps): Actions {
  return {
    '/events': (body) => {
      const { provider, type, resourceType, object } = eventSchema.parse(body)
      if (provider === 'stripe') stripe.account.emitForeign(type, object)
      else paypal.account.log.emit(type, resourceType, object)
    },
  }
}

const MAX_DELAY_MS = 24 * 60 * 60 * 1000

const webhookFaultsSchema = z.object({
  drop: z.union([z.boolean(), z.number().min(0).max(1)]).optional(),
  duplicate: z.int().min(1).max(100).optional(),
  delayMs: z.int().min(0).max(MAX_DELAY_MS).optional(),
  reorder: z.boolean().optional(),
})
const faultSchema = z.object({
  provider: providerSchema,
  fault: z.enum(['401', '403', '500', '429', 'timeout', 'silent', 'cut', 'malformed']),
  method: z.string().max(10).optional(),
  path: z.string().max(200).optional(),
  times: z.int().min(1).max(1_000).or(z.literal('always')).default(1),
})
const clockSchema = z
  .strictObject({ advanceMs: z.int().min(0) })
  .or(z.strictObject({ reset: z.literal(true) }))

/** The most statement lines that can be left out, more than any test needs. */
const MAX_MISSING = 1_000

const statementSchema = z.object({
  provider: providerSchema,
  isDenied: z.boolean().optional(),
  delayMs: z.int().min(0).max(MAX_DELAY_MS).optional(),
  errors: z.record(z.string(), z.int()).optional(),
  missing: z.array(z.string()).max(MAX_MISSING).optional(),
})

export function faultActions({ webhooks, faults, statementFaults, clock }: ControlDeps): Actions {
  return {
    '/webhook-faults': (body) => {
      webhooks.faults = webhookFaultsSchema.parse(body)
    },
    '/faults': (body) => faults.add(faultSchema.parse(body)),
    '/faults/clear': () => faults.clear(),
    '/statements': (body) => statementFaults.set(statementSchema.parse(body)),
    '/clock': (body) => {
      const asked = clockSchema.parse(body)
      if ('reset' in asked) clock.reset()
      else clock.advance(asked.advanceMs)
    },
    '/reset': () => {
      webhooks.faults = {}
      faults.clear()
      statementFaults.clear()
      clock.reset()
    },
  }
}
