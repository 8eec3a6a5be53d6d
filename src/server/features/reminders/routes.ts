import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import { remindersSchema, remindersUpdateSchema, type RemindersView } from '#contract/spending.ts'
import { ROUTES } from '#contract/routes.ts'
import type { Recipient } from '#server/features/accounts/accounts.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import { nonceOf } from '#server/http/guards/security.ts'
import type { RequireUser } from '#server/http/guards/session.ts'
import { findBuiltAsset } from '#server/http/pages/built-asset.ts'
import { readFontFaces } from '#server/http/pages/font-faces.ts'
import type { Database } from '#server/infra/database/database.ts'
import { renderEndPage, type EndState } from './end-page.ts'
import { END_PATH } from './end-path.ts'
import type { EndTokens } from './end-token.ts'
import { areRemindersOn, endReminders } from './store.ts'

export interface ReminderRoutesDeps {
  database: Database
  findRecipient: (userId: string) => Promise<Recipient | undefined>
  tokens: EndTokens
  /** Turns a donor's reminders on. */
  turnOn: (userId: string) => Promise<void>
  requireUser: RequireUser
  clock: () => number
  campaign: Pick<LiveCampaign, 'current'>
  /** The folder of the built page, whose fonts and sky the page of the link has; undefined if not built. */
  pageDir: string | undefined
  /** The version of the running program. */
  version: string
}

/** Serves a donor's choice of reminders, and the link that ends them. */
export function reminderRoutes(deps: ReminderRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(ownRoutes(deps))
    await app.register(endRoutes(deps))
  }
}

function ownRoutes(deps: ReminderRoutesDeps): FastifyPluginAsyncZod {
  const { database, requireUser, clock, turnOn } = deps
  return async (app) => {
    app.get(
      ROUTES.ownReminders,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'getReminders',
          summary: 'Whether one is mailed when somebody passes one’s best place.',
          response: { 200: remindersSchema },
        },
      },
      async (request) => read(deps, (await requireUser(request)).id),
    )
    app.put(
      ROUTES.ownReminders,
      {
        config: { budget: 'accounts', access: 'session' },
        schema: {
          operationId: 'setReminders',
          summary: 'Turns one’s reminders on or off; they need a confirmed email.',
          fails: ['failed-precondition'],
          body: remindersUpdateSchema,
          response: { 200: remindersSchema },
        },
      },
      async (request) => {
        const { id: userId } = await requireUser(request)
        const { isOn } = request.body
        if (isOn && !(await read(deps, userId)).isConfirmed) {
          throw new AppError(
            'failed-precondition',
            'Please confirm your email first: reminders go to confirmed addresses alone.',
          )
        }
        await (isOn ? turnOn(userId) : database.write(endReminders, { userId, at: clock() }))
        return read(deps, userId)
      },
    )
  }
}

async function read(
  { database, findRecipient }: ReminderRoutesDeps,
  userId: string,
): Promise<RemindersView> {
  const recipient = await findRecipient(userId)
  return {
    isOn: await areRemindersOn(database.reader, userId),
    isConfirmed: recipient?.isConfirmed === true,
  }
}

const tokenParams = z.object({ token: z.string() })

/** The body that mail programs send, which says nothing more than the request itself. */
const oneClick = z.looseObject({})

const BODY_LIMIT_BYTES = 4 * 1024

/** The link works without a session; only a POST ends the reminders. */
function endRoutes(deps: ReminderRoutesDeps): FastifyPluginAsyncZod {
  const { database, tokens, clock } = deps
  const show = showPage(deps)
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      async () => undefined,
    )
    const url = `${END_PATH}/:token`
    const gives = { 'text/html': z.string() }
    app.get(
      url,
      {
        config: { budget: 'links' },
        schema: {
          operationId: 'showEndOfReminders',
          summary: 'The page of the link in a reminder, with a button that ends them.',
          fails: ['not-found'],
          gives,
        },
      },
      async (request, reply) => {
        const { token } = tokenParams.parse(request.params)
        return show(request, reply, tokens.read(token) === undefined ? 'unknown' : 'asks')
      },
    )
    app.post(
      url,
      {
        // Mail programs send no meaningful Origin; the token alone says who is meant.
        config: { budget: 'links', machine: true },
        schema: {
          operationId: 'endReminders',
          summary: 'Ends the reminders of the link’s account, by one click in a mail program.',
          fails: ['not-found'],
          takes: { 'application/x-www-form-urlencoded': oneClick },
          gives,
        },
      },
      async (request, reply) => {
        const userId = tokens.read(tokenParams.parse(request.params).token)
        if (userId === undefined) return show(request, reply, 'unknown')
        await database.write(endReminders, { userId, at: clock() })
        return show(request, reply, 'ended')
      },
    )
  }
}

function showPage({ campaign, pageDir, version }: ReminderRoutesDeps) {
  const fonts = readFontFaces(pageDir)
  const galaxy = findBuiltAsset(pageDir, 'galaxy-1280', 'avif')
  const logo = findBuiltAsset(pageDir, 'logo', 'svg')
  return (request: FastifyRequest, reply: FastifyReply, state: EndState) => {
    const frame = { campaign: campaign.current, logo, version, fonts, galaxy }
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(renderEndPage(state, { ...frame, nonce: nonceOf(request) }))
  }
}
