import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaignSchema, type Campaign } from '#contract/campaign.ts'
import { campaignChangeSchema, hostCampaignSchema } from '#contract/campaign/settings.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { toActor } from '#server/features/audit/audit.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { LiveCampaign } from './campaign.ts'

export interface CampaignRoutesDeps {
  campaign: LiveCampaign
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

/** Registers the routes that show the campaign to everybody, and let hosts change it. */
export function campaignRoutes(deps: CampaignRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(publicRoute(deps))
    await app.register(hostRoutes(deps))
  }
}

function publicRoute({ campaign }: CampaignRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      ROUTES.campaign,
      {
        schema: {
          operationId: 'getCampaign',
          summary: 'The campaign: title, cause, recipient, amounts and disclaimer.',
          reads: ['if-none-match'],
          sends: ['etag'],
          response: { 200: campaignSchema, 304: z.undefined() },
        },
      },
      async (request, reply) => {
        const etag = toEtag(campaign.current)
        reply.header('cache-control', 'no-cache').header('etag', etag)
        if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined)
        return campaign.current
      },
    )
  }
}

function hostRoutes(deps: CampaignRoutesDeps): FastifyPluginAsyncZod {
  const { campaign } = deps
  const requireReader = deps.requireHost('settings')
  const requirePublisher = deps.requireHostStepUp('settings')
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get(
      HOST_ROUTES.campaign,
      {
        config: { budget: 'lookUps', access: requireReader.access },
        schema: {
          operationId: 'getHostCampaign',
          summary: 'The campaign as hosts edit it, with its version and history.',
          sends: ['etag'],
          response: { 200: hostCampaignSchema },
        },
      },
      async (request, reply) => {
        await requireReader(request)
        return reply.header('etag', toEtag(campaign.current)).send(campaign.toHostView())
      },
    )
    app.put(
      HOST_ROUTES.campaign,
      {
        config: { budget: 'lookUps', access: requirePublisher.access },
        // The texts may take more than other bodies.
        bodyLimit: 64 * 1024,
        schema: {
          operationId: 'publishCampaign',
          summary: 'Publishes the changed fields of the version that If-Match names.',
          fails: ['invalid-argument', 'already-exists', 'failed-precondition'],
          reads: ['if-match'],
          sends: ['etag'],
          body: campaignChangeSchema,
          response: { 200: hostCampaignSchema },
        },
      },
      async (request, reply) => {
        const user = await requirePublisher(request)
        const { version: _read, ...change } = request.body
        await campaign.publish({ base: readBase(request), change, actor: toActor(user) })
        request.log.info({ user: user.id }, 'a host has published the campaign')
        reply.header('etag', toEtag(campaign.current))
        return campaign.toHostView()
      },
    )
  }
}

const etags = new WeakMap<Campaign, string>()

/** Returns a tag of version and content, because the configuration also decides the content. */
function toEtag(campaign: Campaign): string {
  const known = etags.get(campaign)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(JSON.stringify(campaign)).digest('base64url')
  const etag = `"${campaign.version}-${hash.slice(0, 12)}"`
  etags.set(campaign, etag)
  return etag
}

const IF_MATCH = /^(?:W\/)?"?(\d{1,9})(?:-[\w-]{12})?"?$/

/** Returns the version in If-Match, alone or as the tag of a response. */
function readBase({ headers }: FastifyRequest): number | undefined {
  const [, version] = IF_MATCH.exec(headers['if-match'] ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}
