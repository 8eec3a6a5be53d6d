import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alarmMessageSchema } from '#contract/host/alarms.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { concernId, createConcerns, type Concerns } from '#server/features/concerns/concerns.ts'
import type { DueWorker } from '#server/infra/due-worker.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { createDeliveries } from './deliveries.ts'
import { findDeliveries, setWebhook } from './store.ts'
import { createSecret } from './webhook/signature.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SECRET = createSecret()
const DISK = { kind: 'disk_low', subject: 'server', message: 'The disk is nearly full.' } as const
const DISK_ID = concernId('disk_low', 'server')

let database: TestDatabase
let receiver: HttpDouble
let reply: Reply
let now: number
let concerns: Concerns
let nodes: DueWorker[]

beforeEach(async () => {
  database = await openTestSqlite()
  reply = { status: 204, body: '' }
  receiver = await openHttpDouble(() => reply)
  now = Date.now()
  const logger = pino({ level: 'silent' })
  concerns = createConcerns({ database, clock: () => now, logger })
  nodes = [openNode(true), openNode(true)]
})

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await receiver.close()
  await database.close()
})

function openNode(allowPrivate: boolean): DueWorker {
  const node = createDeliveries({
    database,
    concerns,
    allowPrivate,
    clock: () => now,
    random: () => 0,
    // No round starts by itself: a test asks for it.
    schedule: () => () => {},
    logger: pino({ level: 'silent' }),
  })
  node.start()
  return node
}

async function pass(ms: number): Promise<void> {
  now += ms
  for (const node of nodes) node.wake()
  await Promise.all(nodes.map((node) => node.idle()))
}

const setUrl = (url: string | null) =>
  database.write(setWebhook, { url, secret: SECRET, actor: OPERATOR, at: 0 })

const messages = () =>
  receiver.requests.map(({ body }) => alarmMessageSchema.parse(JSON.parse(body)))

const listFailing = async () =>
  (await concerns.list()).filter(({ kind }) => kind === 'alarm_webhook_failing')

test('without an address nothing is sent or stored', async () => {
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  expect(await findDeliveries(database.reader, 9)).toEqual([])
})

test('a concern is told once when it opens and once when it is over, by one of two nodes', async () => {
  await setUrl(receiver.url)
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  await pass(10 * MINUTE_MS)
  await concerns.end(DISK_ID)
  await pass(MINUTE_MS)
  await pass(10 * MINUTE_MS)
  expect(messages().map(({ type, data }) => [type, data.id])).toEqual([
    ['alarm.opened', DISK_ID],
    ['alarm.ended', DISK_ID],
  ])
  expect(messages()[0]?.data).toMatchObject({ message: DISK.message, endedAt: null })
})

test('a message is signed as the standard asks', async () => {
  await setUrl(receiver.url)
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  const [request] = receiver.requests
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(request?.headers[name]),
    ]),
  )
  expect(() => new Webhook(SECRET).verify(request?.body ?? '', headers)).not.toThrow()
})

test('a concern that opens and ends at once is not told', async () => {
  await setUrl(receiver.url)
  await concerns.raise(DISK)
  await concerns.end(DISK_ID)
  await pass(MINUTE_MS)
  expect(receiver.requests).toEqual([])
})

test.each<[string, Reply]>([
  ['fails', { status: 500, body: '' }],
  ['redirects', { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' }],
  ['cuts the connection', 'cut'],
])('a message is tried again under the same id after the address %s', async (_how, failure) => {
  await setUrl(receiver.url)
  reply = failure
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  expect(receiver.requests).toHaveLength(1)
  await pass(4_000)
  expect(receiver.requests).toHaveLength(1)
  reply = { status: 200, body: 'ok' }
  await pass(1_000)
  await pass(HOUR_MS)
  expect(receiver.requests).toHaveLength(2)
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  const [stored] = await findDeliveries(database.reader, 1)
  expect(stored).toMatchObject({ attempts: 2, is_delivered: 1, error: null })
})

test('an address that keeps failing is a concern of the hosts, until it takes messages again', async () => {
  await setUrl(receiver.url)
  reply = { status: 503, body: '' }
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  await pass(MINUTE_MS)
  expect(await listFailing()).toEqual([])
  await pass(HOUR_MS)
  expect((await listFailing())[0]?.message).toContain('does not take messages')
  reply = { status: 200, body: '' }
  await pass(HOUR_MS)
  expect(await listFailing()).toEqual([])
  // The address itself is not told of its own failure.
  expect(new Set(messages().map(({ data }) => data.kind))).toEqual(new Set(['disk_low']))
})

test('an address that is gone is not used any more, and the hosts are told', async () => {
  await setUrl(receiver.url)
  reply = { status: 410, body: '' }
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  await pass(HOUR_MS)
  expect(receiver.requests).toHaveLength(1)
  expect((await listFailing())[0]?.message).toBe(
    'The address answered 410 (Gone), so nothing more is sent to it.',
  )
})

test('a pause that the address asks for is obeyed', async () => {
  await setUrl(receiver.url)
  reply = { status: 429, headers: { 'retry-after': '600' }, body: '' }
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  await pass(9 * MINUTE_MS)
  expect(receiver.requests).toHaveLength(1)
  await pass(MINUTE_MS)
  expect(receiver.requests).toHaveLength(2)
})

test('a private address is never called by a server of the public', async () => {
  await Promise.all(nodes.map((node) => node.close()))
  nodes = [openNode(false)]
  await setUrl(receiver.url)
  await concerns.raise(DISK)
  await pass(MINUTE_MS)
  expect(receiver.requests).toEqual([])
  const [stored] = await findDeliveries(database.reader, 1)
  expect(stored?.error).toBe(
    'The address could not be reached: 127.0.0.1 is not an address on the public internet.',
  )
})
