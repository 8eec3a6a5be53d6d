import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import {
  captureSchema,
  checkoutSchema,
  pendingCheckoutsSchema,
  createOrderSchema,
  createSessionSchema,
  orderSchema,
  sessionSchema,
} from '#contract/checkouts.ts'
import { DISCLAIMER_COOKIE } from '#contract/disclaimer.ts'
import { ROUTES } from '#contract/routes.ts'
import { nameInLog } from '#server/infra/work-context.ts'
import { createResolveChoice, type ResolveChoice } from '#server/features/names/names.ts'
import type { Checkouts } from './checkouts.ts'
import { beginRequested, type BeginRequestDeps } from './begin/begin-request.ts'
import { createFindOwn, type FindOwn } from './own-checkouts.ts'
import {
  createFindOwnDonation,
  type FindOwnDonation,
  type OwnDonationDeps,
} from './own-donation.ts'
import { findProcessing, namesOf, type CheckoutRow } from './store.ts'
import { toCaptureResult, toView } from './views.ts'

export interface CheckoutRoutesDeps extends OwnDonationDeps, BeginRequestDeps {
  checkouts: Checkouts
}

const idSchema = z.string().regex(/^[\w-]{1,255}$/, 'There is no payment of this id.')
const idParams = z.object({ id: idSchema })

/** The reads that requests of one turn share. */
interface SharedReads {
  findOwn: FindOwn
  findOwnDonation: FindOwnDonation
  resolveChoice: ResolveChoice
}

type Shared = CheckoutRoutesDeps & SharedReads

/** Registers the routes with which donors begin, capture, look up and cancel their checkouts. */
export function checkoutRoutes(options: CheckoutRoutesDeps): FastifyPluginAsyncZod {
  const { reader } = options.database
  const deps: Shared = {
    ...options,
    findOwn: createFindOwn(reader),
    findOwnDonation: createFindOwnDonation(options),
    resolveChoice: createResolveChoice(reader),
  }
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(beginRoutes(deps))
    await app.register(captureRoute(deps))
    await app.register(lookUpRoutes(deps))
    await app.register(cancelRoute(deps))
  }
}

function beginRoutes(deps: Shared): FastifyPluginAsyncZod {
  return async (app) => {
    const config = { budget: 'payments' as const }
    app.post(
      ROUTES.createSession,
      {
        config: { ...config, access: 'session' },
        schema: {
          operationId: 'createCheckoutSession',
          summary: 'Begins a donation by card; returns the provider’s hosted page.',
          fails: ['failed-precondition', 'deadline-exceeded'],
          reads: ['x-proof-of-work'],
          readsCookies: [DISCLAIMER_COOKIE],
          body: createSessionSchema.nullish(),
          response: { 200: sessionSchema },
        },
      },
      async (request) => {
        const { amountCents = deps.campaign.limits.defaultCents, ...rest } = request.body ?? {}
        const { ref, url } = await beginRequested(deps, request, {
          provider: 'stripe',
          amountCents,
          ...rest,
        })
        if (url === null) throw new Error(`Session ${ref} has no hosted page.`)
        return { id: ref, url }
      },
    )
    app.post(
      ROUTES.orders,
      {
        config: { ...config, access: 'session' },
        schema: {
          operationId: 'createOrder',
          summary: 'Begins a donation by wallet; returns the provider’s order.',
          fails: ['failed-precondition', 'deadline-exceeded'],
          reads: ['x-proof-of-work'],
          readsCookies: [DISCLAIMER_COOKIE],
          body: createOrderSchema,
          response: { 200: orderSchema },
        },
      },
      async (request) => {
        const { ref } = await beginRequested(deps, request, { provider: 'paypal', ...request.body })
        return { id: ref }
      },
    )
  }
}

function captureRoute(deps: Shared): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      `${ROUTES.orders}/:id/capture`,
      {
        config: { budget: 'payments', access: 'session' },
        schema: {
          operationId: 'captureOrder',
          summary: 'Captures an order that the payer has approved.',
          fails: ['not-found', 'failed-precondition', 'deadline-exceeded'],
          params: idParams,
          response: { 200: captureSchema },
        },
      },
      async (request) => {
        const checkout = await requireOwn(deps, request, request.params.id)
        return toCaptureResult(await deps.checkouts.capture(checkout), deps.findOwnDonation)
      },
    )
  }
}

function lookUpRoutes(deps: Shared): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.checkouts,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'listPendingCheckouts',
          summary: 'One’s own payments that a provider still processes.',
          response: { 200: pendingCheckoutsSchema },
        },
      },
      async (request) => {
        const user = await deps.requireUser(request)
        const processing = await findProcessing(deps.database.reader, user.id)
        return {
          checkouts: processing.map((checkout) =>
            toView(checkout, checkout.provider_ref ?? checkout.id, null),
          ),
        }
      },
    )
    app.get(
      `${ROUTES.checkouts}/:id`,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'getCheckout',
          summary: 'The state of one’s own payment.',
          fails: ['not-found'],
          params: idParams,
          response: { 200: checkoutSchema },
        },
      },
      async (request) => {
        const known = await requireOwn(deps, request, request.params.id)
        const checkout = await deps.checkouts.lookUp(known)
        return toView(checkout, request.params.id, await deps.findOwnDonation(checkout))
      },
    )
  }
}

function cancelRoute(deps: Shared): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      `${ROUTES.checkouts}/:id/cancel`,
      {
        config: { budget: 'payments', access: 'session' },
        schema: {
          operationId: 'cancelCheckout',
          summary: 'Cancels one’s own payment, unless it was paid meanwhile.',
          fails: ['not-found'],
          params: idParams,
          response: { 200: checkoutSchema },
        },
      },
      async (request) => {
        const known = await requireOwn(deps, request, request.params.id)
        const checkout = await deps.checkouts.cancel(known)
        return toView(checkout, request.params.id, await deps.findOwnDonation(checkout))
      },
    )
  }
}

async function requireOwn(
  { requireUser, findOwn }: Shared,
  request: FastifyRequest,
  idOrRef: string,
): Promise<CheckoutRow> {
  const user = await requireUser(request)
  const checkout = await findOwn(user.id, idOrRef)
  if (checkout !== undefined) {
    nameInLog(namesOf(checkout))
    return checkout
  }
  throw new AppError('not-found', 'There is no such payment of yours.')
}
