import { isIP } from 'node:net'
import { z } from 'zod'
import type { PaymentsMode } from '#contract/config.ts'
import { MAX_DONATION_CENTS, MIN_DONATION_CENTS } from '#contract/money.ts'

/** The environment, parsed once; everything after it trusts these types. */
export interface Config {
  port: number
  host: string
  /** Origin that visitors use, without a trailing slash. */
  publicUrl: string
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** Undefined: outgoing mail becomes files in the data folder. */
  smtpUrl: string | undefined
  /** Undefined: generated into the data folder. */
  authSecret: string | undefined
  adminEmail: string | undefined
  payments: PaymentsMode
  stripe: StripeConfig | undefined
  paypal: PaypalConfig | undefined
  limits: { minCents: number; maxCents: number; defaultCents: number }
  logLevel: LogLevel
}

export interface StripeConfig {
  secretKey: string
  webhookSecret: string
  apiBase: string | undefined
}

export interface PaypalConfig {
  clientId: string
  clientSecret: string
  webhookId: string
  apiBase: string | undefined
  sdkBase: string | undefined
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** A setting that the start cannot go on with; the message is for the host. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const origin = httpUrl.refine((url) => new URL(url).origin === url)
const cents = wholeNumber(MIN_DONATION_CENTS, MAX_DONATION_CENTS)

const addressRange = z.string().refine((text) => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
})

const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(addressRange))
    .default([]),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  ADMIN_EMAIL: z.email().toLowerCase().optional(),
  PAYMENTS: z.enum(['sandbox', 'test', 'live']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  // Stripe's own client knows no path prefix.
  STRIPE_API_BASE: origin.optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_API_BASE: httpUrl.optional(),
  PAYPAL_SDK_BASE: httpUrl.optional(),
  MAX_DONATION_CENTS: cents.default(1_000_000),
  DEFAULT_DONATION_CENTS: cents.default(500),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
})

type Environment = z.infer<typeof environmentSchema>

/** What each variable should have been, for the sentence that stops the start. */
const EXPECTED: Record<keyof Environment, string> = {
  PORT: 'a port number from 1 to 65535, such as 3000',
  HOST: 'an address to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'the address that visitors use, without a path, such as https://royale.example',
  TRUSTED_PROXIES: 'addresses or ranges divided by commas, such as 10.0.0.0/8,127.0.0.1',
  DATA_DIR: 'a folder, such as ./data',
  DATABASE_URL: 'a PostgreSQL address, such as postgres://user:password@host/royale',
  REDIS_URL: 'a Redis address, such as redis://host:6379',
  SMTP_URL: 'the address of a mail server, such as smtp://user:password@host:587 or smtps://host',
  AUTH_SECRET: 'at least 32 random characters, such as the output of `openssl rand -hex 32`',
  ADMIN_EMAIL: 'the e-mail address of the host, such as host@royale.example',
  PAYMENTS: 'sandbox, test or live',
  STRIPE_SECRET_KEY: 'a secret key of Stripe, which begins with sk_test_ or sk_live_',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook endpoint, which begins with whsec_',
  STRIPE_API_BASE: 'an address without a path, such as http://127.0.0.1:4000',
  PAYPAL_CLIENT_ID: 'the client id of the PayPal app',
  PAYPAL_CLIENT_SECRET: 'the secret of the PayPal app',
  PAYPAL_WEBHOOK_ID: 'the id of the webhook in the PayPal app',
  PAYPAL_API_BASE: 'an address, such as http://127.0.0.1:4000',
  PAYPAL_SDK_BASE: 'an address, such as http://127.0.0.1:4000',
  MAX_DONATION_CENTS: 'whole cents from 100 to 99999999, such as 1000000 for $10,000.00',
  DEFAULT_DONATION_CENTS: 'whole cents from 100 to 99999999, such as 500 for $5.00',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
}

const SECRETS: ReadonlySet<string> = new Set([
  'AUTH_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
])

