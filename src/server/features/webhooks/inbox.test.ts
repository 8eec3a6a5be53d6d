import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { openTestApp, type TestApp, type TestDonor } from '../../../../tests/helpers/app.ts'
import { beginAndPay, type Begun } from '../../../../tests/helpers/donating.ts'
import { PAYMENT_PROVIDERS } from '../../../../tests/helpers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '../../../../tests/helpers/payment-sandbox.ts'
import { createCheckouts } from '../checkouts/checkouts.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { createMemoryBus } from '../../infra/bus/memory-bus.ts'
import { Inbox } from './inbox.ts'

const MINUTE_MS = 60_000
const LONGEST_PAUSE_MS = 15 * MINUTE_MS

let payments: TestSandbox
let server: TestApp
let donor: TestDonor
let stripe: PaymentProvider
let inbox: Inbox
let shiftMs: number
let log: string

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

beforeEach(async () => {
  shiftMs = 0
  log = ''
  server = await openTestApp({ payments })
  donor = await server.signUp()
  stripe = connect()
  inbox = openInbox()
})

afterEach(async () => {
  await inbox.close()
  await server.close()
})

function connect(): PaymentProvider {
  const adapter = PAYMENT_PROVIDERS.find(({ name }) => name === 'stripe')
  if (adapter === undefined) throw new Error('There is no adapter for Stripe.')
  return adapter.connect({ apiBase: payments.apiBase.stripe })
}

/** An inbox on the server's own database, at a time that the test sets. */
function openInbox(): Inbox {
  const { database } = server
  const clock = () => Date.now() + shiftMs
  const logger = pino({}, { write: (line: string) => void (log += line) })
  const checkouts = createCheckouts({
    database,
    providers: { stripe },
    bus: createMemoryBus(),
    limits: { maxCents: 1_000_000 },
    clock,
    logger,
  })
  return new Inbox({ database, checkouts, clock, logger })
}

/** Lets time pass and does what has become due. */
async function pass(ms: number): Promise<void> {
  shiftMs += ms
  inbox.start()
  await inbox.idle()
}

async function receivePaidEvent({ ref }: Begun): Promise<void> {
  const type = 'session.completed'
  const event = await payments.requireWebhook({ provider: 'stripe', type, body: ref })
  await inbox.receive(stripe, Buffer.from(event.body), event.headers)
}

async function requireEvent() {
  return server.database.reader
    .selectFrom('webhook_events')
    .select(['attempts', 'outcome', 'handled_at', 'next_attempt_at'])
    .executeTakeFirstOrThrow()
}

/** The moment before the provider's answer to our creation is stored, and after it. */
function setRef(from: string | null, to: string | null): Promise<unknown> {
  return server.database.autocommit
    .updateTable('checkouts')
    .set({ provider_ref: to })
    .where('provider_ref', from === null ? 'is' : '=', from)
    .execute()
}

test('an event that comes before our own answer is stored waits, and is not lost', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 700 })
  await setRef(begun.ref, null)
  await receivePaidEvent(begun)
  await pass(0)
  expect(await requireEvent()).toMatchObject({
    attempts: 1,
    outcome: 'unknown payment',
    handled_at: null,
  })
  await setRef(null, begun.ref)
  await pass(1_900)
  expect(await requireEvent()).toMatchObject({ attempts: 1, handled_at: null })
  await pass(200)
  expect(await requireEvent()).toMatchObject({ attempts: 2, outcome: 'paid' })
  expect(await readDonations()).toEqual([['Ada', 700]])
})

test('an event of an unknown payment is tried twenty times, then parked for the host', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe' })
  await setRef(begun.ref, null)
  await receivePaidEvent(begun)
  await pass(0)
  for (let tries = 1; tries < 19; tries += 1) await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 19, handled_at: null })
  await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 20, outcome: 'parked: unknown payment' })
  expect((await requireEvent()).handled_at).not.toBeNull()
  expect(log).toContain('webhook event parked')
  await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 20 })
  expect(await readDonations()).toEqual([])
})

test('pauses between tries double, up to a quarter of an hour', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe' })
  await setRef(begun.ref, null)
  await receivePaidEvent(begun)
  const pauses: number[] = []
  for (let tries = 0; tries < 12; tries += 1) {
    await pass(tries === 0 ? 0 : LONGEST_PAUSE_MS)
    const { next_attempt_at } = await requireEvent()
    pauses.push(Math.round((next_attempt_at - Date.now() - shiftMs) / 1_000))
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
})

test('an event whose provider does not answer is tried again', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 900 })
  await payments.control('/faults', { provider: 'stripe', fault: '500', method: 'GET', times: 3 })
  await receivePaidEvent(begun)
  await pass(0)
  expect(await requireEvent()).toMatchObject({ attempts: 1, handled_at: null })
  await pass(2_100)
  expect(await requireEvent()).toMatchObject({ attempts: 2, outcome: 'paid' })
  expect(await readDonations()).toEqual([['Ada', 900]])
})

test('what an earlier run has left is worked off by the next', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 800 })
  await inbox.close()
  await receivePaidEvent(begun)
  expect(await requireEvent()).toMatchObject({ attempts: 0, handled_at: null })
  inbox = openInbox()
  await pass(0)
  expect(await requireEvent()).toMatchObject({ attempts: 1, outcome: 'paid' })
})

/** From the table: another node has booked them, and this one was not told. */
async function readDonations(): Promise<[name: string | null, amountCents: number][]> {
  const rows = await server.database.reader
    .selectFrom('donations')
    .select(['name', 'amount_cents'])
    .execute()
  return rows.map(({ name, amount_cents }) => [name, amount_cents])
}
