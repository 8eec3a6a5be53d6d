import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import {
  decidedTextSchema,
  hostDonationChangeSchema,
  hostTextsQuerySchema,
  hostTextsSchema,
  textDecisionSchema,
  type HostDonationChange,
  type HostText,
  type TextDecision,
} from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import type { HostGuard, RequireHost, User } from '#server/http/guards/session.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { requireChoice, requireDisplayName } from '../chosen-texts.ts'
import { findTextsOf } from '../text-reads.ts'
import { changeShown, decideText } from './decide.ts'
import { requireDone } from './decision-errors.ts'
import { donationParams } from './donation-params.ts'
import { toModerator } from './moderator.ts'
import { presenceRoute } from './presence-route.ts'
import { readQueue, toHostTexts } from './text-queue.ts'

export interface ModerationRoutesDeps {
  database: Database
  leaderboard: Pick<Leaderboard, 'livemode'>
  bus: Bus
  requireHost: RequireHost
  requireHostStepUp: RequireHost
  clock: () => number
}

/** Serves the queue of texts, and what hosts decide about them. */
export function moderationRoutes(deps: ModerationRoutesDeps): FastifyPluginAsyncZod {
  const guards: Guards = {
    require: deps.requireHost('moderation'),
    requireStepUp: deps.requireHostStepUp('moderation'),
  }
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(queueRoute(deps, guards))
    await app.register(decisionRoute(deps, guards))
    await app.register(changeRoute(deps, guards))
    await app.register(presenceRoute(deps, guards.require))
  }
}

interface Guards {
  require: HostGuard
  /** Also asks for the second factor again, in live mode. */
  requireStepUp: HostGuard
}

function queueRoute(
  { database, leaderboard: { livemode } }: ModerationRoutesDeps,
  guards: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      HOST_ROUTES.texts,
      {
        config: { budget: 'lookUps', access: guards.require.access },
        schema: {
          operationId: 'listTexts',
          summary: 'Names and messages that wait for a host, or were decided.',
          querystring: hostTextsQuerySchema,
          response: { 200: hostTextsSchema },
        },
      },
      async (request) => {
        const { id: readerId } = await guards.require(request)
        const { state, after, limit } = request.query
        return readQueue(database.reader, { state, after, limit, livemode, readerId })
      },
    )
  }
}

function decisionRoute(deps: ModerationRoutesDeps, guards: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      `${HOST_ROUTES.texts}/:id`,
      {
        config: { budget: 'accounts', access: guards.requireStepUp.access },
        schema: {
          operationId: 'decideText',
          summary: 'Approves, hides, shows or renames a name and message.',
          fails: ['not-found', 'failed-precondition'],
          params: donationParams,
          body: textDecisionSchema,
          response: { 200: decidedTextSchema },
        },
      },
      async (request) => {
        const isHide = request.body.action === 'hide'
        const user = await (isHide ? guards.requireStepUp : guards.require)(request)
        const text = await decide(deps, user, request.params.id, request.body)
        const { action } = request.body
        request.log.info({ user: user.id, donation: text.id, action }, 'a text was decided')
        return { text }
      },
    )
  }
}

function changeRoute(deps: ModerationRoutesDeps, guards: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.patch(
      `${HOST_ROUTES.donations}/:id`,
      {
        config: { budget: 'accounts', access: guards.requireStepUp.access },
        schema: {
          operationId: 'changeDonationTexts',
          summary: 'Hides or renames a donation; its money, place and the sums stay.',
          fails: ['not-found', 'failed-precondition'],
          params: donationParams,
          body: hostDonationChangeSchema,
          response: { 200: decidedTextSchema },
        },
      },
      async (request) => {
        const isHide = request.body.hidden === true
        const user = await (isHide ? guards.requireStepUp : guards.require)(request)
        return { text: await change(deps, user, request.params.id, request.body) }
      },
    )
  }
}

async function decide(
  deps: ModerationRoutesDeps,
  user: User,
  donationId: string,
  { action, revision, name }: TextDecision,
): Promise<HostText> {
  const cleaned = action === 'rename' ? requireDisplayName(name ?? '') : null
  if (action === 'rename' && cleaned === null) throw unnamed()
  const target = toTarget(deps, user, donationId)
  const decision = { ...target, action, revision, name: cleaned }
  requireDone(await deps.database.write(decideText, decision))
  return publish(deps, donationId, user)
}

async function change(
  deps: ModerationRoutesDeps,
  user: User,
  donationId: string,
  { hidden, ...texts }: HostDonationChange,
): Promise<HostText> {
  if (hidden === undefined && texts.displayName === undefined && texts.message === undefined) {
    throw new AppError('invalid-argument', 'Say what to change: hidden, displayName or message.')
  }
  const { displayName, message } = requireChoice(texts)
  if (typeof texts.displayName === 'string' && displayName === null) throw unnamed()
  const cleaned = { hidden, displayName, message }
  const target = toTarget(deps, user, donationId)
  requireDone(await deps.database.write(changeShown, { ...target, change: cleaned }))
  return publish(deps, donationId, user)
}

function unnamed(): AppError {
  return new AppError('invalid-argument', 'Write the new name, with at least one letter or sign.')
}

function toTarget({ leaderboard, clock }: ModerationRoutesDeps, user: User, donationId: string) {
  const { livemode } = leaderboard
  return { donationId, livemode, moderator: toModerator(user), at: clock() }
}

async function publish(
  { database: { reader }, bus }: ModerationRoutesDeps,
  donationId: string,
  { id }: User,
): Promise<HostText> {
  bus.publish()
  const rows = await findTextsOf(reader, [donationId])
  const [text] = await toHostTexts(reader, [...rows.values()], id)
  if (text === undefined) throw new Error(`The texts of ${donationId} are missing.`)
  return text
}
