import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '#server/infra/database/schema/schema.ts'

export interface DatabaseSnapshot {
  checkouts: Selectable<Schema['checkouts']>[]
  entries: Selectable<Schema['ledger_entries']>[]
  donations: Selectable<Schema['donations']>[]
  events: Selectable<Schema['webhook_events']>[]
  versions: number[]
  headVersion: number
  /** The versions that acts of the host and overtimes have taken, which change no donation. */
  otherVersions: number
}

export async function readSnapshot(reader: Kysely<Schema>): Promise<DatabaseSnapshot> {
  const changes = await reader
    .selectFrom('board_changes')
    .select('version')
    .orderBy('version')
    .execute()
  const head = await reader.selectFrom('board_head').selectAll().executeTakeFirstOrThrow()
  return {
    checkouts: await reader.selectFrom('checkouts').selectAll().execute(),
    entries: await reader.selectFrom('ledger_entries').selectAll().execute(),
    donations: await reader.selectFrom('donations').selectAll().execute(),
    events: await reader.selectFrom('webhook_events').selectAll().execute(),
    versions: changes.map(({ version }) => version),
    headVersion: head.version,
    otherVersions: await countAdvances(reader),
  }
}

/**
 * Returns how often the board's version was advanced without a change of a row: once for each act of
 * the host that was done, and for each overtime.
 */
async function countAdvances(reader: Kysely<Schema>): Promise<number> {
  const acts = await reader
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_kind', 'in', ['round', 'choice', 'match'])
    .execute()
  const rounds = await reader.selectFrom('rounds').select('overtimes_used').execute()
  return rounds.reduce((sum, { overtimes_used: used }) => sum + used, acts.length)
}