/** Throws a ConfigError for the first setting that is wrong, missing, or at odds with another. */
export function parseConfig(variables: Record<string, string | undefined>): Config {
  const environment = parseEnvironment(variables)
  const payments = choosePayments(environment)
  const config: Config = {
    port: environment.PORT,
    host: environment.HOST,
    publicUrl: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
    trustedProxies: environment.TRUSTED_PROXIES,
    dataDir: environment.DATA_DIR,
    databaseUrl: environment.DATABASE_URL,
    redisUrl: environment.REDIS_URL,
    smtpUrl: environment.SMTP_URL,
    authSecret: environment.AUTH_SECRET,
    adminEmail: environment.ADMIN_EMAIL,
    payments,
    stripe: payments === 'sandbox' ? undefined : readStripe(environment),
    paypal: payments === 'sandbox' ? undefined : readPaypal(environment),
    limits: {
      minCents: MIN_DONATION_CENTS,
      maxCents: environment.MAX_DONATION_CENTS,
      defaultCents: environment.DEFAULT_DONATION_CENTS,
    },
    logLevel: environment.LOG_LEVEL,
  }
  requireConsistent(config)
  return config
}

function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')
  const parsed = environmentSchema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  // Every issue lies in one of the schema's own keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const name = parsed.error.issues[0]?.path[0] as keyof Environment
  const was = SECRETS.has(name) ? 'what it is set to' : `"${variables[name]}"`
  throw new ConfigError(`${name} cannot be ${was}: it must be ${EXPECTED[name]}.`)
}

function choosePayments(environment: Environment): PaymentsMode {
  const fromKey = environment.STRIPE_SECRET_KEY?.includes('_live_') ? 'live' : 'test'
  const chosen = environment.PAYMENTS
  if (environment.STRIPE_SECRET_KEY !== undefined) return agreeOnMode(chosen, fromKey)
  if (environment.PAYPAL_CLIENT_ID === undefined) return withoutKeys(chosen)
  if (chosen !== undefined) return chosen
  throw new ConfigError(
    "PAYMENTS is missing: it must be test or live, because PayPal's keys do not tell which they are of.",
  )
}

function agreeOnMode(chosen: PaymentsMode | undefined, fromKey: 'live' | 'test'): PaymentsMode {
  if (chosen === undefined || chosen === fromKey) return fromKey
  if (chosen === 'sandbox' && fromKey === 'test') return 'sandbox'
  throw new ConfigError(
    `PAYMENTS cannot be "${chosen}" beside a ${fromKey} key in STRIPE_SECRET_KEY: it must be ${fromKey}, or the key of the other mode.`,
  )
}

function withoutKeys(chosen: PaymentsMode | undefined): PaymentsMode {
  if (chosen === undefined || chosen === 'sandbox') return 'sandbox'
  throw new ConfigError(
    `PAYMENTS cannot be "${chosen}" without keys: set STRIPE_SECRET_KEY or PAYPAL_CLIENT_ID, or choose sandbox.`,
  )
}

function readStripe(environment: Environment): StripeConfig | undefined {
  if (environment.STRIPE_SECRET_KEY === undefined) return undefined
  return {
    secretKey: environment.STRIPE_SECRET_KEY,
    webhookSecret: requireBeside(environment, 'STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'),
    apiBase: environment.STRIPE_API_BASE,
  }
}

function readPaypal(environment: Environment): PaypalConfig | undefined {
  if (environment.PAYPAL_CLIENT_ID === undefined) return undefined
  return {
    clientId: environment.PAYPAL_CLIENT_ID,
    clientSecret: requireBeside(environment, 'PAYPAL_CLIENT_SECRET', 'PAYPAL_CLIENT_ID'),
    webhookId: requireBeside(environment, 'PAYPAL_WEBHOOK_ID', 'PAYPAL_CLIENT_ID'),
    apiBase: environment.PAYPAL_API_BASE,
    sdkBase: environment.PAYPAL_SDK_BASE,
  }
}

function requireBeside(
  environment: Environment,
  name: 'STRIPE_WEBHOOK_SECRET' | 'PAYPAL_CLIENT_SECRET' | 'PAYPAL_WEBHOOK_ID',
  beside: keyof Environment,
): string {
  const value = environment[name]
  if (value !== undefined) return value
  throw new ConfigError(
    `${name} is missing: with ${beside} set it must be ${EXPECTED[name]}, or its messages could be forged.`,
  )
}

function requireConsistent({ databaseUrl, authSecret, limits }: Config): void {
  if (databaseUrl !== undefined && authSecret === undefined) {
    throw new ConfigError(
      `AUTH_SECRET is missing: with DATABASE_URL set it must be ${EXPECTED.AUTH_SECRET}, the same on every node.`,
    )
  }
  if (limits.defaultCents > limits.maxCents) {
    throw new ConfigError(
      `DEFAULT_DONATION_CENTS cannot be ${limits.defaultCents}: it must be at most MAX_DONATION_CENTS, which is ${limits.maxCents}.`,
    )
  }
}
