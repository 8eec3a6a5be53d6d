import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertAll, insertRows } from '#server/infra/database/insert-rows.ts'
import { toDonationSums } from '#server/features/ledger/sums/donation-sums.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { startAppServer, type AppServer, type Environment } from '../helpers/server/app-server.ts'
import { BOARDS, type BoardDonation, type BoardName } from './boards.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'
import { openAccounts, type StateAccounts } from './state-accounts.ts'

/** The board, the history and the variables of a server. */
export interface StateBackendOptions {
  board: BoardName
  /** The history, made through the product's own routes. */
  scenario?: ScenarioName
  /** Additional variables of the server. */
  environment?: Environment
}

/** The real server on a prepared board, and the accounts that visit it. */
export interface StateBackend extends StateAccounts {
  server: AppServer
  close(): Promise<void>
}

const WRITER = new URL('../../src/server/writer.ts', import.meta.url)

export async function openStateBackend({
  board,
  scenario,
  environment = {},
}: StateBackendOptions): Promise<StateBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-state-'))
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    await writeBoard(dataDir, BOARDS[board]())
    const server = await startAppServer({
      MAX_DONATION_CENTS: '99999999',
      LOG_LEVEL: 'warn',
      ...environment,
      DATA_DIR: dataDir,
    })
    const backend = {
      server,
      ...openAccounts(server),
      close: async () => {
        await server.stop()
        removeData()
      },
    }
    if (scenario !== undefined) await SCENARIOS[scenario](backend)
    return backend
  } catch (error) {
    removeData()
    throw error
  }
}

/**
 * Writes the donations into the database directly, since settling a hundred thousand takes minutes.
 */
export async function writeBoard(
  dataDir: string,
  donations: readonly BoardDonation[],
): Promise<void> {
  const database = await openSqlite({ dataDir, writerEntry: WRITER })
  const now = Date.now()
  const teams = [...new Set(donations.flatMap(({ team }) => team ?? []))]
  // The figure of a constellation follows from its id: so pictures stay the same.
  const teamIds = new Map(teams.map((team, index) => [team, toTeamId(index)]))
  const rows = donations
    .map((donation) => ({ ...donation, timestamp: now - donation.agoMs }))
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .map(({ name, amountCents, timestamp, team }, index) => ({
      id: randomUUIDv7(),
      checkout_id: `before-${index}`,
      // Each donor of a team is a star of it.
      user_id: team === undefined ? 'somebody-else' : `donor-${index}`,
      name,
      amount_cents: amountCents,
      livemode: 0 as const,
      timestamp,
      sequence: index + 1,
      team_id: teamIds.get(team ?? '') ?? null,
    }))
  await insertRows(database.autocommit, 'donations', rows)
  if (teamIds.size > 0) {
    await insertRows(
      database.autocommit,
      'donor_teams',
      [...teamIds].map(([name, id]) => buildTeam(id, name, now)),
    )
    const captures = rows.map(({ amount_cents: amountCents }) => ({
      provider: 'stripe' as const,
      amountCents,
    }))
    await insertAll(database.autocommit, [toDonationSums(rows, captures)])
  }
  await database.autocommit.updateTable('board_head').set({ version: rows.length }).execute()
  await database.close()
}

function toTeamId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
}

function buildTeam(id: string, name: string, now: number) {
  const open = { is_held: 0, founder_id: null, closed_at: null } as const
  return { id, name, name_key: name, ...open, founded_at: now, revision: 0 }
}
