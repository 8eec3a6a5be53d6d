import { isIP } from 'node:net'
import { z } from 'zod'
import { emailSchema } from '#contract/email-schema.ts'
import { MAX_DONATION_CENTS, MIN_DONATION_CENTS } from '#contract/money.ts'
import { origin } from '#server/infra/environment-values.ts'
import { isGuessable } from './weak-secrets.ts'
import { wrongValue } from './wrong-value.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)

const cents = wholeNumber(MIN_DONATION_CENTS, MAX_DONATION_CENTS)

/** A range of no bits is everybody, whose word on an address is worth nothing. */
const addressRange = z.string().refine((text) => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const most = family === 4 ? 32 : 128
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
})

const collector = z.url({ protocol: /^https?$/ })

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const MAX_BACKUP_PAUSE_MS = 30 * DAY_MS

/** Returns the milliseconds of hours or days, such as 24h or 7d. */
function toMs(span: string): number {
  return Number.parseInt(span, 10) * (span.endsWith('h') ? HOUR_MS : DAY_MS)
}

const REDIS_ADDRESS = z.url({ protocol: /^rediss?$/ })

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
  REDIS_URL: z
    .string()
    .refine((list) =>
      list.split(',').every((entry) => REDIS_ADDRESS.safeParse(entry.trim()).success),
    )
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  WITHOUT_MAIL: z.literal('yes').optional(),
  AUTH_SECRET: z
    .string()
    .min(32)
    .refine((secret) => !isGuessable(secret))
    .optional(),
  ADMIN_EMAIL: emailSchema.optional(),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/ })
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  CAMPAIGN_FILE: z.string().optional(),
  PAYMENTS: z.enum(['sandbox', 'test', 'live']).optional(),
  MAX_DONATION_CENTS: cents.default(1_000_000),
  DEFAULT_DONATION_CENTS: cents.default(500),
  EVENT_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[hd]$/)
    .transform(toMs)
    .refine((ms) => ms <= MAX_BACKUP_PAUSE_MS)
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  ACCESS_LOG: z
    .string()
    .regex(/[^/\\]$/)
    .optional(),
  ACCESS_LOG_DAYS: wholeNumber(1, 3_650).default(7),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
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
  DATABASE_URL: 'a PostgreSQL address with one host, such as postgres://user:password@host/royale',
  REDIS_URL:
    'a Redis address, such as redis://host:6379, or of a Redis Cluster several, separated by commas',
  SMTP_URL: 'the address of a mail server, such as smtp://user:password@host:587 or smtps://host',
  WITHOUT_MAIL: 'yes, or not set',
  AUTH_SECRET: 'at least 32 random characters, such as the output of `openssl rand -hex 32`',
  ADMIN_EMAIL: 'the e-mail address of the host, such as host@royale.example',
  SECURITY_CONTACT:
    'where to report a weakness, such as mailto:security@royale.example or https://royale.example/security',
  CAMPAIGN_FILE: 'a JSON file, such as ./campaign.json',
  PAYMENTS: 'sandbox, test or live',
  MAX_DONATION_CENTS: 'whole cents from 100 to 99999999, such as 1000000 for $10,000.00',
  DEFAULT_DONATION_CENTS: 'whole cents from 100 to 99999999, such as 500 for $5.00',
  EVENT_RETENTION_DAYS: 'a number of days from 1 to 3650, such as 30',
  BACKUP_DIR: 'a folder, such as /var/backups/royale',
  BACKUP_EVERY: 'a number of hours or days up to 30 days, such as 24h or 7d',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  ACCESS_LOG: 'a file, such as ./data/access.log',
  ACCESS_LOG_DAYS: 'a number of days from 1 to 3650, such as 7',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of a collector, such as http://localhost:4318',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:
    'the address for traces of a collector, such as http://localhost:4318/v1/traces',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf or http/json',
  OTEL_TRACES_SAMPLER: 'the name of a sampler, such as parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: 'a share from 0 to 1, such as 0.1',
  OTEL_SDK_DISABLED: 'true or false',
}

/** Variables whose values no sentence may repeat: secrets, and what may hold one by mistake. */
const SECRETS: ReadonlySet<string> = new Set([
  'AUTH_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
])

/** Parses what is set; an empty value counts as none. Throws a ConfigError for the first wrong one. */
export function parseEnvironment(given: ReadonlyMap<string, string>): Environment {
  const parsed = environmentSchema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  // Every issue lies in one of the schema's own keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const name = parsed.error.issues[0]?.path[0] as VariableName
  const variable = { name, expected: EXPECTED[name], isSecret: SECRETS.has(name) }
  throw wrongValue(variable, given.get(name) ?? '')
}
