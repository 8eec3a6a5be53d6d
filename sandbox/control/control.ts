import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  disputeActions,
  faultActions,
  foreignActions,
  lagActions,
  pendingActions,
  refundActions,
  type ControlDeps,
} from './control-actions.ts'
import { ControlError } from '../control-error.ts'
import type { ControlGuard } from '../options.ts'
import { paypalActions } from '../paypal/control-actions.ts'
import { PaypalError } from '../paypal/errors.ts'
import { StripeError } from '../stripe/errors.ts'

/** Creates the control routes of tests and drills; see README.md. */
export function controlRoutes(deps: ControlDeps, mayControl: ControlGuard): FastifyPluginAsync {
  const { stripe, paypal, webhooks, clock, tick } = deps
  const actions = {
    ...refundActions(deps),
    ...disputeActions(deps),
    ...pendingActions(deps),
    ...foreignActions(deps),
    ...lagActions(deps),
    ...faultActions(deps),
    ...paypalActions(paypal.account),
  }

  return async (app) => {
    app.addHook('onRequest', async (request, reply) => refuseStrangers(request, reply, mayControl))
    app.addHook('onRequest', refuseOtherOrigins)
    app.setErrorHandler(sendControlError)
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
    app.get('/payments', async () => ({ stripe: stripe.payments(), paypal: paypal.payments() }))
  }
}

async function refuseStrangers(
  request: FastifyRequest,
  reply: FastifyReply,
  mayControl: ControlGuard,
): Promise<unknown> {
  if (mayControl(request)) return undefined
  const error = "Control routes are for programs of this machine, or with the operator's token."
  return reply.code(403).send({ error })
}

/** Refuses requests of pages of other sites; programs send no Origin. */
async function refuseOtherOrigins(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { origin, 'content-type': type = '', 'sec-fetch-site': site } = request.headers
  const isOtherOrigin = origin !== undefined && URL.parse(origin)?.host !== request.host
  if (isOtherOrigin || site === 'cross-site' || site === 'same-site') {
    return reply.code(403).send({ error: 'This request came from another site.' })
  }
  // Pages cannot send this content type to another site without a CORS preflight.
  if (request.method === 'POST' && !/^application\/json\b/i.test(type)) {
    return reply.code(415).send({ error: 'The body must be application/json.' })
  }
  return undefined
}

function sendControlError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = statusOf(error)
  if (status === 500) request.log.error({ err: error }, 'sandbox control failed')
  const message = error instanceof z.ZodError ? z.prettifyError(error) : error.message
  return reply.code(status).send({ error: message })
}

const KNOWN_ERRORS = [z.ZodError, ControlError, StripeError, PaypalError]

function statusOf(error: FastifyError | Error): number {
  if (KNOWN_ERRORS.some((mistake) => error instanceof mistake)) return 400
  return 'statusCode' in error ? (error.statusCode ?? 500) : 500
}
