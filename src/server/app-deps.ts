import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { PublicConfig } from '#contract/config.ts'
import type { BackupSchedule } from '#server/features/backups/backups.ts'
import type { CampaignFile } from '#server/features/campaign/campaign.ts'
import type { Providers } from '#server/features/checkouts/checkouts.ts'
import type { LineWriter } from '#server/http/access-log.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { FairQueueLimits } from '#server/infra/fair-queue.ts'
import type { HitCounter } from '#server/infra/hits/hit-counter.ts'
import type { Mailer, MailStore } from '#server/infra/mail/mailer.ts'
import type { SettingDigests } from '#server/infra/setting-digests.ts'
import type { SharedClock } from '#server/infra/shared-clock.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import type { MaskedKeys } from '#server/payments/registry.ts'

/** The parts and settings that a server is created from. */
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
  /** The mode and database of the installation, for the commands of this machine. */
  installation: string
  /** A digest of each setting under the operator's token, for the commands of this machine. */
  settingDigests: SettingDigests
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
  /** When and where backups are made; undefined if the server makes none by itself. */
  backupSchedule?: BackupSchedule | undefined
  /**
   * The folder for the archives of what was copied before upgrades; undefined if this server makes
   * none.
   */
  upgradeFolder?: string | undefined
  /** The days for which the payloads of handled webhook events are kept. */
  eventRetentionDays: number
  /** This node's clock. */
  clock: () => number
  /** The clock of all nodes; that of the database if it is left out. */
  sharedClock?: SharedClock | undefined
  schedule: Schedule
  logger: Logger
  /** Releases what the features use; called when all of them have ended. */
  release?: () => Promise<void>
}
