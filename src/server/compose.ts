import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { publicConfigSchema, type PublicConfig } from '#contract/config.ts'
import { CURRENCY } from '#contract/money.ts'
import { DISCLAIMER_VERSION } from '#contract/disclaimer.ts'
import { createApp } from './app.ts'
import { ConfigError, type Config } from './config.ts'
import { listSettingTexts } from './config/setting-texts.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DailyFile } from '#server/infra/daily-file.ts'
import type { HitCounter } from '#server/infra/hits/hit-counter.ts'
import { createMemoryHits } from '#server/infra/hits/memory-hits.ts'
import { openMailer } from '#server/infra/mail/open-mailer.ts'
import { restrictDataDir } from './file-modes.ts'
import { createStateLog } from '#server/infra/state-log.ts'
import { scheduleByTimer } from '#server/infra/schedule.ts'
import { digestSettings } from '#server/infra/setting-digests.ts'
import { requireInstallationId } from '#server/infra/database/installation.ts'
import { traceDatabase } from '#server/infra/tracing/trace-database.ts'
import type { ProviderSettings } from '#server/payments/definition.ts'
import {
  connectProviders,
  maskKeys,
  toPublicProviders,
  type ProviderKeys,
} from '#server/payments/registry.ts'
import { describeInstallation } from './installation-line.ts'
import { openDatabase, refuseSqlite } from './open-database.ts'
import { openTracer } from './open-tracer.ts'
import { readVersion } from './version.ts'
import { loadSecrets, type Secrets } from './secrets.ts'

const PROVIDER_TIMEOUT_MS = 5_000

/** The time for which the mail server must take mail before it counts as back, ms. */
const MAIL_SETTLE_MS = 5_000

export interface ComposeOptions {
  /** True if the database may be empty although there was another. */
  mayBeEmpty?: boolean
  /** True to bring the database up to date without a backup before. */
  withoutBackup?: boolean
  /** False if this process makes no backups by itself while it serves. */
  makesBackups?: boolean
  /** The address at which this process reaches itself; at PORT by default. */
  ownUrl?: string | undefined
}

/**
 * Opens what the configuration names (database, Redis, mail, providers) and creates the app with it.
 * Throws a ConfigError if the database is empty by mistake, unless it `mayBeEmpty`.
 */
export async function createAppFromConfig(
  config: Config,
  logger: Logger,
  options: ComposeOptions = {},
): Promise<FastifyInstance> {
  const { mayBeEmpty = false, withoutBackup = false, makesBackups = true, ownUrl } = options
  refuseSqlite(config, { mayBeEmpty })
  const secrets = loadSecrets(config.dataDir)
  for (const sentence of restrictDataDir(config.dataDir)) logger.warn(sentence)
  const tracer = await openTracer(config, logger)
  const opened = await openDatabase(config, { mayBeEmpty, withoutBackup, logger })
  const database = tracer === undefined ? opened : traceDatabase(opened)
  const bus = await openBus(config, logger)
  const { publicUrl, smtpUrl, dataDir } = config
  const folder = join(dataDir, 'mail')
  const mailer = openMailer({ publicUrl, smtpUrl, folder, report: createMailLog(logger) })
  const hits = await openHitCounter(config, logger)
  const accessLog = openAccessLog(config, logger)
  const sandbox = await embedSandboxIfAsked({ config, secrets, logger, ownUrl })
  const keys = sandbox?.keys ?? config.providerKeys
  const app = await createApp({
    database,
    bus,
    providers: await connectProviders(keys, await readProviderSettings(config, database, logger)),
    maskedKeys: maskKeys(keys),
    mailer,
    publicConfig: toPublicConfig(config, keys),
    ...toSettings(config, secrets),
    ...(makesBackups ? toBackupSettings(config) : {}),
    pageDir: findClientDir(),
    sandbox: sandbox?.routes,
    sandboxUrl: sandbox?.url,
    hits,
    accessLog,
    clock: Date.now,
    schedule: scheduleByTimer,
    logger,
    release: () => closeInTurn([sandbox, hits, mailer, bus, database, accessLog, tracer]),
  })
  app.addHook('onListen', async () => sandbox?.start())
  return app
}

