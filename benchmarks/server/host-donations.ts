import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hostDonationsQuerySchema } from '#contract/host/donations.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { indexEmails } from '#server/features/accounts/account-search.ts'
import { readDays } from '#server/features/host-donations/figures/figures.ts'
import { listDonations } from '#server/features/host-donations/list/list.ts'
import { sumEntries } from '#server/features/ledger/ledger.ts'
import type { Database } from '#server/infra/database/database.ts'
import { openPostgres } from '#server/infra/database/postgres/postgres.ts'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import type { Donor } from '#tests/helpers/server/donor.ts'
import { signUpHost } from '#tests/helpers/server/host.ts'
import { quantile, type Figure } from '../figure.ts'
import { fillDonations, fillPostgres } from '../fixtures/fill-donations.ts'
import { openProductDatabase } from '../fixtures/product-database.ts'
import { findListener, residentKilobytes } from './process-memory.ts'
import { startSyncedPostgres } from '../fixtures/synced-postgres.ts'

const DONATIONS = 1_000_000
const TRIES = 7
/** The time after which a started server is at rest. */
const REST_MS = 12_000
const PAGE: Figure['limit'] = { atMost: 100 }
const SEARCH: Figure['limit'] = { atMost: 200 }

/** The queries of the list: pages with each order and filter, and searches of each kind. */
const QUERIES: [name: string, query: Record<string, string>, limit: Figure['limit']][] = [
  ['first page', {}, PAGE],
  ['deep page', { after: `${Date.now() - 180 * 24 * 60 * 60 * 1000}.500000` }, PAGE],
  ['highest first', { sort: 'highest', provider: 'paypal' }, PAGE],
  ['refunded, lowest first', { state: 'refunded', sort: 'lowest' }, PAGE],
  ['a state that none has', { state: 'disputed', sort: 'highest' }, PAGE],
  ['search an e-mail', { q: 'donor777777@donor.example' }, SEARCH],
  ['search half an e-mail', { q: 'donor77' }, SEARCH],
  ['search a name', { q: 'Aca9' }, SEARCH],
  ['search a letter', { q: 'a' }, SEARCH],
  ['search a letter, refunded', { q: 'a', state: 'refunded' }, SEARCH],
  ['search an amount', { q: '$12.34' }, SEARCH],
  ['search a provider id', { q: 'ch_123456' }, SEARCH],
  ['search nothing there', { q: 'zzzz', state: 'paid', sort: 'highest' }, SEARCH],
]

/** Measures the host's list, figures and exports of a million donations on SQLite. */
export async function measureHostDonations(): Promise<Figure[]> {
  const database = await openProductDatabase()
  try {
    fillDonations(join(database.dataDir, 'royale.db'), DONATIONS)
    return [...(await measureQueries('host', database)), ...(await measureExport())]
  } finally {
    await database.close()
  }
}

/** Measures the same list and figures on PostgreSQL. */
export async function measureHostOnPostgres(): Promise<Figure[]> {
  const server = await startSyncedPostgres()
  try {
    const url = await server.createDatabase('royale')
    const database = await openPostgres(url)
    await fillPostgres(url, DONATIONS)
    await indexEmails(database)
    const figures = await measureQueries('host, PostgreSQL', database)
    await database.close()
    return figures
  } finally {
    await server.stop()
  }
}

async function measureQueries(subject: string, database: Database): Promise<Figure[]> {
  const deps = { database, livemode: 0 as const, timeZone: () => 'America/New_York' }
  const figures: Figure[] = []
  for (const [name, query, limit] of QUERIES) {
    const parsed = hostDonationsQuerySchema.parse(query)
    const value = await medianMs(() => listDonations(deps, parsed, 'owner'))
    figures.push({ name: `${subject}: ${name}`, value, unit: 'ms', ...(limit && { limit }) })
  }
  const all = await medianMs(() => sumEntries(database.reader, 0))
  figures.push({
    name: `${subject}: sums of all time`,
    value: all,
    unit: 'ms',
    limit: { atMost: 100 },
  })
  const days = await medianMs(() => readDays({ ...deps, ...NO_FEES, clock: Date.now }, 30))
  figures.push({ name: `${subject}: 30 days`, value: days, unit: 'ms', limit: { atMost: 100 } })
  return figures
}

const NO_FEES = { statements: { findQuarterFees: async () => [] } }

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return quantile(times, 0.5)
}

/** Measures an export by a server that does nothing else, as its host downloads it. */
async function measureExport(): Promise<Figure[]> {
  const server = await startAppServer({ LOG_LEVEL: 'warn' })
  try {
    const host = await signUpHost(server)
    await server.kill()
    fillDonations(join(server.dataDir, 'royale.db'), DONATIONS)
    await server.restart()
    const pid = findListener(server.port)
    // After the start and its look through the ledger. The first export also warms up the code.
    await pause(REST_MS)
    await download(server.url, host, () => {})
    await pause(2_000)
    const before = residentKilobytes(pid)
    let most = before
    const begun = performance.now()
    const bytes = await download(server.url, host, () => {
      most = Math.max(most, residentKilobytes(pid))
    })
    const seconds = (performance.now() - begun) / 1000
    const growth = (most - before) / 1000
    return [
      { name: 'host: growth by an export', value: growth, unit: 'MB', limit: { atMost: 50 } },
      { name: 'host: export', value: seconds, unit: 's' },
      { name: 'host: exported', value: bytes / 1e6, unit: 'MB' },
    ]
  } finally {
    await server.stop()
  }
}

/** Downloads all movements, and returns the number of bytes; calls `onPart` at each part. */
async function download(url: string, { cookies }: Donor, onPart: () => void): Promise<number> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${url}${HOST_ROUTES.exports}/movements.csv`, { headers: { cookie } })
  if (!answer.ok || answer.body === null) throw new Error(await answer.text())
  let bytes = 0
  for await (const part of answer.body) {
    bytes += part.byteLength
    onPart()
  }
  return bytes
}
