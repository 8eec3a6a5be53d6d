import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
} from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { AppError } from '#contract/app-error.ts'
import { publicConfigSchema, type PublicConfig } from '#contract/config.ts'
import { ROUTES } from '#contract/routes.ts'
import { openAccounts } from './features/accounts/accounts.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { createCheckouts, type Providers } from './features/checkouts/checkouts.ts'
import { checkoutRoutes } from './features/checkouts/routes.ts'
import { createLeaderboard } from './features/leaderboard/leaderboard.ts'
import { followBus } from './features/leaderboard/follow-bus.ts'
import { leaderboardRoutes } from './features/leaderboard/routes.ts'
import { ledgerRoutes } from './features/ledger/routes.ts'
import { createHub, type SeatLimits } from './features/live/hub.ts'
import { liveRoutes } from './features/live/routes.ts'
import { Outbox } from './features/receipts/outbox.ts'
import { reconciliationRoutes } from './features/reconciliation/routes.ts'
import { Reconciler } from './features/reconciliation/reconciler.ts'
import { Inbox } from './features/webhooks/inbox.ts'
import { createSharing } from './features/sharing/sharing.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { addressKey } from './http/client-address.ts'
import { answerFrameworkError, installErrorAnswers, installMissingAnswers } from './http/errors.ts'
import { installHealth } from './http/health.ts'
import { BODY_LIMIT_BYTES, takeOnlyJson } from './http/json-bodies.ts'
import { installMetrics } from './http/metrics.ts'
import { servePage } from './http/page.ts'
import { logRequests } from './http/request-log.ts'
import { installSecurity } from './http/security.ts'
import type { Bus } from './infra/bus/bus.ts'
import type { Database } from './infra/database/database.ts'
import type { Mailer } from './infra/mail/mailer.ts'
import type { Schedule } from './infra/schedule.ts'

