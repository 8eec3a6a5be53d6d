import { resolve } from 'node:path'
import { PROVIDERS } from '#contract/checkout-states.ts'
import type { Config } from '../config.ts'
import type { ProviderVariable } from '#server/payments/definition.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import type { VariableName } from './environment.ts'

/**
 * Left out: the data folder, which has the key of the comparison; WITHOUT_MAIL, which only lets a server
 * start; and what a command may have otherwise for itself.
 */
type ComparedName = Exclude<
  VariableName,
  'DATA_DIR' | 'WITHOUT_MAIL' | 'LOG_LEVEL' | `OTEL_${string}`
>

/**
 * Returns the value of each setting as a text, by the name of its variable, secrets too: two programs
 * whose texts are the same work alike, however their variables are written.
 */
export function listSettingTexts(config: Config): Map<string, string> {
  const { campaignFile, backupSchedule, accessLog, limits } = config
  const values: Record<ComparedName, unknown> = {
    PORT: config.port,
    HOST: config.host,
    PUBLIC_URL: config.publicUrl,
    TRUSTED_PROXIES: config.trustedProxies,
    DATABASE_URL: config.databaseUrl,
    REDIS_URL: config.redisUrl,
    SMTP_URL: config.smtpUrl,
    AUTH_SECRET: config.authSecret,
    ADMIN_EMAIL: config.adminEmail,
    SECURITY_CONTACT: config.securityContact,
    CAMPAIGN_FILE: campaignFile && resolve(campaignFile.path),
    PAYMENTS: config.payments,
    MAX_DONATION_CENTS: limits.maxCents,
    DEFAULT_DONATION_CENTS: limits.defaultCents,
    EVENT_RETENTION_DAYS: config.eventRetentionDays,
    BACKUP_DIR: backupSchedule?.folder,
    BACKUP_EVERY: backupSchedule?.everyMs,
    ACCESS_LOG: accessLog && resolve(accessLog.file),
    ACCESS_LOG_DAYS: accessLog?.keepDays,
  }
  const texts = new Map<string, string>()
  for (const [name, value] of [...Object.entries(values), ...listKeys(config)]) {
    if (value !== undefined) texts.set(name, JSON.stringify(value))
  }
  return texts
}

/** Lists the keys of the providers by their variables. */
function listKeys({ providerKeys }: Config): [string, unknown][] {
  return PROVIDERS.flatMap((provider) => {
    const keys = new Map<string, unknown>(Object.entries(providerKeys[provider] ?? {}))
    const variables = Object.entries<ProviderVariable>(PROVIDER_DEFINITIONS[provider].variables)
    return variables.map(([field, { name }]): [string, unknown] => [name, keys.get(field)])
  })
}
