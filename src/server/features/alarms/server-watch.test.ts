import { hostname } from 'node:os'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConcerns, type Concerns } from '#server/features/concerns/concerns.ts'
import type { DueWorker } from '#server/infra/due-worker.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { createServerWatch } from './server-watch.ts'

let database: TestDatabase
let concerns: Concerns
let watch: DueWorker
let disk: { freeBytes: number; totalBytes: number } | Error
let failingMails: number
let backupProblem: string | undefined
let isBackupDue: boolean
let isCardTesting: boolean
let log: string
let now: number

const MINUTE_MS = 60_000

beforeEach(async () => {
  database = await openTestSqlite()
  disk = { freeBytes: 10, totalBytes: 100 }
  failingMails = 0
  backupProblem = undefined
  isBackupDue = false
  isCardTesting = false
  log = ''
  const logger = pino({}, { write: (line: string) => void (log += line) })
  now = Date.now()
  concerns = createConcerns({ database, clock: () => now, logger })
  watch = createServerWatch({
    concerns,
    readDisk: async () => {
      if (disk instanceof Error) throw disk
      return disk
    },
    readBackups: () => ({ isDue: isBackupDue, problem: backupProblem }),
    countFailingMails: async () => failingMails,
    isCardTesting: async () => isCardTesting,
    clock: Date.now,
    schedule: () => () => {},
    logger,
  })
  watch.start()
})

afterEach(async () => {
  await watch.close()
  await database.close()
})

async function listKinds(): Promise<string[]> {
  watch.wake()
  await watch.idle()
  return (await concerns.list()).map(({ kind }) => kind).toSorted()
}

test('a server that is well needs nobody', async () => {
  expect(await listKinds()).toEqual([])
})

test('each problem is a concern while it lasts', async () => {
  disk = { freeBytes: 9, totalBytes: 100 }
  failingMails = 1
  backupProblem = 'The last backup could not be made. The disk is full.'
  isCardTesting = true
  expect(await listKinds()).toEqual(['backup_failing', 'card_testing', 'disk_low', 'mail_failing'])
  const messages = (await concerns.list()).map(({ message }) => message).join('\n')
  expect(messages).toContain(`Less than a tenth of the disk of ${hostname()} is free.`)
  expect(messages).toContain('The last backup could not be made.')
  expect(messages).toContain('Receipts cannot be mailed')
  expect(messages).toContain('somebody may be testing stolen cards')
  disk = { freeBytes: 10, totalBytes: 100 }
  failingMails = 0
  backupProblem = undefined
  isCardTesting = false
  expect(await listKinds()).toEqual([])
})

test('problems of a machine that has not told of them for an hour are over', async () => {
  const other = { subject: 'another', message: 'It is nearly full.' }
  await concerns.raise({ ...other, kind: 'disk_low' })
  await concerns.raise({ ...other, kind: 'backup_failing' })
  now += 59 * MINUTE_MS
  expect(await listKinds()).toEqual(['backup_failing', 'disk_low'])
  now += 2 * MINUTE_MS
  expect(await listKinds()).toEqual([])
})

test('a check that fails does not stop the others, and is logged', async () => {
  disk = new Error('statfs failed')
  failingMails = 2
  expect(await listKinds()).toEqual(['mail_failing'])
  expect(log).toContain('watching the server failed')
})

test('a failed backup needs somebody until one is made, also over a restart', async () => {
  backupProblem = 'The last backup could not be made. The disk is full.'
  expect(await listKinds()).toEqual(['backup_failing'])
  backupProblem = undefined
  isBackupDue = true
  expect(await listKinds()).toEqual(['backup_failing'])
  isBackupDue = false
  expect(await listKinds()).toEqual([])
})
