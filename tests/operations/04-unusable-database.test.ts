import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../helpers/network/free-port.ts'
import { startAppServer } from '../helpers/server/app-server.ts'
import { runCommand } from '../helpers/server/run-command.ts'

const PAGE_BYTES = 4096

let folder: string
/** The data folder of a server that has stopped. */
let used: string
/** The data folder of a test, and the folder for its backup. */
let dataDir: string
let target: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-unusable-'))
  used = join(folder, 'used')
  const server = await startAppServer({ DATA_DIR: used })
  await server.stop()
})

beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'data-'))
  target = mkdtempSync(join(folder, 'backups-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

const database = () => join(dataDir, 'royale.db')

async function run(command: string, ...args: string[]) {
  const port = await freePort()
  return runCommand({ port, url: `http://localhost:${port}`, dataDir }, command, args)
}

/** Expects one sentence and the exit code 1, and that all folders are as they were. */
async function expectRefusal(sentence: RegExp, command: string, ...args: string[]): Promise<void> {
  const before = [dataDir, target].map((place) => readdirSync(place))
  const { code, errors } = await run(command, ...args)
  expect(errors).toMatch(sentence)
  expect(errors.trimEnd()).not.toContain('\n')
  expect(code).toBe(1)
  expect([dataDir, target].map((place) => readdirSync(place))).toEqual(before)
}

const expectNoBackup = (sentence: RegExp) =>
  expectRefusal(sentence, 'backup', join(target, 'royale.tar.zst'))

/** Overwrites the middle of a database file. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / PAGE_BYTES / 2) * PAGE_BYTES
  writeFileSync(file, bytes.fill(0xa5, middle, middle + 8 * PAGE_BYTES))
}

function writeDiary(): void {
  const diary = new DatabaseSync(database())
  diary.exec('create table diary (day text primary key, entry text) strict')
  diary.close()
}

test('a database of other software is not backed up, and no server makes tables in it', async () => {
  writeDiary()
  const before = readFileSync(database())
  await expectNoBackup(
    /^The database royale\.db in \S+ is of other software: set DATA_DIR to the server's data folder\.$/m,
  )
  const { code, errors } = await run('start')
  expect(errors).toMatch(
    /^The database \S+royale\.db is of other software: set DATA_DIR to a folder/,
  )
  expect(code).toBe(1)
  expect(readFileSync(database())).toEqual(before)
})

test('an empty file is no database to back up', async () => {
  writeFileSync(database(), '')
  await expectNoBackup(/^There is no database in \S+ to back up: set DATA_DIR to the server's data/)
})

test('a file that is no database is not backed up', async () => {
  writeFileSync(database(), 'This is a diary, and no database.\n'.repeat(200))
  await expectNoBackup(
    /^The database royale\.db in \S+ is damaged or none \(file is not a database\): restore the last/,
  )
})

test('a database of a later version is not backed up by this one', async () => {
  cpSync(used, dataDir, { recursive: true })
  const later = new DatabaseSync(database())
  later.exec("insert into kysely_migration values ('9999-later', '2027-01-01T00:00:00.000Z')")
  later.close()
  await expectNoBackup(
    /^The database in \S+ has had the migration 9999-later, and this Donation Ro/,
  )
})

test('a damaged database is not backed up, and is told from a damaged backup', async () => {
  cpSync(used, dataDir, { recursive: true })
  damage(database())
  await expectNoBackup(
    /^The database royale\.db in \S+ is damaged or none \(.+\): restore the last backup into an empty folder, and keep these files, which hold what it lacks\.$/m,
  )
})

/** Makes a backup whose database is damaged, though all that its manifest says of it holds. */
function damageBackup(file: string): void {
  const parts = join(target, 'parts')
  mkdirSync(parts)
  execFileSync('tar', ['--zstd', '-xf', file, '-C', parts])
  const part = join(parts, 'royale.db')
  const hash = () => createHash('sha256').update(readFileSync(part)).digest('hex')
  const before = hash()
  damage(part)
  const manifest = join(parts, 'manifest.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(before, hash()))
  const names = readdirSync(parts).filter((name) => name !== 'manifest.json')
  execFileSync('tar', ['--zstd', '-cf', file, '-C', parts, 'manifest.json', ...names])
  rmSync(parts, { recursive: true })
}

test('a backup whose database is damaged is told from a damaged database', async () => {
  const file = join(target, 'royale.tar.zst')
  cpSync(used, dataDir, { recursive: true })
  expect((await run('backup', file)).code).toBe(0)
  damageBackup(file)
  dataDir = mkdtempSync(join(folder, 'data-'))
  await expectRefusal(
    /^\S+royale\.tar\.zst has a damaged database \(.+\)\. Take another backup\.$/m,
    'restore',
    file,
    '--no-reconcile',
  )
  expect(existsSync(database())).toBe(false)
})
