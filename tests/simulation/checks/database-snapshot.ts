import type { Kysely, Selectable } from 'kysely'
import { readRounds, type KnownRound } from '#server/features/leaderboard/rounds/round-reads.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'

export interface DatabaseSnapshot {
  checkouts: Selectable<Schema['checkouts']>[]
  entries: Selectable<Schema['ledger_entries']>[]
  donations: Selectable<Schema['donations']>[]
  events: Selectable<Schema['webhook_events']>[]
  versions: number[]
  headVersion: number
  /** The versions that rounds have taken. */
  roundVersions: number
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
    roundVersions: countAdvances(await readRounds(reader, 0)),
  }
}

/** Returns how often the board's version was advanced by rounds, which change no row of it. */
function countAdvances(rounds: readonly KnownRound[]): number {
  return rounds.reduce((sum, { row }) => {
    const acts = [1, row.overtimes_used, row.ended_early, row.cancelled_at === null ? 0 : 1]
    return acts.reduce((all, one) => all + one, sum)
  }, 0)
}
