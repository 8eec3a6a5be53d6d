import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { shorten } from '#server/features/backups/backup-folder.ts'
import { takeSnapshot } from '#server/features/backups/upgrade/snapshot.ts'
import { newestMigration } from '#server/infra/database/migrate.ts'
import { readAppliedIn, readInstallationIn } from '#server/infra/database/sqlite/peek.ts'
import { fillBoard } from '../../benchmarks/fixtures/fill-board.ts'
import { mountTmpfs, MOUNT_OBSTACLE } from '../faults/mounts.ts'
import { makeOlderDatabase } from '../helpers/databases/older-database.ts'
import { openViewer } from '../helpers/live/live-viewer.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { askSteadily } from '../helpers/network/steady-requests.ts'
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
  await makeOlderDatabase(join(older, 'royale.db'), OLD)
  fillBoard(join(older, 'royale.db'), DONATIONS)
  writeFileSync(join(older, 'lock.db'), '')
  placeOlder(dataDir)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

  const steady = askSteadily(`${servers.url}/api/config`)
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
async function expectNoStart(place: string, reason: RegExp, options: string[] = []): Promise<void> {
  const before = readAll(place)['royale.db']
  const { code, errors } = await runCommand({ ...settings(), dataDir: place }, 'start', options)
  expect(errors).toMatch(/^The database must be brought from 0030 to \d{4}, and the backup before/)
  expect(errors).toMatch(reason)
  expect(errors.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
  expect(readAll(place)['royale.db']).toBe(before)
}

test('a copy that was not packed is restored from its folder, and no other folder is', async () => {
  const source = join(folder, 'unpacked')
  mkdirSync(source)
  placeOlder(source)
  const facts = { databaseUrl: undefined, campaignFile: undefined, version: '0.1.0' }
  const snapshot = await takeSnapshot(
    { dataDir: source, payments: 'sandbox', ...facts },
    { from: OLD, to: CURRENT },
    Date.UTC(2026, 10, 23),
  )
  const place = { ...settings(), dataDir: join(folder, 'from-folder') }
  const refused = await runCommand(place, 'restore', [source, '--no-reconcile'])
  expect(refused.errors).toBe(
    `${source} is no copy that a start made before an upgrade: name a folder in backups of DATA_DIR, or a backup's file.\n`,
  )
  expect(refused.code).toBe(1)
  const { code, output } = await runCommand(place, 'restore', [snapshot, '--no-reconcile'])
  expect(output).toContain(
    `Backup of 2026-11-23T00:00:00.000Z by version 0.1.0 (sandbox): 1000 don`,
  )
  expect(code).toBe(0)
  expect(readdirSync(place.dataDir)).toEqual(['royale.db'])
})

test('a socket at another port than PORT, or one that does not listen, ends the start', async () => {
  const given = { DATA_DIR: join(folder, 'sockets'), PAYMENTS: 'sandbox' }
  const other = holdSocket(port, [PROGRAM], { ...given, PORT: '3999' })
  await other.closed
  expect(other.log()).toContain(
    `PORT is 3999, and the socket that was handed over listens at 127.0.0.1:${port}: set PORT and`,
  )
  const script = 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$1" start'
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', PROGRAM], {
    env: { PATH: process.env['PATH'], PORT: `${port}`, ...given },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toMatch(
    /^The socket that was handed over cannot be used, because it does not listen: .*\n$/,
  )
  expect(status).toBe(1)
})

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
  const disk = mountTmpfs(place, 20)
  onTestFinished(() => disk.unmount())
  placeOlder(place)
  // Room for the copy, and not for the migration after it.
  const { bsize, bfree } = statfsSync(place)
  const { size } = statSync(join(place, 'royale.db'))
  writeFileSync(join(place, 'filler'), Buffer.alloc(Math.round(bsize * bfree - size * 1.5)))
  const reason =
    /disk has \d\.\d MB free, and the copy and the migration after it need \d\.\d MB\. Nothing was changed; free/
  await expectNoStart(place, reason)
  await expectNoStart(place, reason, ['--prepare'])
  writeFileSync(join(place, 'secrets.json'), '{')
  const { code, errors } = await runCommand({ ...settings(), dataDir: place }, 'start', [
    '--prepare',
  ])
  expect(errors).toContain(`The file ${join(place, 'secrets.json')} is damaged: put the one of a`)
  expect(code).toBe(1)
})
