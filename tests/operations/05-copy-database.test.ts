import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { loadSecrets } from '#server/secrets.ts'
import { createPostgresDatabase } from '../helpers/databases/postgres.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { runCommand } from '../helpers/server/run-command.ts'

/** Donations beside the one that was paid: enough that a copy takes longer than a signal does. */
const DONATIONS = 40_000

/** Texts that COPY escapes, and that look like its NULL. */
const ODD_TEXT = 'tab\t line\n return\r back\\slash \\N \v\f\b ✨ \\'

let folder: string
let server: AppServer
let ada: Donor
let checkoutId: string
/** The settings of a node on PostgreSQL. */
let onPostgres: { DATABASE_URL: string; AUTH_SECRET: string }
/** The folder to which the server was copied first. */
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-copy-'))
  server = await startAppServer()
  ada = await signUp(server.url, 'ada@donor.example')
  checkoutId = await ada.payByCard(500)
  await ada.fetchCheckout(checkoutId)
  await server.kill()
  const connection = new DatabaseSync(join(server.dataDir, 'royale.db'))
  connection.exec(fillStatements())
  connection
    .prepare('insert into campaign_pictures (hash, webp, uploaded_at) values (?, ?, ?)')
    .run('odd', Buffer.from([0, 1, 9, 10, 92, 255]), 2 ** 45)
  connection.prepare('insert into profiles values (?, ?, ?)').run('odd', ODD_TEXT, 2 ** 45)
  connection.close()
  url = await createTarget()
  const { authSecret } = loadSecrets(server.dataDir)
  onPostgres = { DATABASE_URL: url, AUTH_SECRET: authSecret }
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const createTarget = () => createPostgresDatabase(inject('postgresUrl'), `copy_${randomUUID()}`)

const copy = (to: string, environment = {}) =>
  runCommand(server, 'copy-database', [to], environment)

