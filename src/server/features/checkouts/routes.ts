import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import {
  captureSchema,
  checkoutSchema,
  createOrderSchema,
  createSessionSchema,
  orderSchema,
  sessionSchema,
  type CaptureResult,
  type Checkout,
  type OwnDonation,
} from '#contract/checkouts.ts'
import {
  DISCLAIMER_COOKIE,
  parseAcceptance,
  type DisclaimerAcceptance,
} from '#contract/disclaimer.ts'
import { ROUTES } from '#contract/routes.ts'
import type { RequireUser } from '../../http/session.ts'
import type { Database } from '../../infra/database/database.ts'
import { returnOrigin } from '../../http/security.ts'
import type { Leaderboard } from '../leaderboard/leaderboard.ts'
import type { StartedPayment } from '../../payments/provider.ts'
import type { Checkouts, Settlement } from './checkouts.ts'
import { findDonation, findOwn, type CheckoutRow } from './store.ts'

const MINUTE_MS = 60_000
const BEGINNINGS = { max: 60, timeWindow: MINUTE_MS }
const LOOKS = { max: 300, timeWindow: MINUTE_MS }

export interface CheckoutRoutesDeps {
  checkouts: Checkouts
  database: Database
  leaderboard: Pick<Leaderboard, 'look' | 'positionOf'>
  requireUser: RequireUser
  publicUrl: string
  defaultCents: number
}

const idParams = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/, 'There is no payment of this id.'),
})

/** Beginning, capturing and looking up one's own checkouts. */
export function checkoutRoutes(deps: CheckoutRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(beginRoutes(deps))
    await app.register(captureRoute(deps))
    await app.register(lookUpRoute(deps))
  }
}

function beginRoutes(deps: CheckoutRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const config = { rateLimit: BEGINNINGS }
    app.post(
      ROUTES.createSession,
      {
        config,
        schema: {
          operationId: 'createCheckoutSession',
          body: createSessionSchema.nullish(),
          response: { 200: sessionSchema },
        },
      },
      async (request) => {
        const amountCents = request.body?.amountCents ?? deps.defaultCents
        const { ref, url } = await begin(deps, request, { provider: 'stripe', amountCents })
        if (url === null) throw new Error(`Session ${ref} has no hosted page.`)
        return { id: ref, url }
      },
    )
    app.post(
      ROUTES.orders,
      {
        config,
        schema: {
          operationId: 'createOrder',
          body: createOrderSchema,
          response: { 200: orderSchema },
        },
      },
      async (request) => {
        const { amountCents } = request.body
        const { ref } = await begin(deps, request, { provider: 'paypal', amountCents })
        return { id: ref }
      },
    )
  }
}

function captureRoute(deps: CheckoutRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      `${ROUTES.orders}/:id/capture`,
      {
        config: { rateLimit: BEGINNINGS },
        schema: {
          operationId: 'captureOrder',
          params: idParams,
          response: { 200: captureSchema },
        },
      },
      async (request) => {
        const checkout = await requireOwn(deps, request, request.params.id)
        return toCaptureResult(await deps.checkouts.settle(checkout), deps)
      },
    )
  }
}

function lookUpRoute(deps: CheckoutRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      `${ROUTES.checkouts}/:id`,
      {
        config: { rateLimit: LOOKS },
        schema: {
          operationId: 'getCheckout',
          params: idParams,
          response: { 200: checkoutSchema },
        },
      },
      async (request) => {
        const known = await requireOwn(deps, request, request.params.id)
        const checkout = await settleIfReachable(request, deps.checkouts, known)
        return toView(checkout, request.params.id, await findOwnDonation(checkout, deps))
      },
    )
  }
}

async function begin(
  deps: CheckoutRoutesDeps,
  request: FastifyRequest,
  wish: { provider: ProviderName; amountCents: number },
): Promise<StartedPayment> {
  const { id: userId } = await deps.requireUser(request)
  const disclaimer = readAcceptance(request)
  const returnUrl = returnOrigin(request, deps.publicUrl)
  return deps.checkouts.begin({ ...wish, userId, disclaimer, returnUrl })
}

async function requireOwn(
  { requireUser, database }: CheckoutRoutesDeps,
  request: FastifyRequest,
  idOrRef: string,
): Promise<CheckoutRow> {
  const user = await requireUser(request)
  const checkout = await findOwn(database.reader, user.id, idOrRef)
  if (checkout !== undefined) return checkout
  throw new AppError('not-found', 'There is no such payment of yours.')
}

/** What the browser's session cookie says of the disclaimer; undefined where it says nothing. */
function readAcceptance(request: FastifyRequest): DisclaimerAcceptance | undefined {
  const cookie = request.cookies[DISCLAIMER_COOKIE]
  return cookie === undefined ? undefined : parseAcceptance(cookie)
}

/** While the provider cannot be asked, what we know already is the best answer. */
async function settleIfReachable(
  request: FastifyRequest,
  checkouts: Checkouts,
  known: CheckoutRow,
): Promise<CheckoutRow> {
  try {
    return (await checkouts.settle(known)).checkout
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    request.log.warn({ err: error, checkout: known.id }, 'provider could not be asked')
    return known
  }
}

async function toCaptureResult(
  { checkout, declined }: Settlement,
  deps: CheckoutRoutesDeps,
): Promise<CaptureResult> {
  if (declined) {
    throw new AppError(
      'failed-precondition',
      'PayPal declined this way of paying, and nothing was charged. Please choose another one.',
    )
  }
  switch (checkout.state) {
    case 'paid':
      return { status: 'COMPLETED', donation: await findOwnDonation(checkout, deps) }
    case 'processing':
      return { status: 'PENDING', donation: null }
    case 'review':
      throw new AppError(
        'unknown',
        'Your payment arrived, but something about it needs a look by the host before it is shown.',
      )
    case 'created':
    case 'awaiting_payer':
    case 'failed':
    case 'expired':
    case 'cancelled':
      throw new AppError(
        'failed-precondition',
        'PayPal has not taken this payment, and nothing was charged. Please try again.',
      )
  }
}

async function findOwnDonation(
  checkout: CheckoutRow,
  { database, leaderboard }: CheckoutRoutesDeps,
): Promise<OwnDonation | null> {
  if (checkout.state !== 'paid') return null
  const donation = await findDonation(database.reader, checkout)
  if (donation === undefined) return null
  await leaderboard.look()
  const { id, name, amount_cents: amountCents, sequence } = donation
  const isShown = name !== null && amountCents > 0
  return {
    id,
    name,
    amountCents,
    timestamp: new Date(donation.timestamp).toISOString(),
    position: isShown ? await leaderboard.positionOf({ amountCents, sequence }) : null,
  }
}

function toView(checkout: CheckoutRow, id: string, donation: OwnDonation | null): Checkout {
  return {
    id,
    provider: checkout.provider,
    state: checkout.state,
    amountCents: checkout.amount_cents,
    donation,
  }
}
