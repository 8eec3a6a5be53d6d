import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, SqliteDialect } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { shorten } from '#server/features/backups/backup-folder.ts'
import { sqliteDialect } from '#server/infra/database/dialects.ts'
import { createMigrator, newestMigration } from '#server/infra/database/migrate.ts'
import type { Schema } from '#server/infra/database/schema/schema.ts'
import { openDurable, toKyselyDatabase } from '#server/infra/database/sqlite/node-sqlite.ts'
import { readAppliedIn, readInstallationIn } from '#server/infra/database/sqlite/peek.ts'
import { fillBoard } from '../../benchmarks/fixtures/fill-board.ts'
import { mountTmpfs, MOUNT_OBSTACLE } from '../faults/mounts.ts'
import { openViewer } from '../helpers/live/live-viewer.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { holdSocket, type HeldServers } from '../helpers/server/held-socket.ts'
import { makeNewerProgram, NEWER_VERSION } from '../helpers/server/newer-program.ts'
import { runCommand } from '../helpers/server/run-command.ts'

const PROGRAM = join(import.meta.dirname, '../../bin/donation-royale')
const DONATIONS = 1_000
const OLD = '0030-change-marks'
const CURRENT = newestMigration()

let folder: string
let dataDir: string
let backupDir: string
let port: number
/** The data folder of an older version, filled. */
let older: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-upgrade-'))
  port = await freePort()
  older = join(folder, 'older')
  dataDir = join(folder, 'data')
  backupDir = join(folder, 'backups')
  for (const path of [older, dataDir, backupDir]) mkdirSync(path)
  await makeOlderDatabase(join(older, 'royale.db'))
  writeFileSync(join(older, 'lock.db'), '')
  placeOlder(dataDir)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function makeOlderDatabase(file: string): Promise<void> {
  const connection = openDurable(file)
  const database = toKyselyDatabase(connection)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  const { error } = await createMigrator(db, sqliteDialect).migrateTo(OLD)
  expect(error).toBeUndefined()
  await db.destroy()
  fillBoard(file, DONATIONS)
}

function placeOlder(to: string): void {
  for (const name of readdirSync(older)) copyFileSync(join(older, name), join(to, name))
}

const settings = () => ({ port, url: `http://localhost:${port}`, dataDir })

/** Returns the contents of all files in a folder. */
function readAll(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(path, name)).isFile())
    .toSorted()
  return Object.fromEntries(
    files.map((name) => [name, readFileSync(join(path, name)).toString('base64')]),
  )
}

/** Asks again and again, each time over a new connection, until it is told to stop. */
function askSteadily(url: string) {
  const waits: number[] = []
  const failures: unknown[] = []
  const asked: Promise<void>[] = []
  const ask = async () => {
    const begun = performance.now()
    try {
      const answer = await fetch(`${url}/api/config`, { headers: { connection: 'close' } })
      await answer.text()
      if (!answer.ok) failures.push(answer.status)
    } catch (error) {
      failures.push(error)
    }
    waits.push(performance.now() - begun)
  }
  const timer = setInterval(() => asked.push(ask()), 20)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(asked)
      return { count: waits.length, longestMs: Math.max(...waits), failures }
    },
  }
}

async function readProgramVersion(servers: HeldServers): Promise<string> {
  const config: { version?: string } = await (await fetch(`${servers.url}/api/config`)).json()
  return config.version ?? ''
}

/** Returns the archives from before upgrades, once a new one was made and nothing waits. */
async function whenPacked(from: string): Promise<string[]> {
  const isPacked = () => readdirSync(backupDir).some((name) => name.includes(`before-${from}-`))
  await expect.poll(isPacked).toBe(true)
  await expect.poll(() => readdirSync(join(dataDir, 'backups'))).toEqual([])
  return readdirSync(backupDir).toSorted()
}

