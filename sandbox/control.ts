import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { SandboxClock } from './clock.ts'
import type { FaultOrder, createFaultBook } from './faults.ts'
import type { createPaypal } from './paypal/main.ts'
import { StripeRefusal } from './stripe/errors.ts'
import type { StripeStandIn } from './stripe/main.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

export interface ControlDeps {
  stripe: StripeStandIn
  paypal: ReturnType<typeof createPaypal>
  webhooks: WebhookDelivery
  faults: ReturnType<typeof createFaultBook>
  clock: SandboxClock
  /** Does what is due, without waiting for the next tick. */
  tick: () => void
}

const provider = z.enum(['stripe', 'paypal'])

const refundBody = z.object({
  provider,
  /** The charge or capture. */
  paymentId: z.string(),
  amountCents: z.int().positive().optional(),
  status: z.enum(['pending', 'succeeded']).optional(),
})
const refundOutcomeBody = z.object({
  refundId: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
})
const disputeBody = z.object({
  provider,
  paymentId: z.string(),
  outcome: z.enum(['won', 'lost']).optional(),
})
const disputeOutcomeBody = z.object({ disputeId: z.string(), outcome: z.enum(['won', 'lost']) })
const pendingBody = z.object({
  provider,
  /** The Checkout Session or capture. */
  paymentId: z.string(),
  outcome: z.enum(['succeeded', 'failed']),
})
const webhookFaultsBody = z.object({
  drop: z.union([z.boolean(), z.number().min(0).max(1)]).optional(),
  duplicate: z.int().min(1).max(100).optional(),
  delayMs: z.int().min(0).optional(),
  reorder: z.boolean().optional(),
})
const faultBody = z.object({
  provider,
  fault: z.enum(['500', '429', 'timeout', 'cut', 'malformed']),
  method: z.string().optional(),
  path: z.string().optional(),
  times: z.int().min(1).max(1_000).default(1),
})
const clockBody = z.object({ advanceMs: z.int().min(0) })

/** What tests and the host's drills may do to the providers' world. See README.md. */
export function controlRoutes(deps: ControlDeps): FastifyPluginAsync {
  const { stripe, paypal, webhooks, faults, clock, tick } = deps
  const { account } = stripe

  const actions: Record<string, (body: unknown) => unknown> = {
    '/refunds': (body) => {
      const { provider, paymentId, amountCents, status } = refundBody.parse(body)
      return provider === 'stripe'
        ? account.refund(paymentId, amountCents, {}, status)
        : paypal.refund({ captureId: paymentId, amountCents })
    },
    '/refunds/outcome': (body) => {
      const { refundId, outcome } = refundOutcomeBody.parse(body)
      return account.decideRefund(refundId, outcome)
    },
    '/disputes': (body) => {
      const { provider, paymentId, outcome } = disputeBody.parse(body)
      if (provider === 'paypal') return paypal.dispute({ captureId: paymentId, outcome })
      const dispute = account.openDispute(paymentId)
      if (outcome !== undefined) account.closeDispute(dispute.id, outcome)
      return dispute
    },
    '/disputes/outcome': (body) => {
      const { disputeId, outcome } = disputeOutcomeBody.parse(body)
      return account.closeDispute(disputeId, outcome)
    },
    '/pending': (body) => {
      const { provider, paymentId, outcome } = pendingBody.parse(body)
      if (provider === 'stripe') return account.decideDelayed(paymentId, outcome)
      const status = outcome === 'succeeded' ? 'COMPLETED' : 'DENIED'
      return paypal.resolvePending({ captureId: paymentId, outcome: status })
    },
    '/webhook-faults': (body) => {
      webhooks.faults = webhookFaultsBody.parse(body)
    },
    '/faults': (body) => faults.add(faultBody.parse(body) satisfies FaultOrder),
    '/faults/clear': () => faults.clear(),
    '/clock': (body) => {
      clock.advance(clockBody.parse(body).advanceMs)
    },
  }

  return async (app) => {
    // Only JSON: a page elsewhere cannot send that here without asking first.
    app.removeContentTypeParser('text/plain')
    app.setErrorHandler((error, _request, reply) => {
      const isMistake = error instanceof z.ZodError || error instanceof StripeRefusal
      const message = error instanceof Error ? error.message : String(error)
      return reply.code(isMistake ? 400 : 500).send({ error: message })
    })
    for (const [url, act] of Object.entries(actions)) {
      app.post(url, async (request) => {
        const result = act(request.body)
        tick()
        return result ?? {}
      })
    }
    app.get('/state', async () => ({
      now: clock.now(),
      webhooksWaiting: webhooks.waiting,
      stripe: stripe.sums(),
      paypal: paypal.sums(),
    }))
  }
}
