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
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { takeSnapshot } from '#server/features/backups/upgrade/snapshot.ts'
import { newestMigration } from '#server/infra/database/migrate.ts'
import { fillBoard } from '../../benchmarks/fixtures/fill-board.ts'
import { mountTmpfs, MOUNT_OBSTACLE } from '../faults/mounts.ts'
import { makeOlderDatabase } from '../helpers/databases/older-database.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { holdSocket } from '../helpers/server/held-socket.ts'
import { runCommand } from '../helpers/server/run-command.ts'

const PROGRAM = join(import.meta.dirname, '../../bin/donation-royale')
const DONATIONS = 1_000
const OLD = '0030-change-marks'
const CURRENT = newestMigration()

let folder: string
let port: number
/** The data folder of an older version, filled. */
let older: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-refused-'))
  port = await freePort()
  older = join(folder, 'older')
  mkdirSync(older)
  await makeOlderDatabase(join(older, 'royale.db'), OLD)
  fillBoard(join(older, 'royale.db'), DONATIONS)
  writeFileSync(join(older, 'lock.db'), '')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function placeOlder(to: string): void {
  for (const name of readdirSync(older)) copyFileSync(join(older, name), join(to, name))
}

const settings = (dataDir: string) => ({ port, url: `http://localhost:${port}`, dataDir })

const readDatabase = (place: string) => readFileSync(join(place, 'royale.db')).toString('base64')

/** Expects that a start is refused because of its backup, and leaves the database as it was. */
async function expectNoStart(place: string, reason: RegExp, options: string[] = []): Promise<void> {
  const before = readDatabase(place)
  const { code, errors } = await runCommand(settings(place), 'start', options)
  expect(errors).toMatch(/^The database must be brought from 0030 to \d{4}, and the backup before/)
  expect(errors).toMatch(reason)
  expect(errors.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
  expect(readDatabase(place)).toBe(before)
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
  const place = settings(join(folder, 'from-folder'))
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

test('a socket at another address than HOST and PORT, or one that does not listen, ends the start', async () => {
  const given = { DATA_DIR: join(folder, 'sockets'), PAYMENTS: 'sandbox' }
  const wrong = [
    { places: { HELD_HOST: '0.0.0.0' }, named: `127.0.0.1:${port}`, found: '0.0.0.0' },
    { places: { HOST: '::1', PORT: '3999' }, named: '[::1]:3999', found: '127.0.0.1' },
  ]
  for (const { places, named, found } of wrong) {
    const servers = holdSocket(port, [PROGRAM], { ...given, ...places })
    onTestFinished(() => servers.kill())
    await servers.closed
    expect(servers.log()).toContain(
      `HOST and PORT are ${named}, and the socket that was handed over listens at ${found}:${port}: let HOST, PORT and the socket unit's ListenStream name the same address.\n`,
    )
  }
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
  const { code, errors } = await runCommand(settings(place), 'start', ['--prepare'])
  expect(errors).toContain(`The file ${join(place, 'secrets.json')} is damaged: put the one of a`)
  expect(code).toBe(1)
})
