import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError, messageOf } from '#contract/app-error.ts'
import {
  alarmSecretSchema,
  alarmSettingsRequestSchema,
  alarmSettingsSchema,
  alarmTestSchema,
  type AlarmMessage,
  type AlarmSettings,
} from '#contract/host/alarms.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { toActor } from '#server/features/audit/audit.ts'
import type { RequireHost } from '#server/http/guards/session.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { DueWorker } from '#server/infra/due-worker.ts'
import { judge, sendMessage } from './deliveries.ts'
import {
  findDeliveries,
  readWebhook,
  replaceSecret,
  setWebhook,
  type DeliveryRow,
} from './store.ts'
import { createSecret } from './webhook/signature.ts'

/** The time for which the former secret signs beside the new one, ms. */
const FORMER_MS = 24 * 60 * 60 * 1000
const MAX_SHOWN = 20

export interface AlarmRoutesDeps {
  database: Database
  deliveries: DueWorker
  allowPrivate: boolean
  clock: () => number
  requireHost: RequireHost
  requireHostStepUp: RequireHost
}

/** Registers the routes with which an owner sets and tries the address that gets alarms. */
export function alarmRoutes(deps: AlarmRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    await app.register(settingsRoutes(deps))
    await app.register(secretRoute(deps))
    await app.register(testRoute(deps))
  }
}

function settingsRoutes(deps: AlarmRoutesDeps): FastifyPluginAsyncZod {
  const { database, allowPrivate, deliveries, clock } = deps
  const requireOwner = deps.requireHost('settings')
  const requireOwnerStepUp = deps.requireHostStepUp('settings')
  return async (app) => {
    app.get(
      HOST_ROUTES.alarms,
      {
        config: { budget: 'lookUps', access: requireOwner.access },
        schema: {
          operationId: 'getAlarms',
          summary: 'Where alarms go besides the mail of the hosts, and the last messages.',
          response: { 200: alarmSettingsSchema },
        },
      },
      async (request) => {
        await requireOwner(request)
        return readSettings(database)
      },
    )
    app.put(
      HOST_ROUTES.alarms,
      {
        config: { budget: 'lookUps', access: requireOwnerStepUp.access },
        schema: {
          operationId: 'setAlarms',
          summary: 'Sets the address that gets alarms.',
          body: alarmSettingsRequestSchema,
          response: { 200: alarmSecretSchema },
        },
      },
      async (request) => {
        const actor = toActor(await requireOwnerStepUp(request))
        const url = parseAddress(request.body.webhookUrl, allowPrivate)
        const secret = createSecret()
        const webhook = await database.write(setWebhook, { url, secret, actor, at: clock() })
        request.log.info({ user: actor.id }, 'a host has set the address for alarms')
        deliveries.wake()
        const shown = webhook.secret === secret && url !== null ? secret : null
        return { ...(await readSettings(database)), secret: shown }
      },
    )
  }
}

function secretRoute(deps: AlarmRoutesDeps): FastifyPluginAsyncZod {
  const { database, clock } = deps
  const requireOwner = deps.requireHostStepUp('settings')
  return async (app) => {
    app.post(
      HOST_ROUTES.alarmSecret,
      {
        config: { budget: 'lookUps', access: requireOwner.access },
        schema: {
          operationId: 'replaceAlarmSecret',
          summary: 'A new signing secret; the former one signs beside it for a day.',
          response: { 200: alarmSecretSchema },
        },
      },
      async (request) => {
        const actor = toActor(await requireOwner(request))
        const secret = createSecret()
        const at = clock()
        await database.write(replaceSecret, { secret, formerUntil: at + FORMER_MS, actor, at })
        request.log.info({ user: actor.id }, 'a host has replaced the secret of the alarms')
        return { ...(await readSettings(database)), secret }
      },
    )
  }
}

function testRoute(deps: AlarmRoutesDeps): FastifyPluginAsyncZod {
  const requireOwner = deps.requireHost('settings')
  return async (app) => {
    app.post(
      HOST_ROUTES.alarmTest,
      {
        config: { budget: 'mails', access: requireOwner.access },
        schema: {
          operationId: 'testAlarms',
          summary: 'Sends a test message to the address for alarms.',
          fails: ['failed-precondition'],
          response: { 200: alarmTestSchema },
        },
      },
      async (request) => {
        await requireOwner(request)
        return sendTest(deps)
      },
    )
  }
}

/** Sends a test message at once; returns whether the address took it. */
async function sendTest(deps: AlarmRoutesDeps) {
  const webhook = await readWebhook(deps.database.reader)
  if (webhook.url === null) {
    throw new AppError('failed-precondition', 'Set an address first: there is none to test.')
  }
  const message = { id: `msg_test_${randomUUID()}`, body: JSON.stringify(buildTest(deps.clock())) }
  try {
    const { error } = judge(await sendMessage(webhook, message, deps))
    return { isDelivered: error === null, message: error ?? 'The address took the test message.' }
  } catch (error) {
    const reason = `The address could not be reached: ${messageOf(error)}`
    return { isDelivered: false, message: reason }
  }
}

function buildTest(now: number): AlarmMessage {
  const timestamp = new Date(now).toISOString()
  return {
    type: 'alarm.test',
    timestamp,
    data: {
      id: 'test',
      kind: 'test',
      subject: 'test',
      message: 'This is a test. Nothing is wrong.',
      provider: null,
      openedAt: timestamp,
      endedAt: null,
      resolution: null,
    },
  }
}

/** Returns a usable address. Fails if it is not `https:`, or contains a name and a password. */
function parseAddress(text: string | null, allowPrivate: boolean): string | null {
  if (text === null || text === '') return null
  const url = URL.parse(text)
  const isSecure = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (url === null || !isSecure || url.username !== '' || url.password !== '') {
    throw new AppError(
      'invalid-argument',
      'Give an address that begins with https:// and has no name or password in it.',
    )
  }
  return url.href
}

async function readSettings({ reader }: Database): Promise<AlarmSettings> {
  const { url, stopped } = await readWebhook(reader)
  const deliveries = await findDeliveries(reader, MAX_SHOWN)
  return { webhookUrl: url, stopped, deliveries: deliveries.map(toShown) }
}

function toShown(row: DeliveryRow): AlarmSettings['deliveries'][number] {
  const { id, type, attempts, error } = row
  const ended = row.is_delivered === 1 ? 'delivered' : 'given_up'
  return {
    id,
    type,
    concern: row.concern_id,
    createdAt: new Date(row.created_at).toISOString(),
    attempts,
    state: row.finished_at === null ? 'waiting' : ended,
    error,
  }
}
