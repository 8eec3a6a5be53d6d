import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { deleteAccount, sweepAccount } from './erase-account.ts'
import { createCampaign } from '#server/features/campaign/campaign.ts'
import { createCampaignFeature } from '#server/features/campaign/feature.ts'
import { createAuditFeature } from '#server/features/audit/feature.ts'
import { Backups } from '#server/features/backups/backups.ts'
import { UpgradeBackups } from '#server/features/backups/upgrade/upgrade-backups.ts'
import { createBackupsFeature } from '#server/features/backups/feature.ts'
import { createAlarmsFeature } from '#server/features/alarms/feature.ts'
import { createCardTestingFeature } from '#server/features/card-testing/feature.ts'
import { createChoicesFeature } from '#server/features/choices/feature.ts'
import { createCheckoutsFeature } from '#server/features/checkouts/feature.ts'
import { createDonorTeamsFeature } from '#server/features/donor-teams/feature.ts'
import { createDrillsFeature } from '#server/features/drills/feature.ts'
import { createConcernsFeature } from '#server/features/concerns/feature.ts'
import { findDrift } from '#server/features/host-donations/figures/drift.ts'
import { createHostDonationsFeature } from '#server/features/host-donations/feature.ts'
import { createHostHealthFeature } from '#server/features/host-health/feature.ts'
import { createLeaderboardFeature } from '#server/features/leaderboard/feature.ts'
import { createRoundRehearsal, livemodeOf } from '#server/features/leaderboard/leaderboard.ts'
import { createLiveSumsFeature } from '#server/features/live-sums/feature.ts'
import { createMatchingFeature } from '#server/features/matching/feature.ts'
import { createLedgerFeature } from '#server/features/ledger/feature.ts'
import { createLiveFeature } from '#server/features/live/feature.ts'
import { createConsolesFeature } from '#server/features/live/hosts/feature.ts'
import { createErasureFeature } from '#server/features/erasure/feature.ts'
import { createMeFeature } from '#server/features/me/feature.ts'
import { createNamesFeature } from '#server/features/names/feature.ts'
import { createPageFeature } from '#server/features/page/feature.ts'
import { createProviderHealthFeature } from '#server/features/provider-health/feature.ts'
import { createReceiptsFeature } from '#server/features/receipts/feature.ts'
import { createReconciliationFeature } from '#server/features/reconciliation/feature.ts'
import { createRemindersFeature } from '#server/features/reminders/feature.ts'
import { createSpendingLimitsFeature } from '#server/features/spending-limits/feature.ts'
import { createWebhooksFeature } from '#server/features/webhooks/feature.ts'
import { logAccess } from '#server/http/access-log.ts'
import { installErrorAnswers, installMissingAnswers } from '#server/http/errors.ts'
import { createFastify } from '#server/http/fastify.ts'
import { installHealth } from '#server/http/health.ts'
import { takeOnlyJson } from '#server/http/guards/json-bodies.ts'
import { createMeters } from '#server/http/metrics/meters.ts'
import { installMetrics } from '#server/http/metrics/metrics.ts'
import { installRateLimits } from '#server/http/guards/rate-limits.ts'
import { logRequests } from '#server/http/request-log.ts'
import { installDocument } from '#server/http/openapi/document.ts'
import { serveDocs } from '#server/http/openapi/serve-docs.ts'
import { serveDocument } from '#server/http/openapi/serve-document.ts'
import { traceRequests } from '#server/http/request-traces.ts'
import { servePublicConfig } from '#server/http/public-config.ts'
import { createSharedClock } from '#server/infra/shared-clock.ts'
import { createStateLog } from '#server/infra/state-log.ts'
import { readWritableBytes } from '#server/infra/disk-space.ts'
import { WriteProof } from '#server/infra/database/write-proof.ts'
import { closeIdleConnections, stopListeningFirst } from '#server/http/wire/closing.ts'
import { recordRoutes } from '#server/http/route-table.ts'
import { installSecurity } from '#server/http/guards/security.ts'
import { serveSecurityTxt } from '#server/http/guards/security-txt.ts'
import type { Feature } from '#server/infra/feature.ts'
import { measureCalls } from '#server/payments/measure-calls.ts'
import { createReachLog } from '#server/payments/reach-log.ts'
import { listPageSources } from '#server/payments/registry.ts'
import { installFeatures } from './install-features.ts'
import { measure } from './measure.ts'
import { collectPersonalData } from './personal-data.ts'
import { requireInstallationId } from '#server/infra/database/installation.ts'
import type { AppDeps } from './app-deps.ts'
import { createReadParts } from './campaign-parts.ts'
import { createParts, type Given, type Parts } from './parts.ts'

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