test('an upgrade refuses no connection, and keeps a copy from before; the older program then says how to go back', async ({
  annotate,
}) => {
  const id = shorten(readInstallationIn(join(dataDir, 'royale.db')) ?? '')
  const former = ['2020', '2021', '2022'].map(
    (year) => `donation-royale-${id}-before-0001-to-0002-${year}-01-01T00-00-00Z.tar.zst`,
  )
  for (const name of former) writeFileSync(join(backupDir, name), '')
  const newer = makeNewerProgram(join(folder, 'newer'))
  const servers = holdSocket(port, [PROGRAM, newer], {
    DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    PAYMENTS: 'sandbox',
    PUBLIC_URL: settings().url,
  })
  onTestFinished(async () => {
    if (newerReady) servers.endCurrent()
    await servers.closed
  })
  let newerReady = false
  await servers.whenReady(1)
  const first = await whenPacked('0030')
  // The three newest are kept.
  expect(first.filter((name) => name.includes('-before-'))).toEqual([
    ...former.slice(1),
    expect.stringContaining(`-before-0030-to-${CURRENT.slice(0, 4)}-`),
  ])

  const steady = askSteadily(servers.url)
  const viewer = await openViewer(`${servers.url}/api/leaderboard/live`)
  servers.endCurrent()
  await viewer.ended
  expect(viewer.retries).toHaveLength(2)
  // It waits in the socket until the newer program has started.
  const returned = await openViewer(`${servers.url}/api/leaderboard/live`)
  await expect.poll(() => returned.events[0]?.data).toMatchObject({ total: { count: DONATIONS } })
  returned.leave()
  await servers.whenReady(2)
  newerReady = true
  expect(await readProgramVersion(servers)).toBe(NEWER_VERSION)
  await pause(100)
  const { count, longestMs, failures } = await steady.stop()
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(10)
  expect(longestMs).toBeLessThan(60_000)
  await annotate(`The longest wait of ${count} requests was ${Math.round(longestMs)} ms.`)

  const kept = await whenPacked(CURRENT.slice(0, 4))
  const backup = kept.find((name) => name.includes(`-before-${CURRENT.slice(0, 4)}-to-9998-`)) ?? ''
  expect(kept.filter((name) => name.includes('-before-'))).toHaveLength(3)
  expect(kept).toContain(former[2])
  servers.endCurrent()
  await servers.closed
  newerReady = false

  await expectOlderRefuses(join(backupDir, backup))
  await expectRestored(join(backupDir, backup))
})

/** Expects that the commands of the older program change nothing, and name the two ways out. */
async function expectOlderRefuses(backup: string): Promise<void> {
  const before = readAll(dataDir)
  const commands: [string, string[]][] = [
    ['start', []],
    ['backup', [join(folder, 'newer.tar.zst')]],
    ['copy-database', ['postgres://nobody@127.0.0.1:9/none']],
    ['host', ['list']],
    ['doctor', []],
  ]
  for (const [command, args] of commands) {
    const { code, errors, output } = await runCommand(settings(), command, args, {
      BACKUP_DIR: backupDir,
    })
    const said = errors + output
    expect(said).toContain(
      `The database in ${dataDir} has had the migration 9998-later, and this Donation Royale (`,
    )
    expect(said).toContain(`knows those up to ${CURRENT}; nothing was changed: install`)
    expect(said).toContain(`install version ${NEWER_VERSION} or a later one again, or go back`)
    expect(said).toContain(`restoring ${backup} into an empty folder, which also reconciles.\n`)
    expect(said).not.toContain('\n    at ')
    expect(code).toBe(1)
    expect(readAll(dataDir)).toEqual(before)
  }
}

async function expectRestored(backup: string): Promise<void> {
  const place = { ...settings(), dataDir: join(folder, 'restored') }
  const { code, output } = await runCommand(place, 'restore', [backup, '--no-reconcile'])
  expect(output).toContain(`: ${DONATIONS} donations of $`)
  expect(code).toBe(0)
  expect(readAppliedIn(join(place.dataDir, 'royale.db')).at(-1)).toBe(CURRENT)
}

/** Expects that a start is refused because of its backup, and leaves the database as it was. */
async function expectNoStart(place: string, reason: RegExp): Promise<void> {
  const before = readAll(place)['royale.db']
  const { code, errors } = await runCommand({ ...settings(), dataDir: place }, 'start', [])
  expect(errors).toMatch(/^The database must be brought from 0030 to \d{4}, and the backup before/)
  expect(errors).toMatch(reason)
  expect(errors.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
  expect(readAll(place)['royale.db']).toBe(before)
}

test('a start whose backup fails is refused, and changes nothing', async () => {
  const place = join(folder, 'refused')
  mkdirSync(place)
  placeOlder(place)
  writeFileSync(join(place, 'backups'), 'a file where the folder must be')
  await expectNoStart(place, /cannot be made in \S+backups: E\w+: .*\. Nothing was changed; free/)
})

test('a start without room for the backup is refused, as its preparation has told', async ({
  skip,
}) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const place = join(folder, 'small')
  mkdirSync(place)
  const disk = mountTmpfs(place, 2)
  onTestFinished(() => disk.unmount())
  placeOlder(place)
  disk.fill()
  const prepared = await runCommand({ ...settings(), dataDir: place }, 'start', ['--prepare'])
  expect(prepared.errors).toMatch(
    /^The start of this version brings the database from 0030-change-marks to .* copy needs \d\.\d MB; free/,
  )
  expect(prepared.code).toBe(1)
})
