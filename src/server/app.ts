import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { PublicConfig } from '#contract/config.ts'
import { deleteAccount, sweepAccount } from './erase-account.ts'
import { openAccounts } from '#server/features/accounts/accounts.ts'
import {
  createCampaign,
  type CampaignFile,
  type LiveCampaign,
} from '#server/features/campaign/campaign.ts'
import { createCampaignFeature } from '#server/features/campaign/feature.ts'
import { createCardTesting } from '#server/features/card-testing/create-card-testing.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { createCheckouts, type Providers } from '#server/features/checkouts/checkouts.ts'
import { createLeaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { createHub } from '#server/features/live/hub.ts'
import { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import { Outbox } from '#server/features/receipts/outbox.ts'
import { createReconciliation } from '#server/features/reconciliation/reconciliation.ts'
import { Inbox } from '#server/features/webhooks/inbox.ts'
import { createSharing } from '#server/features/sharing/sharing.ts'
import { createAuditFeature } from '#server/features/audit/feature.ts'
import { createAlarmsFeature } from '#server/features/alarms/feature.ts'
import { createCardTestingFeature } from '#server/features/card-testing/feature.ts'
import { createCheckoutsFeature } from '#server/features/checkouts/feature.ts'
import { createDrillsFeature } from '#server/features/drills/feature.ts'
import { createConcernsFeature } from '#server/features/concerns/feature.ts'
import { findDrift } from '#server/features/host-donations/figures/drift.ts'
import { createHostDonationsFeature } from '#server/features/host-donations/feature.ts'
import { createHostHealthFeature } from '#server/features/host-health/feature.ts'
import { createLeaderboardFeature } from '#server/features/leaderboard/feature.ts'
import { createLedgerFeature } from '#server/features/ledger/feature.ts'
import { createLiveFeature } from '#server/features/live/feature.ts'
import { ConsoleHub } from '#server/features/live/hosts/console-hub.ts'
import { createConsolesFeature } from '#server/features/live/hosts/feature.ts'
import { createErasureFeature } from '#server/features/erasure/feature.ts'
import { createMeFeature } from '#server/features/me/feature.ts'
import { createNamesFeature } from '#server/features/names/feature.ts'
import { createPageFeature } from '#server/features/page/feature.ts'
import { createProviderHealthFeature } from '#server/features/provider-health/feature.ts'
import { createReceiptsFeature } from '#server/features/receipts/feature.ts'
import { createReconciliationFeature } from '#server/features/reconciliation/feature.ts'
import { createWebhooksFeature } from '#server/features/webhooks/feature.ts'
import { logAccess, type LineWriter } from '#server/http/access-log.ts'
import { installErrorAnswers, installMissingAnswers } from '#server/http/errors.ts'
import { createFastify } from '#server/http/fastify.ts'
import { installHealth } from '#server/http/health.ts'
import { takeOnlyJson } from '#server/http/guards/json-bodies.ts'
import { installMetrics, type Measured } from '#server/http/metrics.ts'
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
import type { Feature } from '#server/infra/feature.ts'
import type { HitCounter } from '#server/infra/hits/hit-counter.ts'
import type { Mailer, MailStore } from '#server/infra/mail/mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { listPageSources, type MaskedKeys } from '#server/payments/registry.ts'
import { installFeatures } from './install-features.ts'
import { collectPersonalData } from './personal-data.ts'

export interface AppDeps {
  database: Database
  bus: Bus
  providers: Providers
  /** The variables of the providers' keys, without their values. */
  maskedKeys: MaskedKeys
  mailer: Mailer & MailStore
  /** The body of `GET /api/config`, which also has the limits and modes. */
  publicConfig: PublicConfig
  /** The settings of `CAMPAIGN_FILE`, which win over the console; undefined if there is none. */
  campaignFile?: CampaignFile | undefined
  publicUrl: string
  trustedProxies: string[]
  authSecret: string
  /** The secret that the commands of this machine show to the server. */
  operatorToken: string
  adminEmail: string | undefined
  /** The folder of the embedded database, secrets and mails. */
  dataDir: string
  /** True if alarms may be posted to private addresses; only tests set it. */
  allowPrivateAlarms?: boolean
  /** The `mailto:` or `https:` address where vulnerabilities are reported. */
  securityContact: string | undefined
  /** The folder of the built page; undefined serves none at `/`. */
  pageDir: string | undefined
  /** The routes of the embedded sandbox, with their own headers; undefined if it is off. */
  sandbox: FastifyPluginAsync | undefined
  /** The address of the embedded sandbox for this server itself; undefined if it is off. */
  sandboxUrl: string | undefined
  /** Counts tries, for all nodes of an installation together. */
  hits: HitCounter
  /** The limits of the queue of passwords to hash. */
  passwordQueue?: Partial<FairQueueLimits>
  /** Writes the access log, one line per request; undefined if it is off. */
  accessLog?: LineWriter | undefined
  /** The days for which the payloads of handled webhook events are kept. */
  eventRetentionDays: number
  clock: () => number
  schedule: Schedule
  logger: Logger
  /** Releases what the features use; called when all of them have ended. */
  release?: () => Promise<void>
}

/** Composes the product's features into one server, ready to listen or to be injected into. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createFastify(deps)
  // The first of these hooks runs last: until then the features end their work.
  app.addHook('onClose', async () => deps.release?.())
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
  const campaign = createCampaign({
    ...deps,
    limits: deps.publicConfig.limits,
    file: deps.campaignFile,
  })
  const parts = await createParts({ ...deps, campaign }, limits)
  installMissingAnswers(app)
  takeOnlyJson(app)
  await installSecurity(app, {
    publicUrl: deps.publicUrl,
    pageSources: listPageSources(deps.publicConfig),
  })
  await installPlugins(app)
  serveFacts(app, deps, parts)
  await installFeatures(app, listFeatures({ ...deps, ...parts, ...parts.accounts, limits }))
}

type Parts = Awaited<ReturnType<typeof createParts>>

/** Creates what features share, each before those that need it. */
async function createParts(deps: AppDeps & { campaign: LiveCampaign }, limits: RateLimits) {
  const { database, campaign, publicConfig, providers, clock, schedule, logger } = deps
  const accounts = await openAccounts({ ...deps, secret: deps.authSecret, limits })
  const { payments } = publicConfig
  const leaderboard = createLeaderboard({ payments, limits: campaign.limits, database, logger })
  const cardTesting = createCardTesting({
    ...deps,
    secret: deps.authSecret,
    // The log alone tells of an alarm if nobody is named as the host.
    tellHost: accounts.tellHosts,
  })
  const checkouts = createCheckouts({
    ...deps,
    limits: campaign.limits,
    onCardTesting: () => cardTesting.watch.wake(),
  })
  const concerns = createConcerns({ database, clock, logger })
  const inbox = new Inbox({ ...deps, checkouts, retentionDays: deps.eventRetentionDays })
  const outbox = new Outbox({ ...deps, findRecipient: accounts.findRecipient })
  accounts.onConfirmed((userId) => outbox.release(userId))
  const providerHealth = new ProviderHealth({ providers, clock, schedule, logger })
  return {
    accounts,
    campaign,
    leaderboard,
    cardTesting,
    checkouts,
    concerns,
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
    hub: createHub({ leaderboard, campaign, logger }),
    consoles: new ConsoleHub({ ...deps, reader: database.reader, providerHealth }),
    sharing: createSharing({ ...deps, leaderboard, payments }),
  }
}

function toMeasured(parts: Parts): Measured {
  const { hub, leaderboard, inbox, cardTesting, checkouts, concerns } = parts
  return {
    viewers: () => hub.viewers,
    consoles: () => parts.consoles.consoles,
    total: () => leaderboard.total,
    events: () => inbox.countUnhandled(),
    cardTesting: () => cardTesting.measure(),
    declines: () => checkouts.countDeclines(),
    concerns: () => concerns.count(),
    providers: () => parts.providerHealth.reports(),
    statements: () => parts.reconciliation.statements.measure(),
  }
}

/** Answers what the server says of itself. */
function serveFacts(app: FastifyInstance, deps: AppDeps, parts: Parts): void {
  const { publicUrl, operatorToken, clock } = deps
  servePublicConfig(app, deps.publicConfig, parts.campaign)
  serveSecurityTxt(app, { publicUrl, contact: deps.securityContact, clock })
  installHealth(app, async () => parts.hub.isOpen)
  installMetrics(app, operatorToken, toMeasured(parts))
}

/** Lists the features; one that uses another's part stands after it, and ends before it. */
function listFeatures(
  all: AppDeps & Parts & Parts['accounts'] & { limits: RateLimits },
): Feature[] {
  return [
    createCampaignFeature(all),
    createLedgerFeature(all),
    createLeaderboardFeature(all),
    createLiveFeature(all),
    all.accounts,
    createConsolesFeature(all),
    all.sharing,
    createPageFeature(all),
    createCheckoutsFeature(all),
    createNamesFeature(all),
    createCardTestingFeature(all),
    createAuditFeature(all),
    createConcernsFeature({ ...all, ...all.reconciliation }),
    createHostDonationsFeature({ ...all, ...all.reconciliation }),
    createHostHealthFeature({ ...all, ...all.reconciliation }),
    createDrillsFeature({
      ...all,
      readDrift: () => findDrift({ ...all, ...all.reconciliation }),
    }),
    createReceiptsFeature(all),
    createAlarmsFeature(all),
    createMeFeature({ ...all, collectPersonalData }),
    createErasureFeature({ ...all, deleteAccount, sweepAccount }),
    createWebhooksFeature(all),
    createProviderHealthFeature(all),
    createReconciliationFeature(all),
  ]
}
