import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/infra/database/database.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'

const PRODUCT_WRITER = new URL('../../src/server/writer.ts', import.meta.url)

/** A database of its own for one test; `close` also removes its files. */
export interface TestDatabase extends Database {
  dataDir: string
}

/** Opens a database in a temporary folder; `writerEntry` is the module of a test's own writer. */
export async function openTestSqlite(writerEntry = PRODUCT_WRITER): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-'))
  const database = await openSqlite({ dataDir, writerEntry })
  return {
    ...database,
    dataDir,
    close: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
