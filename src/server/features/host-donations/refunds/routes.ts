import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  hostRefundSchema,
  IDEMPOTENCY_HEADER,
  refundPreviewQuerySchema,
  refundPreviewSchema,
  refundRequestSchema,
} from '#contract/host/refunds.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { toActor } from '#server/features/audit/audit.ts'
import { previewRefund, requestRefund, type RefundRequestsDeps } from './requests.ts'

export interface RefundRoutesDeps extends RefundRequestsDeps {
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

const KEY_SENTENCE = 'Send an Idempotency-Key of 8 to 200 letters, digits or dashes.'

const params = z.object({ id: z.string().max(64) })
const headers = z.object({
  [IDEMPOTENCY_HEADER]: z.string(KEY_SENTENCE).regex(/^[\w-]{8,200}$/, KEY_SENTENCE),
})

/** Registers the routes with which hosts refund donations. */
export function refundRoutes(deps: RefundRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  const requireStepUp = deps.requireHostStepUp('money')
  return async (app) => {
    app.post(
      `${HOST_ROUTES.donations}/:id/refunds`,
      {
        config: { budget: 'payments', access: requireStepUp.access },
        schema: {
          operationId: 'refundDonation',
          summary: 'Refunds a donation or a part of it; on the way until the provider says so.',
          fails: ['not-found', 'failed-precondition', 'already-exists'],
          params,
          headers,
          body: refundRequestSchema,
          response: { 202: hostRefundSchema },
        },
      },
      async (request, reply) => {
        const host = await requireStepUp(request)
        const refund = await requestRefund(deps, request.params.id, {
          key: request.headers[IDEMPOTENCY_HEADER],
          actor: toActor(host),
          request: request.body,
        })
        request.log.info({ user: host.id, refund: refund.id }, 'a host refunds a donation')
        return reply.code(202).send(refund)
      },
    )
    app.get(
      `${HOST_ROUTES.donations}/:id/refunds/preview`,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'previewRefund',
          summary: 'What a refund would change: the rest, the place and the net.',
          fails: ['not-found', 'failed-precondition'],
          params,
          querystring: refundPreviewQuerySchema,
          response: { 200: refundPreviewSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        await requireMoney(request)
        return previewRefund(deps, request.params.id, request.query.amountCents)
      },
    )
  }
}
