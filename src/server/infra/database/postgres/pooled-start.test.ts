import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { startPostgres, type TestPostgres } from '#tests/helpers/databases/postgres.ts'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '#tests/faults/nodes/pgbouncer.ts'
import { openPostgres } from './postgres.ts'

const NODES = 4
const ROUNDS = 5
const WHY = hasPgBouncer ? '' : ' (skipped: no pgbouncer here)'

describe.skipIf(!hasPgBouncer)(
  `nodes behind a pooler that lends sessions by transaction${WHY}`,
  () => {
    let postgres: TestPostgres
    let bouncer: PgBouncer

    beforeAll(async () => {
      postgres = await startPostgres()
      bouncer = await startPgBouncer(postgres.port)
    })

    afterAll(async () => {
      await bouncer.stop()
      await postgres.stop()
    })

    /** Starts the nodes at once and stops them; returns the locks that they have left. */
    async function startAtOnce(url: string): Promise<unknown[]> {
      const pooled = new URL(url)
      pooled.port = String(bouncer.port)
      const nodes = await Promise.all(
        Array.from({ length: NODES }, () => openPostgres(pooled.href)),
      )
      await Promise.all(nodes.map((node) => node.close()))
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<object>(
        "select * from pg_locks where locktype = 'advisory'",
      )
      await client.end()
      return rows
    }

    test('start at once on an empty database, and again, and leave no lock', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const url = await postgres.createDatabase(`pooled_${round}`)
        expect(await startAtOnce(url)).toEqual([])
        expect(await startAtOnce(url)).toEqual([])
      }
    })
  },
)
