import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BackupError } from './backup-error.ts'
import { Backups, type BackupSchedule } from './backups.ts'
import { writeLastBackup } from './last-backup.ts'

const HOUR_MS = 60 * 60 * 1000
const START = Date.UTC(2026, 10, 22, 12)

let parent: string
let now: number
let wakeUps: (() => void)[]
let failure: Error | undefined
let backups: Backups

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'royale-backups-'))
  now = START
  wakeUps = []
  failure = undefined
  backups = open({ folder: join(parent, 'backups'), everyMs: 24 * HOUR_MS })
})

afterEach(async () => {
  await backups.close()
  rmSync(parent, { recursive: true })
})

function open(backupSchedule: BackupSchedule | undefined): Backups {
  return new Backups({
    backupSchedule,
    installationId: 'here',
    dataDir: parent,
    clock: () => now,
    schedule: (work) => {
      wakeUps.push(work)
      return () => {}
    },
    logger: pino({ enabled: false }),
    makeOne: async (file) => {
      if (failure !== undefined) throw failure
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, '')
    },
  })
}

/** Lets the time pass, and wakes whoever waits for it. */
async function pass(ms: number): Promise<void> {
  now += ms
  const due = wakeUps.splice(0)
  for (const wake of due) wake()
  await backups.idle()
}

const files = () => readdirSync(join(parent, 'backups')).toSorted()

test('the first backup is made at the start, and the next when it is due', async () => {
  backups.start()
  await backups.idle()
  expect(files()).toEqual(['donation-royale-fcec9150-2026-11-22T12-00-00Z.tar.zst'])
  await pass(23 * HOUR_MS)
  expect(files()).toHaveLength(1)
  await pass(HOUR_MS)
  expect(files()).toHaveLength(2)
  expect(backups.state()).toEqual({
    isScheduled: true,
    lastAt: now,
    isDue: false,
    problem: undefined,
  })
})

test('a start after another server makes none before it is due', async () => {
  backups.start()
  await backups.idle()
  now += HOUR_MS
  const next = open({ folder: join(parent, 'backups'), everyMs: 24 * HOUR_MS })
  next.start()
  await next.close()
  expect(files()).toHaveLength(1)
})

test('a failure is a problem until a later try succeeds', async () => {
  failure = new BackupError('The disk of /backups is full: free some space, then try again.')
  backups.start()
  await backups.idle()
  expect(backups.state()).toMatchObject({
    lastAt: null,
    problem:
      'The last backup could not be made. The disk of /backups is full: free some space, then try again.',
  })
  failure = undefined
  await pass(HOUR_MS / 6)
  expect(backups.state()).toMatchObject({ lastAt: now, problem: undefined })
})

test('a backup that is late is a problem', async () => {
  backups.start()
  await backups.idle()
  now += 25 * HOUR_MS
  expect(backups.state().problem).toBeUndefined()
  now += 1
  expect(backups.state().problem).toMatch(/^The last backup is older than BACKUP_EVERY asks for\./)
})

test('one that was due while no server ran is late only some time after the start', async () => {
  backups.start()
  await backups.idle()
  await backups.close()
  now += 30 * HOUR_MS
  failure = undefined
  backups = open({ folder: join(parent, 'backups'), everyMs: 24 * HOUR_MS })
  backups.start()
  expect(backups.state().problem).toBeUndefined()
  await backups.idle()
  expect(files()).toHaveLength(2)
})

test('a backup of a time to come does not count, nor one of another installation', async () => {
  mkdirSync(join(parent, 'backups'))
  for (const name of ['fcec9150-2040-01-01T00-00-00Z', '00000000-2026-11-22T11-59-00Z']) {
    writeFileSync(join(parent, `backups/donation-royale-${name}.tar.zst`), '')
  }
  backups.start()
  await backups.idle()
  expect(files()).toContain('donation-royale-fcec9150-2026-11-22T12-00-00Z.tar.zst')
  await pass(90 * 24 * HOUR_MS)
  expect(files()).toContain('donation-royale-00000000-2026-11-22T11-59-00Z.tar.zst')
})

test('an old backup that cannot be deleted is no failed backup', async () => {
  const stuck = join(parent, 'backups/donation-royale-fcec9150-2026-01-01T00-00-00Z.tar.zst')
  mkdirSync(stuck, { recursive: true })
  backups.start()
  await backups.idle()
  expect(backups.state()).toMatchObject({ lastAt: now, problem: undefined })
})

test('files that are no scheduled backups stay', async () => {
  backups.start()
  await backups.idle()
  writeFileSync(join(parent, 'backups/by-hand.tar.zst'), '')
  for (let day = 0; day < 5; day += 1) await pass(24 * HOUR_MS)
  await pass(80 * 24 * HOUR_MS)
  expect(files()).toEqual([
    'by-hand.tar.zst',
    'donation-royale-fcec9150-2027-02-15T12-00-00Z.tar.zst',
  ])
})

test('without a schedule none is made, and the last one by hand is known', async () => {
  const unscheduled = open(undefined)
  unscheduled.start()
  expect(unscheduled.state()).toEqual({
    isScheduled: false,
    lastAt: null,
    isDue: false,
    problem: undefined,
  })
  writeLastBackup(parent, { madeAt: new Date(now).toISOString(), file: 'a', bytes: 1 })
  expect(unscheduled.state()).toEqual({
    isScheduled: false,
    lastAt: now,
    isDue: false,
    problem: undefined,
  })
  await unscheduled.close()
})
