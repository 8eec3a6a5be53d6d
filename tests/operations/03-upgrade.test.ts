import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
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
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { shorten } from '#server/features/backups/backup-folder.ts'
import { newestMigration } from '#server/infra/database/migrate.ts'
import { readAppliedIn, readInstallationIn } from '#server/infra/database/sqlite/peek.ts'
import { fillBoard } from '../../benchmarks/fixtures/fill-board.ts'
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

const LONGEST = '/proc/sys/net/core/somaxconn'

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
  onTestFinished(() => servers.kill())
  await servers.whenReady(1)
  expectWholeQueue()
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
  expect(await readProgramVersion(servers)).toBe(NEWER_VERSION)
  const { count, longestMs, failures } = await steady.stop()
  expect(failures).toEqual([])
  expect(count).toBeGreaterThan(10)
  await annotate(`The longest wait of ${count} requests was ${Math.round(longestMs)} ms.`)

  const kept = await whenPacked(CURRENT.slice(0, 4))
  const backup = kept.find((name) => name.includes(`-before-${CURRENT.slice(0, 4)}-to-9998-`)) ?? ''
  expect(kept.filter((name) => name.includes('-before-'))).toHaveLength(3)
  expect(kept).toContain(former[2])
  servers.endCurrent()
  await servers.closed

  await expectOlderRefuses(join(backupDir, backup))
  await expectRestored(join(backupDir, backup))
})

/** Expects that as many connections may wait as the system allows, where that can be seen. */
function expectWholeQueue(): void {
  const { status, stdout } = spawnSync('ss', ['-Hltn', `sport = :${port}`], { encoding: 'utf8' })
  if (status !== 0 || !existsSync(LONGEST)) return
  const [, , queue] = stdout.trim().split(/\s+/)
  expect(Number(queue)).toBe(Math.min(65_535, Number(readFileSync(LONGEST, 'utf8'))))
}

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
