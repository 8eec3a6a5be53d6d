import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '#server/infra/database/database.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { templateFile, writerEntry, type WriterName } from './sqlite-template.ts'

/** A database of its own for one test; `close` also removes its files. */
export interface TestDatabase extends Database {
  dataDir: string
}

/** Opens a database in a temporary folder, migrated and empty. */
export async function openTestSqlite(writer: WriterName = 'writer'): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-'))
  copyTemplate(join(dataDir, 'royale.db'))
  const database = await openSqlite({ dataDir, writerEntry: writerEntry(writer) })
  return {
    ...database,
    dataDir,
    close: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the template and makes the copy an installation of its own. */
function copyTemplate(file: string): void {
  copyFileSync(templateFile(), file)
  const connection = new DatabaseSync(file)
  connection.exec('pragma synchronous = off')
  connection
    .prepare('update installation set id = ?, created_at = ?')
    .run(randomBytes(12).toString('hex'), Date.now())
  connection.close()
}
