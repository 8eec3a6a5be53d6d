import { join } from 'node:path'
import { MIN_DONATION_CENTS } from '#contract/money.ts'
import type { CampaignFile } from '#server/features/campaign/campaign.ts'
import { UPGRADE_FOLDER } from '#server/features/backups/upgrade/upgrade-names.ts'
import { readCampaignFile } from './config/campaign-file.ts'
import { readBackupSchedule } from './config/backup-schedule.ts'
import { requireConsistent } from './config/consistency.ts'
import { readTracing, type TracingConfig } from './config/tracing.ts'
import { parseEnvironment, type LogLevel } from './config/environment.ts'
import { readPayments, type PaymentsConfig } from './config/payments.ts'
import { refuseMisplacedKeys, refuseMistakenNames } from './config/variable-names.ts'

export { ConfigError } from './config/config-error.ts'

/** The environment, parsed once; everything after it trusts these types. */
export interface Config extends PaymentsConfig {
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
  /** Undefined: security.txt names the page itself. */
  securityContact: string | undefined
  limits: { minCents: number; maxCents: number; defaultCents: number }
  /** Undefined: hosts set the whole campaign in the console. */
  campaignFile: CampaignFile | undefined
  logLevel: LogLevel
  /** When and where backups are made; undefined if the server makes none by itself. */
  backupSchedule: { folder: string; everyMs: number } | undefined
  /** The folder for backups from before upgrades. */
  upgradeFolder: string
  /** The days for which the payloads of handled webhook events are kept. */
  eventRetentionDays: number
  /** Undefined: requests are logged without the addresses of those who make them. */
  accessLog: { file: string; keepDays: number } | undefined
  /** How traces are recorded and sent; undefined if they are not. */
  tracing: TracingConfig | undefined
}

/** Throws a ConfigError for the first setting that is wrong, missing, or at odds with another. */
export function parseConfig(variables: Record<string, string | undefined>): Config {
  const given = new Map(Object.entries(variables).filter(isGiven))
  refuseMistakenNames(given)
  refuseMisplacedKeys(given)
  const environment = parseEnvironment(given)
  const { ACCESS_LOG, ACCESS_LOG_DAYS, CAMPAIGN_FILE, MAX_DONATION_CENTS } = environment
  const backupSchedule = readBackupSchedule(environment)
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
    securityContact: environment.SECURITY_CONTACT,
    ...readPayments(environment, given),
    limits: {
      minCents: MIN_DONATION_CENTS,
      maxCents: MAX_DONATION_CENTS,
      defaultCents: environment.DEFAULT_DONATION_CENTS,
    },
    campaignFile:
      CAMPAIGN_FILE === undefined ? undefined : readCampaignFile(CAMPAIGN_FILE, MAX_DONATION_CENTS),
    logLevel: environment.LOG_LEVEL,
    backupSchedule,
    upgradeFolder: backupSchedule?.folder ?? join(environment.DATA_DIR, UPGRADE_FOLDER),
    eventRetentionDays: environment.EVENT_RETENTION_DAYS,
    accessLog:
      ACCESS_LOG === undefined ? undefined : { file: ACCESS_LOG, keepDays: ACCESS_LOG_DAYS },
    tracing: readTracing(environment),
  }
  requireConsistent(config, environment)
  return config
}

/** An empty value counts as none. */
function isGiven(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined && entry[1] !== ''
}