/** Returns what the app takes from the configuration as it is. */
function toSettings(config: Config, secrets: Secrets) {
  return {
    campaignFile: config.campaignFile,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    authSecret: config.authSecret ?? secrets.authSecret,
    operatorToken: secrets.operatorToken,
    adminEmail: config.adminEmail,
    installation: describeInstallation(config),
    settingDigests: digestSettings(listSettingTexts(config), secrets.operatorToken),
    dataDir: config.dataDir,
    securityContact: config.securityContact,
    eventRetentionDays: config.eventRetentionDays,
  }
}

function toBackupSettings({ backupSchedule, upgradeFolder }: Config) {
  return { backupSchedule, upgradeFolder }
}

async function closeInTurn(
  parts: readonly ({ close(): Promise<void> | void } | undefined)[],
): Promise<void> {
  for (const part of parts) await part?.close()
}

async function readProviderSettings(
  { payments }: Config,
  database: Database,
  logger: Logger,
): Promise<ProviderSettings> {
  return {
    livemode: payments === 'live',
    installationId: await requireInstallationId(database.reader),
    clock: Date.now,
    timeoutMs: PROVIDER_TIMEOUT_MS,
    logger,
  }
}

async function embedSandboxIfAsked(options: {
  config: Config
  secrets: Secrets
  logger: Logger
  ownUrl: string | undefined
}) {
  if (options.config.payments !== 'sandbox') return undefined
  // Loaded only where it is asked for, so that a live server holds none of its code.
  const { embedSandbox } = await import('./embedded-sandbox.ts')
  return embedSandbox(options)
}

function createMailLog(logger: Logger) {
  return createStateLog(logger, {
    failed:
      'The mail server cannot be reached or takes no mail: receipts wait in the database and are sent once it does, other mails are tried for some minutes. If it lasts, check SMTP_URL (donation-royale doctor).',
    over: 'The mail server takes mail again.',
    settleMs: MAIL_SETTLE_MS,
  })
}

function openAccessLog({ accessLog }: Config, logger: Logger): DailyFile | undefined {
  if (accessLog === undefined) return undefined
  try {
    return new DailyFile({ ...accessLog, clock: Date.now, schedule: scheduleByTimer, logger })
  } catch (error) {
    throw new ConfigError(
      `ACCESS_LOG cannot be written: let this user write ${accessLog.file}, or set ACCESS_LOG to another file.`,
      { cause: error },
    )
  }
}

const CLUSTER_NODE =
  'REDIS_URL names one node of a Redis Cluster: name several of its nodes, separated by commas, such as redis://host1:6379,redis://host2:6379.'

async function openBus({ redisUrl }: Config, logger: Logger): Promise<Bus> {
  if (redisUrl === undefined) return createMemoryBus()
  const { isNodeOfCluster } = await import('#server/infra/redis/redis-client.ts')
  if (await isNodeOfCluster(redisUrl)) throw new ConfigError(CLUSTER_NODE)
  const { createRedisBus } = await import('#server/infra/bus/redis-bus.ts')
  return createRedisBus({ url: redisUrl, logger })
}

/** Opens the counter of the rate limits: shared by all nodes through Redis, else one per node. */
async function openHitCounter({ redisUrl }: Config, logger: Logger): Promise<HitCounter> {
  if (redisUrl === undefined) return createMemoryHits({ clock: Date.now })
  const { createRedisHits } = await import('#server/infra/hits/redis-hits.ts')
  return createRedisHits({ url: redisUrl, clock: Date.now, logger })
}

function toPublicConfig({ payments, limits }: Config, keys: ProviderKeys): PublicConfig {
  return publicConfigSchema.parse({
    version: readVersion(),
    payments,
    ...toPublicProviders(keys, { livemode: payments === 'live' }),
    currency: CURRENCY,
    limits,
    disclaimer: { version: DISCLAIMER_VERSION },
  })
}

/** Returns the folder of the built page; undefined if it was not built: then only the API is served. */
function findClientDir(): string | undefined {
  const folder = fileURLToPath(import.meta.resolve('#files/dist/client'))
  return existsSync(`${folder}/index.html`) ? folder : undefined
}
