import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
let upgrades: UpgradeBackups

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'royale-snapshot-'))
  folder = join(dataDir, 'archives')
  mkdirSync(folder)
  now = START
  failure = undefined
  const database = new DatabaseSync(join(dataDir, 'royale.db'))
  database.exec(`create table installation (id text); insert into installation values ('here')`)
  database.close()
  upgrades = new UpgradeBackups({
    dataDir,
    installationId: 'here',
    folder,
    clock: () => now,
    logger: pino({ enabled: false }),
    packOne: async (file) => {
      if (failure !== undefined) throw failure
      writeFileSync(file, '')
    },
  })
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const take = () =>
  takeSnapshot(
    {
      dataDir,
      databaseUrl: undefined,
      payments: 'sandbox',
      campaignFile: undefined,
      version: '0.1.0',
    },
    UPGRADE,
    now,
  )

const pack = () => upgrades.pack(new AbortController().signal)
const snapshots = () => readdirSync(join(dataDir, 'backups'))

test('a start that fails again and again copies the database once, until it is used', async () => {
  const first = await take()
  now += 5_000
  expect(await take()).toBe(first)
  expect(snapshots()).toHaveLength(1)
  for (let time = 1; time <= 4; time += 1) {
    now += 5_000
    utimesSync(join(dataDir, 'royale.db'), time, time)
    await take()
  }
  expect(snapshots()).toHaveLength(3)
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
