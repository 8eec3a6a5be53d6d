import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { PublicConfig } from '#contract/config.ts'
import { openAccounts } from '#server/features/accounts/accounts.ts'
import { createCardTesting } from '#server/features/card-testing/create-card-testing.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { Notices } from '#server/features/concerns/notices.ts'
import { concernRoutes } from '#server/features/concerns/routes.ts'
import { createCheckouts, type Providers } from '#server/features/checkouts/checkouts.ts'
import { checkoutRoutes } from '#server/features/checkouts/routes.ts'
import { createLeaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { followBus } from '#server/features/leaderboard/follow-bus.ts'
import { leaderboardRoutes } from '#server/features/leaderboard/routes.ts'
import { showBoardOf } from '#server/features/ledger/board-mode.ts'
import { ledgerRoutes } from '#server/features/ledger/routes.ts'
import { createHub } from '#server/features/live/hub.ts'
import { liveRoutes } from '#server/features/live/routes.ts'
import { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import { Outbox } from '#server/features/receipts/outbox.ts'
import { reconciliationRoutes } from '#server/features/reconciliation/routes.ts'
import { createReconciliation } from '#server/features/reconciliation/reconciliation.ts'
import { Inbox } from '#server/features/webhooks/inbox.ts'
import { createSharing } from '#server/features/sharing/sharing.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import { logAccess, type LineWriter } from '#server/http/access-log.ts'
import { installErrorAnswers, installMissingAnswers } from '#server/http/errors.ts'
import { createFastify } from '#server/http/fastify.ts'
import { installHealth } from '#server/http/health.ts'
import type { ConnectionLimits } from '#server/http/wire/connection-limiter.ts'
import { takeOnlyJson } from '#server/http/guards/json-bodies.ts'
import { installMetrics, type Measured } from '#server/http/metrics.ts'
import { servePage } from '#server/features/page/page.ts'
import { installRateLimits, type RateLimits } from '#server/http/guards/rate-limits.ts'
import { logRequests } from '#server/http/request-log.ts'
import { installPlugins } from '#server/http/plugins.ts'
import { servePublicConfig } from '#server/http/public-config.ts'
import { recordRoutes } from '#server/http/route-table.ts'
import { installSecurity } from '#server/http/guards/security.ts'
import { serveSecurityTxt } from '#server/http/guards/security-txt.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { FairQueueLimits } from '#server/infra/fair-queue.ts'
import type { HitCounter } from '#server/infra/hits/hit-counter.ts'
import type { Mailer } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'

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
  /** The `mailto:` or `https:` address where vulnerabilities are reported. */
  securityContact: string | undefined
  /** The built page; undefined leaves `/` to somebody else. */
  pageDir: string | undefined
  /** The embedded sandbox's routes, where it is on; they bring headers of their own. */
  sandbox: FastifyPluginAsync | undefined
  /** Counts tries, for all nodes of an installation together. */
  hits: HitCounter
  /** How many passwords are hashed at once, and how many wait. */
  passwordQueue?: Partial<FairQueueLimits>
  /** Takes a line a request, with the client's address; undefined where nobody asked for that. */
  accessLog?: LineWriter | undefined
  /** For how many days it is kept what webhook events said that are done. */
  eventRetentionDays: number
  /** How many live streams this node keeps open. */
  streamLimits?: ConnectionLimits
  /** How many other connections it keeps open. */
  connectionLimits?: ConnectionLimits
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/** A hall full of viewers shares one address, so an address has many seats. */
const STREAM_LIMITS: ConnectionLimits = { total: 15_000, perAddress: 1_500 }

/** Composes the product's features into one server, ready to listen or to be injected into. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createFastify(deps)
  recordRoutes(app)
  logRequests(app)
  if (deps.accessLog !== undefined) logAccess(app, deps.accessLog, deps.clock)
  installErrorAnswers(app)
  if (deps.sandbox !== undefined) await app.register(deps.sandbox)
  await app.register((product) => composeProduct(product, deps))
  return app
}

async function composeProduct(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const limits = installRateLimits(app, deps.hits)
  const features = await createFeatures(deps, limits)
  installMissingAnswers(app)
  takeOnlyJson(app)
  await installSecurity(app, {
    publicUrl: deps.publicUrl,
    walletScriptBase: deps.publicConfig.paypal?.scriptBase,
  })
  await installPlugins(app)
  await mountRoutes(app, deps, features)
  installLifecycle(app, deps, features)
}

type Features = Awaited<ReturnType<typeof createFeatures>>

async function createFeatures(deps: AppDeps, limits: RateLimits) {
  const { database, publicConfig, providers, clock, schedule, logger } = deps
  const accounts = await openAccounts({ ...deps, secret: deps.authSecret, limits })
  const leaderboard = createLeaderboard({ ...publicConfig, database, logger })
  const cardTesting = createCardTesting({
    ...deps,
    secret: deps.authSecret,
    // The log alone tells of an alarm if nobody is named as the host.
    tellHost: accounts.tellHosts,
  })
  const checkouts = createCheckouts({
    ...deps,
    limits: publicConfig.limits,
    onCardTesting: () => cardTesting.watch.wake(),
  })
  const concerns = createConcerns({ database, clock, logger })
  const inbox = new Inbox({ ...deps, checkouts, retentionDays: deps.eventRetentionDays })
  const outbox = new Outbox({ ...deps, findRecipient: accounts.findRecipient })
  accounts.onConfirmed((userId) => outbox.release(userId))
  const providerHealth = new ProviderHealth({ providers, clock, schedule, logger })
  return {
    accounts,
    leaderboard,
    cardTesting,
    checkouts,
    concerns,
    notices: new Notices({ ...deps, tellHosts: accounts.tellHosts }),
    inbox,
    outbox,
    providerHealth,
    reconciliation: createReconciliation({
      ...deps,
      checkouts,
      inbox,
      concerns,
      health: providerHealth,
      hasAccount: async (id) => (await accounts.findRecipient(id)) !== undefined,
    }),
    hub: createHub({ leaderboard, logger, limits: deps.streamLimits ?? STREAM_LIMITS }),
  }
}

function toMeasured(features: Features): Measured {
  const { hub, leaderboard, inbox, cardTesting, checkouts, concerns } = features
  return {
    viewers: () => hub.viewers,
    total: () => leaderboard.total,
    events: () => inbox.countUnhandled(),
    cardTesting: () => cardTesting.measure(),
    declines: () => checkouts.countDeclines(),
    concerns: () => concerns.count(),
    providers: () => features.providerHealth.reports(),
    statements: () => features.reconciliation.statements.measure(),
  }
}

async function mountRoutes(app: FastifyInstance, deps: AppDeps, features: Features): Promise<void> {
  const { database, bus, providers, publicConfig, publicUrl, clock, logger } = deps
  const { accounts, leaderboard, cardTesting, checkouts, hub, inbox, reconciliation } = features
  const { requireUser, requireHost, requireHostStepUp, requireTestDonationsDeleter } = accounts
  const { payments, limits } = publicConfig
  await app.register(accounts.routes)
  await app.register(
    checkoutRoutes({
      cardTesting,
      checkouts,
      database,
      leaderboard,
      requireUser,
      publicUrl,
      defaultCents: limits.defaultCents,
    }),
  )
  await app.register(
    ledgerRoutes({ database, leaderboard, bus, requireUser, requireTestDonationsDeleter, clock }),
  )
  await app.register(leaderboardRoutes({ leaderboard }))
  await app.register(liveRoutes({ hub }))
  await app.register(webhookRoutes({ providers, inbox }))
  const { operatorToken } = deps
  await app.register(reconciliationRoutes({ ...reconciliation, inbox, operatorToken }))
  await app.register(
    concernRoutes({ ...features, ...reconciliation, requireHost, requireHostStepUp }),
  )
  servePublicConfig(app, publicConfig)
  serveSecurityTxt(app, { publicUrl, contact: deps.securityContact, clock })
  installHealth(app, async () => hub.isOpen)
  installMetrics(app, operatorToken, toMeasured(features))
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
  { database, bus, logger }: AppDeps,
  features: Features,
): void {
  const { accounts, leaderboard, cardTesting, hub, inbox, outbox, notices } = features
  const { providerHealth, reconciliation } = features
  let unfollow = () => {}
  app.addHook('onReady', async () => {
    await reconciliation.load()
    await showBoardOf(leaderboard.livemode, { database, logger })
    await leaderboard.start()
    unfollow = followBus({ leaderboard, bus, logger })
    inbox.start()
    outbox.start()
    cardTesting.watch.start()
    notices.start()
  })
  // The embedded sandbox is a provider that answers on this very port.
  app.addHook('onListen', async () => {
    providerHealth.start()
    reconciliation.start()
  })
  app.addHook('preClose', async () => hub.close())
  app.addHook('onClose', async () => {
    unfollow()
    providerHealth.close()
    await reconciliation.close()
    await inbox.close()
    await outbox.close()
    await cardTesting.watch.close()
    await notices.close()
    await accounts.close()
    await leaderboard.close()
  })
}
