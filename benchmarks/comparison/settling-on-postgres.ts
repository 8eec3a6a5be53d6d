import pg from 'pg'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { openPostgres } from '#server/infra/database/postgres/postgres.ts'
import type { TestPostgres } from '#tests/helpers/databases/postgres.ts'
import { startSyncedPostgres } from '../fixtures/synced-postgres.ts'
import { quantile, type Figure } from '../figure.ts'
import { SETTLED_ROWS, type OpenCheckout } from '../fixtures/settled-rows.ts'
import { prepareLoad, secondsOf, withInFlight } from '../fixtures/settle-load.ts'

const ROUNDS = 4
const DONATIONS_A_ROUND = 1_500
const IN_FLIGHT = 64

/** The connections of the product's own pool. */
const CONNECTIONS = 12

/** Settles the donations of one round, and returns how many a second. */
interface Contender {
  perSecond(round: number): Promise<number>
  close(): Promise<void>
}

/**
 * Compares settling on PostgreSQL with bare statements that write the same rows, each donation in a
 * transaction of its own, over as many connections.
 */
export async function compareSettling(): Promise<Figure[]> {
  const postgres = await startSyncedPostgres()
  const contenders: Contender[] = []
  try {
    const ours = await openOwn(await postgres.createDatabase('ours'))
    contenders.push(ours)
    const bare = await openBare(postgres)
    contenders.push(bare)
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      ratios.push((await ours.perSecond(round)) / (await bare.perSecond(round)))
    }
    return [
      {
        name: 'settled on PostgreSQL : bare transactions of the same rows',
        value: quantile(ratios, 0.5),
        unit: 'ratio',
      },
    ]
  } finally {
    // Before the database ends: that would end the process by an idle connection's error.
    for (const { close } of contenders) await close()
    await postgres.stop()
  }
}

async function openOwn(url: string): Promise<Contender> {
  const database = await openPostgres(url)
  const { refs, settle } = await prepareLoad(
    database,
    createMemoryBus(),
    ROUNDS * DONATIONS_A_ROUND,
  )
  return {
    perSecond: (round) => ratePerSecond(roundOf(refs, round), settle),
    close: () => database.close(),
  }
}

async function openBare(postgres: TestPostgres): Promise<Contender> {
  const url = await postgres.createDatabase('bare')
  const database = await openPostgres(url)
  await prepareLoad(database, createMemoryBus(), ROUNDS * DONATIONS_A_ROUND)
  await database.close()
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  // The pool has ended before its sockets have: the database that stops then ends the idle ones. A
  // query that fails says so by itself.
  pool.on('error', () => {})
  const { rows } = await pool.query<OpenCheckout>('select id, donation_id, user_id from checkouts')
  const numbered = rows.map((checkout, index) => ({ checkout, sequence: index + 1 }))
  return {
    perSecond: (round) =>
      ratePerSecond(roundOf(numbered, round), async ({ checkout, sequence }) => {
        const client = await pool.connect()
        try {
          await writeRows(client, checkout, sequence)
        } finally {
          client.release()
        }
      }),
    close: () => pool.end(),
  }
}

const STATEMENTS = SETTLED_ROWS.map(({ sql, values }, index) => {
  let parameter = 0
  const text = sql.replaceAll('?', () => `$${(parameter += 1)}`)
  return { name: `row-${index}`, text, values }
})

async function writeRows(
  client: pg.PoolClient,
  checkout: OpenCheckout,
  sequence: number,
): Promise<void> {
  const now = Date.now()
  await client.query('begin')
  for (const { name, text, values } of STATEMENTS) {
    await client.query({ name, text, values: values(checkout, sequence, now) })
  }
  await client.query('commit')
}

function roundOf<Item>(items: readonly Item[], round: number): Item[] {
  return items.slice(round * DONATIONS_A_ROUND, (round + 1) * DONATIONS_A_ROUND)
}

async function ratePerSecond<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  return items.length / (await secondsOf(() => withInFlight(IN_FLIGHT, items, work)))
}