async function queryTarget(target: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Returns statements that add donations, a movement for each, and a gap at the end of the ids. */
function fillStatements(): string {
  return `
    create temp table numbers as
      with recursive n(i) as (select 2 union all select i + 1 from n where i < ${DONATIONS})
      select i from n;
    insert into checkouts (id, donation_id, user_id, provider, provider_ref, idempotency_key,
      capture_attempt, amount_cents, livemode, state, created_at, updated_at, expires_at)
    select 'c' || i, 'd' || i, 'u', 'stripe', 'cs_' || i, 'k', 0, 3000000000 + i, 0, 'paid', 1, 1, 1
      from numbers;
    insert into ledger_entries
      (provider, object_id, kind, checkout_id, donation_id, amount_cents, livemode, created_at)
    select 'stripe', 'ch_' || i, 'capture', 'c' || i, 'd' || i, 3000000000 + i, 0, 1 from numbers;
    insert into donations (sequence, id, checkout_id, user_id, name, amount_cents, livemode, timestamp)
    select i + 1000, 'd' || i, 'c' || i, 'u', 'Name ' || i, 3000000000 + i, 0, 1 from numbers;
    update sqlite_sequence set seq = 900000 where name = 'ledger_entries';`
}

test('a server moves to PostgreSQL and back, with its accounts, and goes on', async () => {
  const there = await copy(url)
  expect(there.errors).toBe('')
  expect(there.output).toMatch(/^ {2}ledger_entries +40000 rows$/m)
  expect(there.output).toMatch(/^Copied and compared: \d+ tables, \d+ rows\.$/m)
  expect(there.output).toMatch(
    /Now set DATABASE_URL .*AUTH_SECRET to authSecret of .*secrets\.json/,
  )
  expect(there.code).toBe(0)
  const [odd] = await queryTarget(url, `select * from profiles where user_id = 'odd'`)
  expect(odd).toMatchObject({ user_id: 'odd', display_name: ODD_TEXT })
  expect(Number(odd?.['updated_at'])).toBe(2 ** 45)
  expect(await queryTarget(url, `select to_regclass('database_copy') as marks`)).toEqual([
    { marks: null },
  ])

  await server.restart(onPostgres)
  const board = await fetch(`${server.url}/api/leaderboard`)
  expect(leaderboardPageSchema.parse(await board.json()).total.count).toBe(DONATIONS)
  expect(await ada.fetchCheckout(checkoutId)).toMatchObject({ state: 'paid' })
  const bob = await signUp(server.url, 'bob@donor.example')
  await bob.fetchCheckout(await bob.payByCard(700))
  await server.kill()
  const [entry] = await queryTarget(url, 'select max(id) as id from ledger_entries')
  expect(Number(entry?.['id'])).toBeGreaterThan(900_000)

  const back = join(folder, 'back')
  const returned = await copy(`sqlite:${back}`, onPostgres)
  expect(returned.errors).toBe('')
  expect(returned.output).toContain(
    `Now remove DATABASE_URL and REDIS_URL, set DATA_DIR to ${back}, copy `,
  )
  expect(returned.code).toBe(0)
  expectSameAsBefore(join(back, 'royale.db'))
  const again = await copy(`sqlite:${back}`, onPostgres)
  expect(again.errors).toMatch(/^The target already has other data, and was not changed: /)
  expect(again.code).toBe(1)
})

/** Expects each row of the first database in a file that came from it through PostgreSQL. */
function expectSameAsBefore(file: string): void {
  const connection = new DatabaseSync(file)
  connection.prepare('attach ? as before').run(join(server.dataDir, 'royale.db'))
  for (const table of [
    'ledger_entries',
    'donations',
    'profiles',
    'campaign_pictures',
    'audit_entries',
  ]) {
    const missing = connection.prepare(
      `select count(*) as rows from (select * from before.${table} except select * from main.${table})`,
    )
    expect([table, missing.get()]).toEqual([table, { rows: 0 }])
  }
  const user = `select "email", "emailVerified", "createdAt" from`
  const [lost] = connection
    .prepare(`select count(*) as rows from (${user} before.user except ${user} main.user)`)
    .all()
  expect(lost).toEqual({ rows: 0 })
  connection.close()
}

/** Starts a copy and ends it without warning after its first table. */
async function cutOff(to: string): Promise<void> {
  const child = spawn(process.execPath, ['src/commands/main.ts', 'copy-database', to], {
    env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir, PAYMENTS: 'sandbox' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.includes('  checkouts ')) child.kill('SIGKILL')
  })
  await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

test('a copy that was killed goes on, and finds a row that was altered meanwhile', async () => {
  const target = await createTarget()
  await cutOff(target)
  const started = await runCommand(server, 'start', [], {
    ...onPostgres,
    DATABASE_URL: target,
    DATA_DIR: join(folder, 'early'),
  })
  expect(started.errors).toMatch(
    /^The database is a copy that was cut off, and lacks donations: run again what has made it, .*\n$/,
  )
  expect(started.code).toBe(1)
  const finished = await copy(target)
  expect(finished.errors).toBe('')
  expect(finished.output).toMatch(/^ {2}checkouts +40000 rows, copied before$/m)
  expect(finished.output).toMatch(/^ {2}ledger_entries +40000 rows$/m)
  expect(finished.code).toBe(0)

  const altered = await createTarget()
  await cutOff(altered)
  await queryTarget(altered, `update checkouts set amount_cents = amount_cents + 1 where id = 'c7'`)
  const refused = await copy(altered)
  expect(refused.errors).toMatch(
    /^The copy differs from its source, and must not be used: checkouts has other values\. /,
  )
  expect(refused.code).toBe(1)
})

test('a target with other data, or of a newer version, is refused and stays as it is', async () => {
  const foreign = await createTarget()
  await queryTarget(foreign, 'create table diary (day text); insert into diary values (1)')
  const refused = await copy(foreign)
  expect(refused.errors).toBe(
    'The target already has other data, and was not changed: name an empty database.\n',
  )
  expect(refused.code).toBe(1)
  const tables = `select table_name as name from information_schema.tables
    where table_schema = 'public'`
  expect(await queryTarget(foreign, tables)).toEqual([{ name: 'diary' }])

  await queryTarget(
    foreign,
    `create table kysely_migration (name text); insert into kysely_migration values ('9999-later')`,
  )
  expect((await copy(foreign)).errors).toBe(
    'The target was written by a newer version of Donation Royale: copy with that version.\n',
  )
})

test('a backup of PostgreSQL that cannot be read is said in one sentence', async () => {
  const away = { ...onPostgres, DATABASE_URL: 'postgres://127.0.0.1:1/royale' }
  const { code, errors } = await runCommand(server, 'backup', [join(folder, 'away')], away)
  expect(errors).toMatch(/^The PostgreSQL server that DATABASE_URL names cannot be reached, .*\n$/)
  expect(code).toBe(1)
  expect(readdirSync(folder)).not.toContain('away')
})

test('what cannot be copied is said in one sentence', async () => {
  const away = await copy('postgres://127.0.0.1:1/royale')
  expect(away.errors).toMatch(/^PostgreSQL at 127\.0\.0\.1:1\/royale cannot be reached, .*\n$/)
  expect(away.code).toBe(1)
  const same = await copy(`sqlite:${join(folder, 'same')}`)
  expect(same.errors).toMatch(/^A copy goes from SQLite to PostgreSQL or back: .*\n$/)
  expect(existsSync(join(folder, 'same'))).toBe(false)
  expect((await copy('mysql://there')).errors).toMatch(/^Name the target as postgres:/)
  const nothing = await copy(url, { DATA_DIR: folder })
  expect(nothing.errors).toMatch(
    /^There is no database in .*: set DATA_DIR to the data folder\.\n$/,
  )
  expect(readdirSync(folder)).not.toContain('royale.db')

  const used = new pg.Client({ connectionString: url })
  await used.connect()
  const busy = await copy(`sqlite:${join(folder, 'busy')}`, onPostgres)
  expect(busy.errors).toMatch(
    /^Something else is connected to the PostgreSQL database \(connections: 1\): stop all nodes /,
  )
  await used.end()

  await server.restart()
  const running = await copy(url)
  expect(running.errors).toMatch(/^Another Donation Royale already uses the data folder /)
  expect(running.code).toBe(1)
})
