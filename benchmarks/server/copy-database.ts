import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccountTables } from '#server/features/accounts/accounts.ts'
import { copyDatabase, type DatabasePlace } from '#server/features/database-copy/database-copy.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import type { Figure } from '../figure.ts'
import { fillDonations } from '../fixtures/fill-donations.ts'
import { startSyncedPostgres } from '../fixtures/synced-postgres.ts'

const DONATIONS = 1_000_000
const WRITER = new URL('../../src/server/writer.ts', import.meta.url)

/** Measures how long a million donations take to PostgreSQL and back, compared row by row. */
export async function measureCopyDatabase(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  const server = await startSyncedPostgres()
  try {
    const dataDir = join(folder, 'from')
    const database = await openSqlite({ dataDir, writerEntry: WRITER })
    await createAccountTables(database)
    await database.close()
    fillDonations(join(dataDir, 'royale.db'), DONATIONS)
    const url = await server.createDatabase('royale')
    return [
      ...(await measure('to PostgreSQL', { dataDir }, { url })),
      ...(await measure('to SQLite', { url }, { dataDir: join(folder, 'back') })),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(name: string, from: DatabasePlace, to: DatabasePlace): Promise<Figure[]> {
  const begun = performance.now()
  const before = process.cpuUsage()
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  await copyDatabase({ from, to })
  clearInterval(timer)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - begun) / 1000
  return [
    { name: `copy ${name}`, value: seconds, unit: 's', limit: { atMost: 180 } },
    {
      name: `copy ${name}: processor without PostgreSQL's`,
      value: (user + system) / 1e6,
      unit: 's',
    },
    { name: `copy ${name}: memory`, value: most / 1e6, unit: 'MB' },
  ]
}
