import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import type { Mail } from '#server/infra/mail/mailer.ts'
import { concernId, createConcerns, type Concerns, type Problem } from './concerns.ts'
import type { DueWorker } from '#server/infra/due-worker.ts'
import { createNotices } from './notices.ts'

const MINUTE_MS = 60_000
const KEYS: Problem = {
  kind: 'permission_missing',
  subject: 'stripe',
  message: 'Stripe refuses our key.',
}
const CLOCK: Problem = { kind: 'clock_offset', subject: 'server', message: 'The clock is wrong.' }

let database: TestDatabase
let now: number
let mails: Omit<Mail, 'to'>[]
let isMailAway: boolean
let log: string
let concerns: Concerns
let nodes: DueWorker[]

beforeEach(async () => {
  database = await openTestSqlite()
  now = Date.UTC(2027, 0, 15)
  mails = []
  isMailAway = false
  log = ''
  concerns = createConcerns({ database, clock: () => now, logger: pino({ level: 'silent' }) })
  nodes = [openNotices(), openNotices()]
})

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await database.close()
})

function openNotices(): DueWorker {
  const notices = createNotices({
    database,
    tellHosts: async (mail) => {
      if (isMailAway) throw new Error('The mail server is away.')
      mails.push(mail)
    },
    clock: () => now,
    // No round starts by itself: a test asks for it.
    schedule: () => () => {},
    logger: pino({}, { write: (line: string) => void (log += line) }),
  })
  notices.start()
  return notices
}

async function pass(ms: number): Promise<void> {
  now += ms
  for (const node of nodes) node.wake()
  await Promise.all(nodes.map((node) => node.idle()))
}

const subjects = () => mails.map(({ subject }) => subject)

test('where nothing needs a person nobody is told of anything', async () => {
  await pass(10 * MINUTE_MS)
  expect(mails).toEqual([])
})

test('concerns that open within a short time are told in one mail, once', async () => {
  await concerns.raise(KEYS)
  await pass(MINUTE_MS)
  expect(mails).toEqual([])
  await concerns.raise(CLOCK)
  await pass(MINUTE_MS)
  await pass(10 * MINUTE_MS)
  expect(subjects()).toEqual(['2 things on your page need you'])
  expect(mails[0]?.text).toBe(`Please look at this:
- Stripe refuses our key. (permission_missing:stripe)
- The clock is wrong. (clock_offset:server)

To see everything that needs you, with what you may do about it: donation-royale reconcile
`)
})

test('a concern that was told and has ended is told once more, with what a host did', async () => {
  await concerns.raise(KEYS)
  await pass(2 * MINUTE_MS)
  const how = {
    resolution: 'dismiss',
    actor: { id: 'host-1', role: 'owner' } as const,
    reason: 'We take no cards now.',
  }
  await concerns.end(concernId('permission_missing', 'stripe'), { ...how, resolution: 'dismiss' })
  await pass(2 * MINUTE_MS)
  await pass(10 * MINUTE_MS)
  expect(subjects()).toEqual([
    'Something on your page needs you',
    'Settled: nothing new needs you on your page',
  ])
  expect(mails[1]?.text).toContain(`This needs you no more:
- Stripe refuses our key. A host chose to dismiss: We take no cards now. (permission_missing:stripe)`)
})

test('a concern that opens and ends at once is not told', async () => {
  await concerns.raise(KEYS)
  await pass(MINUTE_MS)
  await concerns.end(concernId('permission_missing', 'stripe'))
  await pass(10 * MINUTE_MS)
  expect(mails).toEqual([])
})

test('a mail that cannot be sent is sent later, under the same key', async () => {
  await concerns.raise(KEYS)
  isMailAway = true
  await pass(2 * MINUTE_MS)
  expect(log).toContain('the hosts could not be told what needs them yet')
  isMailAway = false
  await pass(MINUTE_MS)
  expect(mails).toEqual([])
  await pass(MINUTE_MS)
  expect(subjects()).toEqual(['Something on your page needs you'])
  expect(mails[0]?.key).toMatch(/^concerns-[\da-f]{32}$/)
})

test('a mail lists twenty and counts the rest', async () => {
  for (let index = 0; index < 23; index += 1) {
    await concerns.raise({ ...KEYS, subject: `key-${index}` })
  }
  await pass(2 * MINUTE_MS)
  expect(mails[0]?.text).toContain('- and 3 more\n')
})
