import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { BackupError } from '../backup-error.ts'
import { takeSnapshot } from './snapshot.ts'
import { UpgradeBackups } from './upgrade-backups.ts'

const START = Date.UTC(2026, 10, 23, 12)
const HOUR_MS = 60 * 60 * 1000
const UPGRADE = { from: '0030-change-marks', to: '0031-write-proofs' }

let dataDir: string
let folder: string
let now: number
let failure: Error | undefined
/** The names of the snapshots that cannot be packed. */
let broken: string[]
let tried: string[]
let upgrades: UpgradeBackups

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'royale-snapshot-'))
  folder = join(dataDir, 'archives')
  mkdirSync(folder)
  now = START
  failure = undefined
  broken = []
  tried = []
  const database = new DatabaseSync(join(dataDir, 'royale.db'))
  database.exec(`create table installation (id text); insert into installation values ('here')`)
  database.close()
  upgrades = new UpgradeBackups({
    dataDir,
    installationId: 'here',
    folder,
    clock: () => now,
    logger: pino({ enabled: false }),
    packOne: async (file, signal, snapshot) => {
      tried.push(snapshot)
      signal.throwIfAborted()
      if (broken.includes(snapshot)) throw new BackupError('It is damaged.')
      if (failure !== undefined) throw failure
      writeFileSync(file, '')
    },
  })
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const take = (upgrade = UPGRADE) =>
  takeSnapshot(
    {
      dataDir,
      databaseUrl: undefined,
      payments: 'sandbox',
      campaignFile: undefined,
      version: '0.1.0',
    },
    upgrade,
    now,
  )

/** Changes the database as another process does. */
function change(statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'royale.db'))
  database.exec(statement)
  database.close()
}

/** Does to the database what serving does. */
const use = () => change(`insert into installation values ('here')`)

const pack = () => upgrades.pack(new AbortController().signal)
const snapshots = () => readdirSync(join(dataDir, 'backups'))

test('a start that fails again and again copies the database once, until it is used', async () => {
  const first = await take()
  now += 5_000
  expect(await take()).toBe(first)
  expect(snapshots()).toHaveLength(1)
  // The starts die in the middle of migrations.
  for (let time = 1; time <= 4; time += 1) {
    now += 5_000
    change(`create table half_${time} (id integer); insert into half_${time} values (1)`)
    utimesSync(join(dataDir, 'royale.db'), time, time)
    expect(await take({ ...UPGRADE, from: `003${time}-later` })).toBe(first)
  }
  expect(snapshots()).toHaveLength(1)
  now += 5_000
  use()
  const second = await take()
  expect(second).not.toBe(first)
  now += 5_000
  change('create table half (id integer)')
  expect(await take()).toBe(second)
  expect(snapshots()).toHaveLength(2)
})

test('the oldest copy is kept whatever starts come, and the newest two with it', async () => {
  const taken: string[] = []
  for (let version = 1; version <= 6; version += 1) {
    taken.push(await take({ ...UPGRADE, to: `004${version}-later` }))
    now += 5_000
    if (version % 2 === 0) use()
  }
  const kept = [taken[0], taken[4], taken[5]]
  expect(snapshots().map((name) => join(dataDir, 'backups', name))).toEqual(kept)
})

test('an older database than that of a copy is copied', async () => {
  const first = await take({ ...UPGRADE, from: '0031-write-proofs', to: '0032-later' })
  now += 5_000
  expect(await take({ ...UPGRADE, to: '0032-later' })).not.toBe(first)
})

test('a copy that cannot be packed does not hold up the others, of which the oldest comes first', async () => {
  const taken: string[] = []
  for (let time = 0; time < 3; time += 1) {
    taken.push(await take())
    now += 5_000
    use()
  }
  broken = taken.slice(1, 2)
  await pack()
  expect(tried).toEqual(taken)
  expect(snapshots()).toHaveLength(1)
  expect(upgrades.problem).toContain('could not be packed. It is damaged.')
  expect(upgrades.nextAt).toBe(now + 600_000)
})

test('packing that takes too long is ended, and keeps the copies', async () => {
  await take()
  now += 5_000
  use()
  await take()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  onTestFinished(() => timeout.mockRestore())
  await pack()
  expect(timeout).toHaveBeenCalledWith(6 * HOUR_MS)
  expect(tried).toHaveLength(1)
  expect(upgrades.problem).toContain('could not be packed. It took longer than six hours, and')
  expect(snapshots()).toHaveLength(2)
})

test('what could not be packed is told, tried again later, and told no more once it is', async () => {
  await take()
  failure = new BackupError('The disk is full.')
  expect(upgrades.nextAt).toBe(START)
  await pack()
  expect(upgrades.problem).toBe(
    'The copy from before the last upgrade could not be packed. The disk is full.',
  )
  expect(upgrades.nextAt).toBe(START + 600_000)
  failure = undefined
  await pack()
  expect(snapshots()).toHaveLength(1)
  now += HOUR_MS
  await pack()
  expect(upgrades.problem).toBeUndefined()
  expect(upgrades.nextAt).toBeUndefined()
  expect(snapshots()).toEqual([])
})

test('the newest three archives are kept, and nothing else is deleted', async () => {
  writeFileSync(join(folder, 'donation-royale-1a2b3c4d-before-0001-to-0002-x.tar.zst'), '')
  for (let time = 0; time < 5; time += 1) {
    await take()
    await pack()
    now += HOUR_MS
  }
  const moments = readdirSync(folder).flatMap((name) => /T(\d\d)-00-00Z/.exec(name)?.[1] ?? [])
  expect(moments).toEqual(['14', '15', '16'])
  expect(readdirSync(folder)).toHaveLength(4)
})
