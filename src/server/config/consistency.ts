import type { PaymentsMode } from '#contract/config.ts'
import { isLoopbackHostname } from '#server/http/guards/loopback.ts'
import { ConfigError } from './config-error.ts'
import { EXPECTED, type Environment } from './environment.ts'

/** Settings that depend on one another. */
interface Settings {
  publicUrl: string
  payments: PaymentsMode
  trustedProxies: string[]
  databaseUrl: string | undefined
  authSecret: string | undefined
  smtpUrl: string | undefined
  limits: { maxCents: number; defaultCents: number }
}

/** Throws a ConfigError for the first setting that is at odds with another. */
export function requireConsistent(
  config: Settings,
  environment: Pick<Environment, 'WITHOUT_MAIL'>,
): void {
  requireEncryption(config)
  requireProxies(config)
  requireSharedSecret(config)
  requireDefaultWithinLimits(config)
  requireMail(config, environment)
}

/** Receipts, and the links that confirm accounts and reset passwords, must reach people. */
function requireMail(
  { payments, smtpUrl }: Settings,
  { WITHOUT_MAIL: mayBeMissing }: Pick<Environment, 'WITHOUT_MAIL'>,
): void {
  if (payments !== 'live' || smtpUrl !== undefined || mayBeMissing !== undefined) return
  throw new ConfigError(
    `SMTP_URL is missing: with live payments receipts and the links of accounts must reach people, so it must be ${EXPECTED.SMTP_URL}; or set WITHOUT_MAIL=yes to do without.`,
  )
}

function requireEncryption({ publicUrl, payments }: Settings): void {
  const { protocol, hostname } = new URL(publicUrl)
  if (payments !== 'live' || protocol === 'https:' || isLoopbackHostname(hostname)) return
  throw new ConfigError(
    `PUBLIC_URL cannot be "${publicUrl}" with live payments: it must begin with https://, because passwords and payments would cross the network for everybody to read.`,
  )
}

/** The server itself speaks plain HTTP, so over https there is always a proxy in front. */
function requireProxies({ publicUrl, trustedProxies }: Settings): void {
  if (!publicUrl.startsWith('https:') || trustedProxies.length > 0) return
  throw new ConfigError(
    `TRUSTED_PROXIES is missing: with an https:// address in PUBLIC_URL it must name the proxy in front of this server, such as 127.0.0.1 for one on this machine, or all visitors would count as a single client.`,
  )
}

function requireSharedSecret({ databaseUrl, authSecret }: Settings): void {
  if (databaseUrl === undefined || authSecret !== undefined) return
  throw new ConfigError(
    `AUTH_SECRET is missing: with DATABASE_URL set it must be ${EXPECTED.AUTH_SECRET}, the same on every node.`,
  )
}

function requireDefaultWithinLimits({ limits }: Settings): void {
  if (limits.defaultCents <= limits.maxCents) return
  throw new ConfigError(
    `DEFAULT_DONATION_CENTS cannot be ${limits.defaultCents}: it must be at most MAX_DONATION_CENTS, which is ${limits.maxCents}.`,
  )
}