async function composeProduct(app: FastifyInstance, bare: AppDeps): Promise<void> {
  traceRequests(app)
  const writeProof = createWriteProof(bare)
  const own = { ...bare, database: writeProof.watch(bare.database) }
  const shared = createSharedClock(own)
  const sharedClock = bare.sharedClock ?? shared
  // Nodes compare what others wrote with the time: claims, ends of links and votes, windows.
  const deps = { ...own, clock: sharedClock.now }
  const meters = createMeters()
  const logReach = createReachLog(deps)
  const { payments } = deps.publicConfig
  const given: Given = {
    ...deps,
    providers: measureCalls(deps.providers, (call) => {
      meters.countCall(call)
      logReach(call)
    }),
    limits: installRateLimits(app, deps.hits),
    campaign: createCampaign({
      ...deps,
      limits: deps.publicConfig.limits,
      file: deps.campaignFile,
      readParts: createReadParts(livemodeOf(payments), sharedClock),
    }),
    sharedClock,
    meters,
    backups: createBackups(deps, await requireInstallationId(deps.database.reader)),
  }
  const all = { ...given, ...(await createParts(given)), writeProof }
  installMissingAnswers(app)
  takeOnlyJson(app)
  await installSecurity(app, {
    publicUrl: deps.publicUrl,
    pageSources: listPageSources(deps.publicConfig),
  })
  await app.register(cookie)
  await installDocument(app, { ...deps, version: deps.publicConfig.version })
  serveFacts(app, all)
  stopListeningFirst(app)
  await installFeatures(app, [shared, ...listFeatures({ ...all, ...all.accounts })])
  // After the features have told their streams to come again.
  closeIdleConnections(app)
}

function createBackups(deps: AppDeps, installationId: string): Backups {
  const { upgradeFolder: folder } = deps
  const upgradeBackups =
    folder === undefined ? undefined : new UpgradeBackups({ ...deps, installationId, folder })
  return new Backups({ ...deps, installationId, upgradeBackups })
}

type Composed = Given & Parts & { writeProof: WriteProof }

/** Answers what the server says of itself. */
function serveFacts(app: FastifyInstance, all: Composed): void {
  servePublicConfig(app, all.publicConfig, all.campaign)
  serveDocument(app)
  serveDocs(app)
  serveSecurityTxt(app, { ...all, contact: all.securityContact })
  installHealth(app, { isOpen: () => all.hub.isOpen, proof: all.writeProof })
  installMetrics(app, { ...all, measured: measure(all) })
}

function createWriteProof({ database, dataDir, clock, logger }: AppDeps): WriteProof {
  const isEmbedded = database.dialect === 'sqlite'
  return new WriteProof({
    database,
    readFreeBytes: isEmbedded ? () => readWritableBytes(dataDir) : undefined,
    clock,
    report: createStateLog(logger, {
      failed: 'The database cannot be written or read: /readyz answers 503 until it can.',
      over: 'The database can be written and read again.',
    }),
  })
}

/** Lists the features; one that uses another's part stands after it, and ends before it. */
function listFeatures(all: Composed & Parts['accounts']): Feature[] {
  return [
    createCampaignFeature(all),
    createLedgerFeature(all),
    createLeaderboardFeature(all),
    createLiveSumsFeature(all),
    createChoicesFeature(all),
    createMatchingFeature(all),
    createLiveFeature(all),
    all.accounts,
    createConsolesFeature(all),
    all.sharing,
    createPageFeature(all),
    createCheckoutsFeature(all),
    createSpendingLimitsFeature(all),
    createRemindersFeature({ ...all, version: all.publicConfig.version }),
    createDonorTeamsFeature(all),
    createNamesFeature(all),
    createCardTestingFeature(all),
    createAuditFeature(all),
    createConcernsFeature({ ...all, ...all.reconciliation }),
    createHostDonationsFeature({ ...all, ...all.reconciliation }),
    createHostHealthFeature({ ...all, ...all.reconciliation }),
    createDrillsFeature({
      ...all,
      readDrift: () => findDrift({ ...all, ...all.reconciliation }),
      rehearsal: createRoundRehearsal(all),
    }),
    createReceiptsFeature(all),
    createBackupsFeature(all),
    createAlarmsFeature(all),
    createMeFeature({ ...all, collectPersonalData }),
    createErasureFeature({ ...all, deleteAccount, sweepAccount }),
    createWebhooksFeature(all),
    createProviderHealthFeature(all),
    createReconciliationFeature(all),
  ]
}
