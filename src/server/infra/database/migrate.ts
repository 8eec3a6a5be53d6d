import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { sqliteDialect, type Dialect } from './dialects.ts'
import { createInitialTables } from './migrations/0001-initial.ts'
import { addMoneyLife } from './migrations/0002-money-life.ts'
import { indexParkedEvents } from './migrations/0003-parked-events.ts'
import { indexOwnDonations } from './migrations/0004-own-donations.ts'
import { createPasswordFailures } from './migrations/0005-password-failures.ts'
import { addCardTesting } from './migrations/0006-card-testing.ts'
import { addAccountSafety } from './migrations/0007-account-safety.ts'
import { addEventObjects } from './migrations/0008-event-objects.ts'
import { addConcerns } from './migrations/0009-concerns.ts'
import { shareAccounts } from './migrations/0010-shared-accounts.ts'
import { separateModes } from './migrations/0011-board-modes.ts'
import { addProviderAccount } from './migrations/0012-provider-account.ts'
import { addStatements } from './migrations/0013-statements.ts'
import { addImports } from './migrations/0014-imports.ts'
import { addGaps } from './migrations/0015-gaps.ts'
import { addPendingCaptures } from './migrations/0016-pending-captures.ts'
import { lightenIndexes } from './migrations/0017-lighter-indexes.ts'
import { addEventMarks } from './migrations/0018-event-marks.ts'
import { addAudit } from './migrations/0019-audit.ts'
import { addCampaign } from './migrations/0020-campaign.ts'
import { addTeam } from './migrations/0021-team.ts'
import { addTexts } from './migrations/0022-texts.ts'
import { addHostFigures } from './migrations/0023-host-figures.ts'
import { addAccountDeletions } from './migrations/0024-account-deletions.ts'
import { addHostDonations } from './migrations/0026-host-donations.ts'
import { addTextPresences } from './migrations/0027-text-presences.ts'
import { addAlarms } from './migrations/0025-alarms.ts'
import { addCampaignPictures } from './migrations/0028-campaign-pictures.ts'
import { addChangedByAmount } from './migrations/0029-changed-by-amount.ts'
import { addChangeMarks } from './migrations/0030-change-marks.ts'
import { addWriteProofs } from './migrations/0031-write-proofs.ts'
import { addCaptureTimes } from './migrations/0032-capture-times.ts'
import { addChoices } from './migrations/0036-choices.ts'
import { addRounds } from './migrations/0033-rounds.ts'
import { addSpendingLimits } from './migrations/0034-spending-limits.ts'
import { addReminders } from './migrations/0035-reminders.ts'
import { addTeams } from './migrations/0037-teams.ts'
import { indexVotePayments } from './migrations/0038-vote-payments.ts'
import { addNamingTimes } from './migrations/0039-naming-times.ts'
import type { Schema } from './schema/schema.ts'

/** The migration that every database of ours has had. */
export const FIRST_MIGRATION = '0001-initial'

/** A migration of a database that was in use: the newest it has had, and the newest there is. */
export interface Upgrade {
  from: string
  to: string
}

/** Thrown when a database has had a migration that this program does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
  /** The newest migration that the database has had. */
  readonly migration: string
  /** The file of the embedded database; undefined on PostgreSQL. */
  readonly file: string | undefined

  constructor(migration: string, file?: string) {
    super(`The migration ${migration} is newer than this program.`)
    this.migration = migration
    this.file = file
  }
}

/** Thrown when a migration has failed; the database is as it was. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  /** The migration to which the database was to be brought. */
  readonly migration: string

  constructor(migration: string, cause: unknown) {
    super('The database could not be brought up to date.', { cause })
    this.migration = migration
  }
}

/**
 * Migrates the schema to the newest version, or to that of the migration `upTo`. Nodes that share the
 * database hold a lock meanwhile.
 */
export async function migrate(
  db: Kysely<Schema>,
  dialect: Dialect,
  upTo = newestMigration(),
): Promise<void> {
  requireKnown(await readApplied(db))
  const { error } = await createMigrator(db, dialect).migrateTo(upTo)
  if (error !== undefined) {
    throw new MigrationError(upTo, error)
  }
}

