import { randomUUIDv7 } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import {
  hostDonationsPageSchema,
  hostDonationsQuerySchema,
  hostDonationStorySchema,
  noteRequestSchema,
} from '#contract/host/donations.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import { toActor, type AuditActor } from '#server/features/audit/audit.ts'
import { addNote } from '../story/notes-store.ts'
import { requireCheckoutOf, tellStory } from '../story/story.ts'
import { listDonations, type ListDeps } from './list.ts'

export interface ListRoutesDeps extends ListDeps {
  outbox: {
    /** Mails the receipt of a donation once more; returns false if that was done often today. */
    sendAgain(donation: {
      userId: string
      donationId: string
      amountCents: number
      livemode: Livemode
      actor: AuditActor
    }): Promise<boolean>
  }
  requireHost: RequireHost
  clock: () => number
}

const params = z.object({ id: z.string().max(64) })
const BASE = HOST_ROUTES.donations

/** Registers the routes of the donations and what happened to each, for hosts. */
export function listRoutes(deps: ListRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(readRoutes(deps))
    await app.register(noteRoute(deps))
    await app.register(receiptRoute(deps))
  }
}

function readRoutes(deps: ListRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    app.get(
      BASE,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'listHostDonations',
          summary: 'Donations by search, filters and order, page by page.',
          querystring: hostDonationsQuerySchema,
          response: { 200: hostDonationsPageSchema },
        },
      },
      async (request) => {
        const { role } = await requireMoney(request)
        return listDonations(deps, request.query, role)
      },
    )
    app.get(
      `${BASE}/:id`,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'readHostDonation',
          summary: 'All that happened to a donation, the oldest first.',
          fails: ['not-found'],
          params,
          response: { 200: hostDonationStorySchema },
        },
      },
      async (request) => {
        const { role } = await requireMoney(request)
        return tellStory(deps, request.params.id, role)
      },
    )
  }
}

function noteRoute(deps: ListRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    app.post(
      `${BASE}/:id/notes`,
      {
        config: { budget: 'lookUps', access: requireMoney.access },
        schema: {
          operationId: 'addNote',
          summary: 'Adds a note of the hosts to a donation.',
          fails: ['not-found'],
          params,
          body: noteRequestSchema,
          response: { 200: hostDonationStorySchema },
        },
      },
      async (request) => {
        const host = await requireMoney(request)
        const { id } = request.params
        await requireCheckoutOf(deps, id)
        await deps.database.write(addNote, {
          id: randomUUIDv7(),
          donation_id: id,
          text: request.body.text,
          created_at: deps.clock(),
          actor: toActor(host),
        })
        return tellStory(deps, id, host.role)
      },
    )
  }
}

function receiptRoute(deps: ListRoutesDeps): FastifyPluginAsyncZod {
  const requireMoney = deps.requireHost('money')
  return async (app) => {
    app.post(
      `${BASE}/:id/receipts`,
      {
        config: { budget: 'mails', access: requireMoney.access },
        schema: {
          operationId: 'mailReceiptForDonor',
          summary: 'Mails a donor the receipt once more.',
          fails: ['not-found', 'failed-precondition'],
          params,
          response: { 200: hostDonationStorySchema },
        },
      },
      async (request) => {
        const host = await requireMoney(request)
        await mailReceipt(deps, request.params.id, toActor(host))
        return tellStory(deps, request.params.id, host.role)
      },
    )
  }
}

async function mailReceipt(deps: ListRoutesDeps, id: string, actor: AuditActor): Promise<void> {
  const { donation } = await tellStory(deps, id, null)
  const checkout = await requireCheckoutOf(deps, id)
  if (checkout.state !== 'paid' || donation.email === null) {
    throw new AppError(
      'failed-precondition',
      donation.email === null
        ? 'The account of this donation is gone, so there is no address to mail to.'
        : 'Only a paid donation has a receipt.',
    )
  }
  const isQueued = await deps.outbox.sendAgain({
    userId: checkout.user_id,
    donationId: id,
    amountCents: donation.amountCents,
    livemode: checkout.livemode,
    actor,
  })
  if (isQueued) return
  throw new AppError(
    'resource-exhausted',
    'This receipt was mailed three times today. Try tomorrow.',
  )
}
