import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ROUTES } from '#contract/routes.ts'
import { startAppServer, type Environment } from '#tests/helpers/server/app-server.ts'
import { quantile, type Figure } from '../figure.ts'
import { createDonors, type BenchDonor, type DonorsOptions } from '../fixtures/donors.ts'
import { openHttpConnection, type HttpConnection } from '../fixtures/http-connection.ts'
import { openProviderDouble } from '../fixtures/provider-double.ts'
import { withInFlight } from '../fixtures/settle-load.ts'
import { startSyncedPostgres } from '../fixtures/synced-postgres.ts'

const IN_FLIGHT = 64
const SECRET = 'the secret of the benchmark, which signs its sessions'

/** The payments of one account for which no proof of work is asked. */
const PAYMENTS_A_DONOR = 20

const WARM_UP = 1_000

interface Donated {
  perSecond: number
  p99Ms: number
  /** The time from the last donation until the last receipt was sent, s. */
  receiptsSeconds: number
}

/**
 * Measures whole donations as donors make them, over HTTP: the checkout begins, the provider takes
 * the money, and the return settles it and reads the place. Client, provider double and server
 * share the machine.
 */
export async function measureDonating(count = 20_000): Promise<Figure[]> {
  return [
    ...(await measureDonatingOnSqlite(count)),
    ...describe('PostgreSQL', await donateOnPostgres(count), { perSecond: 700, p99Ms: 250 }),
  ]
}

/** Measures the same on SQLite alone. */
export async function measureDonatingOnSqlite(count: number): Promise<Figure[]> {
  return describe('SQLite', await donateOnSqlite(count), { perSecond: 1_000 })
}

function describe(
  database: string,
  donated: Donated,
  { perSecond, p99Ms }: { perSecond: number; p99Ms?: number },
): Figure[] {
  const name = (what: string) => `donations over HTTP, ${database}: ${what}`
  return [
    { name: name('rate'), value: donated.perSecond, unit: '/s', limit: { atLeast: perSecond } },
    {
      name: name('p99'),
      value: donated.p99Ms,
      unit: 'ms',
      ...(p99Ms !== undefined && { limit: { atMost: p99Ms } }),
    },
    {
      name: name('receipts sent after'),
      value: donated.receiptsSeconds,
      unit: 's',
      limit: { atMost: 30 },
    },
  ]
}

async function donateOnSqlite(count: number): Promise<Donated> {
  return donate(count, {}, async (sql, dataDir) => {
    const database = new DatabaseSync(join(dataDir, 'royale.db'), { timeout: 5_000 })
    database.exec(sql)
    database.close()
  })
}

async function donateOnPostgres(count: number): Promise<Donated> {
  const postgres = await startSyncedPostgres()
  try {
    const url = await postgres.createDatabase('royale')
    return await donate(count, { DATABASE_URL: url }, async (sql) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(sql)
      await client.end()
    })
  } finally {
    await postgres.stop()
  }
}

async function donate(
  count: number,
  environment: Environment,
  execute: (sql: string, dataDir: string) => Promise<void>,
): Promise<Donated> {
  const provider = await openProviderDouble({ paysAtOnce: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  const server = await startAppServer({
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    PAYMENTS: 'test',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    STRIPE_SECRET_KEY: 'sk_test_benchmark',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_benchmark',
    STRIPE_API_BASE: provider.url,
    ...environment,
  })
  try {
    const options: DonorsOptions = {
      url: server.url,
      secret: SECRET,
      execute: (sql) => execute(sql, dataDir),
    }
    const donors = await createDonors(Math.ceil((WARM_UP + count) / PAYMENTS_A_DONOR), options)
    return await payAll(server.url, donors, count)
  } finally {
    await server.stop()
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function payAll(url: string, donors: readonly BenchDonor[], count: number): Promise<Donated> {
  const connections = await Promise.all(
    Array.from({ length: IN_FLIGHT }, () => openHttpConnection(url)),
  )
  const pay = async (index: number) => {
    const connection = connections.pop()
    if (connection === undefined) throw new Error('All connections are busy.')
    await payOnce(connection, url, donors[index % donors.length], index)
    connections.push(connection)
  }
  await withInFlight(IN_FLIGHT, range(0, WARM_UP), pay)
  const times: number[] = []
  const startedAt = performance.now()
  await withInFlight(IN_FLIGHT, range(WARM_UP, WARM_UP + count), async (index) => {
    const begunAt = performance.now()
    await pay(index)
    times.push(performance.now() - begunAt)
  })
  const endedAt = performance.now()
  for (const connection of connections) connection.close()
  await whenReceiptsAreSent(url)
  return {
    perSecond: (count * 1000) / (endedAt - startedAt),
    p99Ms: quantile(times, 0.99),
    receiptsSeconds: (performance.now() - endedAt) / 1000,
  }
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset)
}

async function payOnce(
  connection: HttpConnection,
  url: string,
  donor: BenchDonor | undefined,
  index: number,
): Promise<void> {
  if (donor === undefined) throw new Error('There is no donor.')
  const headers = {
    cookie: donor.cookie,
    origin: url,
    'content-type': 'application/json',
    'x-forwarded-for': donor.address,
  }
  const body = JSON.stringify({ amountCents: 500 + (index % 1_000) })
  const session = await connection.call({
    method: 'POST',
    path: ROUTES.createSession,
    headers,
    body,
  })
  const id = /"id":"([^"]+)"/.exec(session)?.[1]
  if (id === undefined) throw new Error(`No session: ${session}`)
  const checkout = await connection.call({
    method: 'GET',
    path: `${ROUTES.checkouts}/${id}`,
    headers,
  })
  if (!/"state":"paid".*"position":\d/.test(checkout)) throw new Error(`Not paid: ${checkout}`)
}

/** Waits until no receipt is due any more; the last few may still be on their way. */
async function whenReceiptsAreSent(url: string): Promise<void> {
  const deadline = Date.now() + 300_000
  for (;;) {
    const figures = await (await fetch(`${url}/metrics`)).text()
    if (/^royale_outbox_age_seconds 0$/m.test(figures)) return
    if (Date.now() > deadline) throw new Error('The receipts were not sent in time.')
    await pause(200)
  }
}
