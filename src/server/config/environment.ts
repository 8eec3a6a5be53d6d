import { isIP } from 'node:net'
import { z } from 'zod'
import { MAX_DONATION_CENTS, MIN_DONATION_CENTS } from '#contract/money.ts'
import { ConfigError } from './config-error.ts'
import { isGuessable, isPlaceholder } from './weak-secrets.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const origin = httpUrl.refine((url) => new URL(url).origin === url)
const cents = wholeNumber(MIN_DONATION_CENTS, MAX_DONATION_CENTS)

/** A range of no bits is everybody, whose word on an address is worth nothing. */
const addressRange = z.string().refine((text) => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const most = family === 4 ? 32 : 128
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
})

/** A value that a provider has issued: one word of at least so many characters, no placeholder. */
const issued = (minLength: number) =>
  z
    .string()
    .regex(/^\S+$/)
    .min(minLength)
    .refine((value) => !isPlaceholder(value))

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
  AUTH_SECRET: z
    .string()
    .min(32)
    .refine((secret) => !isGuessable(secret))
    .optional(),
  ADMIN_EMAIL: z.email().toLowerCase().optional(),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/ })
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  PAYMENTS: z.enum(['sandbox', 'test', 'live']).optional(),
  STRIPE_SECRET_KEY: issued(12)
    .regex(/^(sk|rk)_(test|live)_\w+$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: issued(22).startsWith('whsec_').optional(),
  // Stripe's own client knows no path prefix.
  STRIPE_API_BASE: origin.optional(),
  PAYPAL_CLIENT_ID: issued(16).optional(),
  PAYPAL_CLIENT_SECRET: issued(16).optional(),
  PAYPAL_WEBHOOK_ID: issued(8).optional(),
  PAYPAL_API_BASE: httpUrl.optional(),
  PAYPAL_SDK_BASE: httpUrl.optional(),
  MAX_DONATION_CENTS: cents.default(1_000_000),
  DEFAULT_DONATION_CENTS: cents.default(500),
  EVENT_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  ACCESS_LOG: z
    .string()
    .regex(/[^/\\]$/)
    .optional(),
  ACCESS_LOG_DAYS: wholeNumber(1, 3_650).default(7),
})

export type Environment = z.infer<typeof environmentSchema>

export type VariableName = keyof Environment

/** The expected value of each variable, for the sentence that stops the start. */
export const EXPECTED: Record<VariableName, string> = {
  PORT: 'a port number from 1 to 65535, such as 3000',
  HOST: 'an address to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'the address that visitors use, without a path, such as https://royale.example',
  TRUSTED_PROXIES:
    'addresses or ranges of your own proxies divided by commas, such as 10.0.0.0/8,127.0.0.1',
  DATA_DIR: 'a folder, such as ./data',
  DATABASE_URL: 'a PostgreSQL address, such as postgres://user:password@host/royale',
  REDIS_URL: 'a Redis address, such as redis://host:6379',
  SMTP_URL: 'the address of a mail server, such as smtp://user:password@host:587 or smtps://host',
  AUTH_SECRET: 'at least 32 random characters, such as the output of `openssl rand -hex 32`',
  ADMIN_EMAIL: 'the e-mail address of the host, such as host@royale.example',
  SECURITY_CONTACT:
    'where to report a weakness, such as mailto:security@royale.example or https://royale.example/security',
  PAYMENTS: 'sandbox, test or live',
  STRIPE_SECRET_KEY: 'a secret key of Stripe, which begins with sk_test_ or sk_live_',
  STRIPE_WEBHOOK_SECRET:
    'the whole signing secret of the webhook endpoint, which begins with whsec_',
  STRIPE_API_BASE: 'an address without a path, such as http://127.0.0.1:4000',
  PAYPAL_CLIENT_ID: "the client id of the PayPal app, as PayPal's dashboard shows it",
  PAYPAL_CLIENT_SECRET: "the secret of the PayPal app, as PayPal's dashboard shows it",
  PAYPAL_WEBHOOK_ID: "the id of the webhook in the PayPal app, as PayPal's dashboard shows it",
  PAYPAL_API_BASE: 'an address, such as http://127.0.0.1:4000',
  PAYPAL_SDK_BASE: 'an address, such as http://127.0.0.1:4000',
  MAX_DONATION_CENTS: 'whole cents from 100 to 99999999, such as 1000000 for $10,000.00',
  DEFAULT_DONATION_CENTS: 'whole cents from 100 to 99999999, such as 500 for $5.00',
  EVENT_RETENTION_DAYS: 'a number of days from 1 to 3650, such as 30',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  ACCESS_LOG: 'a file, such as ./data/access.log',
  ACCESS_LOG_DAYS: 'a number of days from 1 to 3650, such as 7',
}

/** Variables whose values no sentence may repeat: secrets, and what may hold one by mistake. */
const SECRETS: ReadonlySet<string> = new Set([
  'AUTH_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
])

/** Parses what is set; an empty value counts as none. Throws a ConfigError for the first wrong one. */
export function parseEnvironment(given: ReadonlyMap<string, string>): Environment {
  const parsed = environmentSchema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  // Every issue lies in one of the schema's own keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const name = parsed.error.issues[0]?.path[0] as VariableName
  const was = quoteValue(name, given.get(name) ?? '')
  throw new ConfigError(`${name} cannot be ${was}: it must be ${EXPECTED[name]}.`)
}

/** A key pasted into the wrong line, or an address with a password. */
const HOLDS_A_SECRET = /(sk|rk)_(test|live)_|whsec_|:\/\/[^/]*@/

/** Returns a value for a sentence that logs will keep, or words in its place where it is secret. */
export function quoteValue(name: VariableName, value: string): string {
  return SECRETS.has(name) || HOLDS_A_SECRET.test(value) ? 'what it is set to' : `"${value}"`
}
