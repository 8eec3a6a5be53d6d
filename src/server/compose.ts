import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { PublicConfig } from '#contract/config.ts'
import { CURRENCY } from '#contract/money.ts'
import { DISCLAIMER_VERSION } from '#contract/disclaimer.ts'
import { createApp } from './app.ts'
import type { Config, PaypalConfig, StripeConfig } from './config.ts'
import type { Providers } from './features/checkouts/checkouts.ts'
import type { Bus } from './infra/bus/bus.ts'
import { createMemoryBus } from './infra/bus/memory-bus.ts'
import type { Database } from './infra/database/database.ts'
import { openMailer } from './infra/mail/open-mailer.ts'
import { scheduleByTimer } from './infra/schedule.ts'
import { openSqlite } from './infra/database/sqlite.ts'
import { createPaypalProvider } from './payments/paypal.ts'
import { createStripeProvider } from './payments/stripe.ts'
import { loadSecrets } from './secrets.ts'

const PROVIDER_TIMEOUT_MS = 5_000

const PAYPAL_SDK = { live: 'https://www.paypal.com', test: 'https://www.sandbox.paypal.com' }

/** The whole product as the environment asks for it, ready to listen. */
export async function composeApp(config: Config, logger: Logger): Promise<FastifyInstance> {
  const secrets = loadSecrets(config.dataDir)
  const database = await openDatabase(config)
  const bus = await openBus(config, logger)
  const { publicUrl, smtpUrl, dataDir } = config
  const mailer = openMailer({ publicUrl, smtpUrl, folder: join(dataDir, 'mail') })
  const limiterRedis = await openLimiterRedis(config)
  const sandbox = await embedSandboxIfAsked(config, secrets.sandboxKey, logger)
  const stripe = sandbox?.stripe ?? config.stripe
  const paypal = sandbox?.paypal ?? config.paypal
  const app = await createApp({
    database,
    bus,
    providers: createProviders(config, stripe, paypal),
    mailer,
    publicConfig: toPublicConfig(config, stripe, paypal),
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    authSecret: config.authSecret ?? secrets.authSecret,
    operatorToken: secrets.operatorToken,
    adminEmail: config.adminEmail,
    pageDir: findPage(),
    sandbox: sandbox?.routes,
    limiterRedis,
    clock: Date.now,
    schedule: scheduleByTimer,
    logger,
  })
  app.addHook('onListen', async () => sandbox?.start())
  app.addHook('onClose', async () => {
    await sandbox?.close()
    limiterRedis?.disconnect()
    await mailer.close()
    await bus.close()
    await database.close()
  })
  return app
}

// Drivers that this installation does not use are not loaded: together they are 30 MB.
async function openDatabase({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./infra/database/postgres.ts')
    return openPostgres(databaseUrl)
  }
  return openSqlite({ dataDir, writerEntry: new URL('./writer.ts', import.meta.url) })
}

async function embedSandboxIfAsked(config: Config, key: string, logger: Logger) {
  if (config.payments !== 'sandbox') return undefined
  // Loaded only where it is asked for, so that a live server holds none of its code.
  const { embedSandbox } = await import('./embedded-sandbox.ts')
  return embedSandbox({ config, key, logger })
}

async function openBus({ redisUrl }: Config, logger: Logger): Promise<Bus> {
  if (redisUrl === undefined) return createMemoryBus()
  const { createRedisBus } = await import('./infra/bus/redis-bus.ts')
  return createRedisBus({ url: redisUrl, logger })
}

/** Where all nodes count the same tries; without Redis each node counts its own. */
async function openLimiterRedis({ redisUrl }: Config): Promise<Redis | undefined> {
  if (redisUrl === undefined) return undefined
  const ioredis = await import('ioredis')
  return new ioredis.Redis(redisUrl, { connectTimeout: 500, maxRetriesPerRequest: 1 })
}

function createProviders(
  { payments }: Config,
  stripe: StripeConfig | undefined,
  paypal: PaypalConfig | undefined,
): Providers {
  const shared = {
    livemode: payments === 'live',
    clock: Date.now,
    timeoutMs: PROVIDER_TIMEOUT_MS,
  }
  return {
    ...(stripe && { stripe: createStripeProvider({ ...stripe, ...shared }) }),
    ...(paypal && { paypal: createPaypalProvider({ ...paypal, ...shared, fetch }) }),
  }
}

function toPublicConfig(
  { payments, limits }: Config,
  stripe: StripeConfig | undefined,
  paypal: PaypalConfig | undefined,
): PublicConfig {
  return {
    payments,
    stripe: stripe !== undefined,
    paypal: paypal
      ? {
          clientId: paypal.clientId,
          scriptBase: paypal.sdkBase ?? PAYPAL_SDK[payments === 'live' ? 'live' : 'test'],
        }
      : null,
    currency: CURRENCY,
    limits,
    disclaimer: { version: DISCLAIMER_VERSION },
  }
}

/** The built page; absent only where nobody has built it, and then the API serves alone. */
function findPage(): string | undefined {
  const folder = fileURLToPath(new URL('../../dist/client', import.meta.url))
  return existsSync(`${folder}/index.html`) ? folder : undefined
}