export interface AppDeps {
  database: Database
  bus: Bus
  providers: Providers
  mailer: Mailer
  /** What `/api/config` answers; limits and modes are taken from it too. */
  publicConfig: PublicConfig
  publicUrl: string
  trustedProxies: string[]
  authSecret: string
  /** What whoever runs the server shows to give it orders. */
  operatorToken: string
  adminEmail: string | undefined
  /** The built page; undefined leaves `/` to somebody else. */
  pageDir: string | undefined
  /** The embedded sandbox's routes, where it is on; they bring headers of their own. */
  sandbox: FastifyPluginAsync | undefined
  /** Where nodes that share an installation count tries together. */
  limiterRedis?: Redis | undefined
  /** How many live streams this node keeps open. */
  streamLimits?: SeatLimits
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/** A hall full of viewers shares one address, so an address has many seats. */
const STREAM_LIMITS: SeatLimits = { total: 15_000, perAddress: 1_500 }

const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000

/** Composes the product's features into one server, ready to listen or to be injected into. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.logger
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    frameworkErrors: answerFrameworkError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  logRequests(app)
  installErrorAnswers(app)
  if (deps.sandbox !== undefined) await app.register(deps.sandbox)
  await app.register((product) => composeProduct(product, deps))
  return app
}

async function composeProduct(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const features = await createFeatures(deps)
  installMissingAnswers(app)
  takeOnlyJson(app)
  await installSecurity(app, {
    publicUrl: deps.publicUrl,
    walletScriptBase: deps.publicConfig.paypal?.scriptBase,
  })
  await installPlugins(app, deps)
  await mountRoutes(app, deps, features)
  installLifecycle(app, deps, features)
}

type Features = Awaited<ReturnType<typeof createFeatures>>

async function createFeatures(deps: AppDeps) {
  const { database, bus, publicConfig, clock, schedule, logger } = deps
  const accounts = await openAccounts({
    database,
    publicUrl: deps.publicUrl,
    secret: deps.authSecret,
    adminEmail: deps.adminEmail,
  })
  const leaderboard = createLeaderboard({ database, limits: publicConfig.limits, logger })
  const checkouts = createCheckouts({
    database,
    providers: deps.providers,
    bus,
    limits: publicConfig.limits,
    clock,
    logger,
  })
  const inbox = new Inbox({ database, checkouts, clock, schedule, logger })
  const { providers, mailer, publicUrl } = deps
  const { findEmail } = accounts
  return {
    accounts,
    leaderboard,
    checkouts,
    inbox,
    outbox: new Outbox({ database, mailer, bus, findEmail, publicUrl, clock, schedule, logger }),
    reconciler: new Reconciler({ database, providers, checkouts, inbox, clock, schedule, logger }),
    hub: createHub({ leaderboard, logger, limits: deps.streamLimits ?? STREAM_LIMITS }),
  }
}

async function installPlugins(app: FastifyInstance, { limiterRedis }: AppDeps): Promise<void> {
  await app.register(cookie)
  await app.register(swagger, {
    openapi: { info: { title: 'Donation Royale', version: '1' } },
    transform: jsonSchemaTransform,
  })
  await app.register(rateLimit, {
    global: false,
    ...(limiterRedis && { redis: limiterRedis }),
    // While Redis is away people still get in.
    skipOnError: true,
    keyGenerator: (request) => addressKey(request.ip),
    errorResponseBuilder: (_request, { after }) =>
      new AppError('resource-exhausted', `Too many tries. Please wait ${after} and try again.`),
  })
}

async function mountRoutes(app: FastifyInstance, deps: AppDeps, features: Features): Promise<void> {
  const { database, bus, providers, publicConfig, publicUrl, clock, logger } = deps
  const { accounts, leaderboard, checkouts, hub, inbox, reconciler } = features
  const { requireUser } = accounts
  const { payments, limits } = publicConfig
  await app.register(accountRoutes({ accounts }))
  await app.register(
    checkoutRoutes({
      checkouts,
      database,
      leaderboard,
      requireUser,
      publicUrl,
      defaultCents: limits.defaultCents,
    }),
  )
  await app.register(ledgerRoutes({ database, leaderboard, bus, payments, requireUser, clock }))
  await app.register(leaderboardRoutes({ leaderboard }))
  await app.register(liveRoutes({ hub }))
  await app.register(webhookRoutes({ providers, inbox }))
  await app.register(reconciliationRoutes({ reconciler, inbox, operatorToken: deps.operatorToken }))
  serveConfig(app, publicConfig)
  installHealth(app, async () => hub.isOpen)
  installMetrics(app, {
    viewers: () => hub.viewers,
    total: () => leaderboard.total,
    events: () => inbox.countUnhandled(),
  })
  const sharing = createSharing({ leaderboard, publicUrl, payments, clock, logger })
  await app.register(sharing.routes)
  if (deps.pageDir !== undefined) {
    await servePage(app, {
      folder: deps.pageDir,
      publicUrl,
      board: leaderboard,
      writeShareTags: sharing.writeTags,
      clock,
    })
  }
}

function installLifecycle(
  app: FastifyInstance,
  { bus, logger }: AppDeps,
  features: Features,
): void {
  const { leaderboard, hub, inbox, outbox, reconciler } = features
  let unfollow = () => {}
  app.addHook('onReady', async () => {
    await leaderboard.start()
    unfollow = followBus({ leaderboard, bus, logger })
    inbox.start()
    outbox.start()
  })
  // The embedded sandbox is a provider that answers on this very port.
  app.addHook('onListen', async () => reconciler.start())
  app.addHook('preClose', async () => hub.close())
  app.addHook('onClose', async () => {
    unfollow()
    await reconciler.close()
    await inbox.close()
    await outbox.close()
    await leaderboard.close()
  })
}

function serveConfig(app: FastifyInstance, publicConfig: PublicConfig): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      ROUTES.config,
      { schema: { operationId: 'getConfig', response: { 200: publicConfigSchema } } },
      async () => publicConfig,
    )
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
