import { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema/schema.ts'
import { readSnapshotOf } from '../snapshot.ts'
import { SteadySqliteDialect } from './steady-dialect.ts'
import { openDurable, toKyselyDatabase } from './node-sqlite.ts'

/** Enough that the board of all donations goes on while another one is loaded. */
const CONNECTIONS = 2

/** Reads snapshots on connections of their own. */
export interface Snapshots {
  read: Database['readSnapshot']
  close(): void
}

/**
 * Opens connections for snapshots: a transaction has a connection for itself, and a board of a
 * million donations takes seconds to load, in which other reads go on.
 */
export function openSnapshots(file: string): Snapshots {
  const connections = Array.from({ length: CONNECTIONS }, () => {
    const connection = openDurable(file)
    connection.exec('pragma query_only = on')
    const dialect = new SteadySqliteDialect({ database: toKyselyDatabase(connection) })
    return { connection, reader: new Kysely<Schema>({ dialect }), running: 0 }
  })
  return {
    read: async (read) => {
      const chosen = connections.reduce((idlest, one) =>
        one.running < idlest.running ? one : idlest,
      )
      chosen.running += 1
      try {
        return await readSnapshotOf(chosen.reader, read)
      } finally {
        chosen.running -= 1
      }
    },
    // Kysely would leave one open that it has never used.
    close: () => {
      for (const { connection } of connections) connection.close()
    },
  }
}