/** Creates what migrates a database, also to an older version. */
export function createMigrator(db: Kysely<Schema>, dialect: Dialect): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => listMigrations(dialect) } })
}

/** Returns the names of the migrations that a database has had; none if it is new. */
export async function readApplied(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/** Throws a NewerDatabaseError if this program does not know one of a database's migrations. */
export function requireKnown(applied: readonly string[], file?: string): void {
  const known = new Set(Object.keys(listMigrations(sqliteDialect)))
  const unknown = applied.filter((name) => !known.has(name)).toSorted()
  const newest = unknown.at(-1)
  if (newest !== undefined) throw new NewerDatabaseError(newest, file)
}

/** Returns the upgrade that a database needs; undefined if it is new, or up to date. */
export function findUpgrade(applied: readonly string[]): Upgrade | undefined {
  const from = applied.toSorted().at(-1)
  if (from === undefined || isUpToDate(applied)) return undefined
  return { from, to: newestMigration() }
}

/** Returns whether a database has had all migrations. */
export function isUpToDate(applied: readonly string[]): boolean {
  const had = new Set(applied)
  return Object.keys(listMigrations(sqliteDialect)).every((name) => had.has(name))
}

/** Returns the name of the newest migration; names sort by age. */
export function newestMigration(): string {
  return Object.keys(listMigrations(sqliteDialect)).toSorted().at(-1) ?? ''
}

function listMigrations(dialect: Dialect) {
  return {
    [FIRST_MIGRATION]: { up: (target: Kysely<unknown>) => createInitialTables(target, dialect) },
    '0002-money-life': { up: (target: Kysely<unknown>) => addMoneyLife(target, dialect) },
    '0003-parked-events': { up: indexParkedEvents },
    '0004-own-donations': { up: indexOwnDonations },
    '0005-password-failures': { up: createPasswordFailures },
    '0006-card-testing': { up: addCardTesting },
    '0007-account-safety': { up: (target: Kysely<unknown>) => addAccountSafety(target, dialect) },
    '0008-event-objects': { up: addEventObjects },
    '0009-concerns': { up: addConcerns },
    '0010-shared-accounts': { up: shareAccounts },
    '0011-board-modes': { up: separateModes },
    '0012-provider-account': { up: addProviderAccount },
    '0013-statements': { up: addStatements },
    '0014-imports': { up: addImports },
    '0015-gaps': { up: addGaps },
    '0016-pending-captures': { up: addPendingCaptures },
    '0017-lighter-indexes': { up: lightenIndexes },
    '0018-event-marks': { up: addEventMarks },
    '0019-audit': { up: (target: Kysely<unknown>) => addAudit(target, dialect) },
    '0020-campaign': { up: (target: Kysely<unknown>) => addCampaign(target, dialect) },
    '0021-team': { up: addTeam },
    '0022-texts': { up: (target: Kysely<unknown>) => addTexts(target, dialect) },
    '0023-host-figures': { up: (target: Kysely<unknown>) => addHostFigures(target, dialect) },
    '0024-account-deletions': { up: addAccountDeletions },
    '0026-host-donations': { up: addHostDonations },
    '0027-text-presences': { up: addTextPresences },
    '0025-alarms': { up: addAlarms },
    '0028-campaign-pictures': {
      up: (target: Kysely<unknown>) => addCampaignPictures(target, dialect),
    },
    '0029-changed-by-amount': { up: addChangedByAmount },
    '0030-change-marks': { up: addChangeMarks },
    '0031-write-proofs': { up: addWriteProofs },
    '0032-capture-times': { up: addCaptureTimes },
    '0033-rounds': { up: (target: Kysely<unknown>) => addRounds(target, dialect) },
    '0034-spending-limits': { up: addSpendingLimits },
    '0035-reminders': { up: addReminders },
    '0036-choices': { up: addChoices },
    '0037-teams': { up: addTeams },
    '0038-vote-payments': { up: indexVotePayments },
    '0039-naming-times': { up: addNamingTimes },
  }
}
