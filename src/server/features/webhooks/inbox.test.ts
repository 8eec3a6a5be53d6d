import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import {
  beginAndPay,
  requireCheckoutRow,
  type BegunCheckout,
} from '#tests/helpers/app/checkouts.ts'
import { PAYMENT_PROVIDERS } from '#tests/helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '#tests/helpers/providers/payment-sandbox.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { createCheckouts } from '#server/features/checkouts/checkouts.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { Inbox } from './inbox.ts'
import { storeEvents } from './store.ts'

const MINUTE_MS = 60_000
const LONGEST_PAUSE_MS = 15 * MINUTE_MS

let payments: TestSandbox
let server: TestApp
let donor: TestDonor
let stripe: PaymentProvider
let inbox: Inbox
let now: number
let log: string

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

beforeEach(async () => {
  now = Date.now()
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

/** Opens an inbox on the server's own database, with a clock that the test sets. */
function openInbox(): Inbox {
  const { database } = server
  const clock = () => now
  const logger = pino({}, { write: (line: string) => void (log += line) })
  const checkouts = createCheckouts({
    database,
    providers: { stripe },
    bus: createMemoryBus(),
    limits: { maxCents: 1_000_000 },
    clock,
    logger,
  })
  // Timers never fire: the test advances the time itself.
  const schedule = () => () => {}
  return new Inbox({ database, checkouts, retentionDays: 30, clock, schedule, logger })
}

/** Advances the time and handles what has become due. */
async function pass(ms: number): Promise<void> {
  now += ms
  inbox.start()
  await inbox.idle()
}

async function receivePaidEvent({ ref }: BegunCheckout): Promise<void> {
  const type = 'session.completed'
  const event = await payments.requireWebhook({ provider: 'stripe', type, body: ref })
  await inbox.receive(stripe, Buffer.from(event.body), event.headers)
}

async function requireEvent() {
  return server.database.reader
    .selectFrom('webhook_events')
    .select(['attempts', 'outcome', 'handled_at', 'parked_at', 'next_attempt_at'])
    .executeTakeFirstOrThrow()
}

/** As it was before the provider's answer to our creation was stored. */
async function forgetAnswer({ ref }: BegunCheckout): Promise<void> {
  await server.database.autocommit
    .updateTable('checkouts')
    .set({ provider_ref: null, state: 'created' })
    .where('provider_ref', '=', ref)
    .execute()
}

/** Our database has lost a checkout that the provider knows of. */
async function loseCheckout({ ref }: BegunCheckout): Promise<void> {
  await server.database.autocommit.deleteFrom('checkouts').where('provider_ref', '=', ref).execute()
}

test('an event that comes before our own answer is stored finds its checkout all the same', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 700 })
  await forgetAnswer(begun)
  await receivePaidEvent(begun)
  await pass(0)
  expect(await requireEvent()).toMatchObject({ attempts: 1, outcome: 'paid' })
  expect(await readDonations()).toEqual([['Ada', 700]])
})

test('an event of an unknown payment is tried fifteen times, then parked for the host', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe' })
  await loseCheckout(begun)
  await receivePaidEvent(begun)
  await pass(0)
  for (let tries = 1; tries < 14; tries += 1) await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 14, parked_at: null })
  await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 15, outcome: 'unknown payment' })
  expect((await requireEvent()).parked_at).not.toBeNull()
  expect(log).toContain('webhook event parked')
  await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 15, handled_at: null })
  expect(await inbox.findParked()).toHaveLength(1)
  expect(await readDonations()).toEqual([])
})

test.each([
  ['does not take our key', '401'],
  ['lacks a permission for us', '403'],
])('an event waits while the provider %s, and is never parked', async (_, fault) => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 750 })
  await receivePaidEvent(begun)
  await payments.control('/faults', { provider: 'stripe', fault, times: 1_000 })
  for (let tries = 0; tries < 20; tries += 1) await pass(tries === 0 ? 0 : LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 0, parked_at: null, handled_at: null })
  await payments.control('/faults/clear', {})
  await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ outcome: 'paid' })
  expect(await readDonations()).toEqual([['Ada', 750]])
})

test('what was parked is taken up again when the host says so', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 650 })
  const { database } = server
  const lost = await requireCheckoutRow(server, begun.ref)
  await loseCheckout(begun)
  await receivePaidEvent(begun)
  for (let tries = 0; tries < 15; tries += 1) await pass(tries === 0 ? 0 : LONGEST_PAUSE_MS)
  await database.write(insertCheckouts, lost)
  await inbox.resumeParked()
  await pass(0)
  expect(await requireEvent()).toMatchObject({ parked_at: null, outcome: 'paid' })
  expect(await readDonations()).toEqual([['Ada', 650]])
})

test('pauses between tries double, up to a quarter of an hour', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe' })
  await loseCheckout(begun)
  await receivePaidEvent(begun)
  const pauses: number[] = []
  for (let tries = 0, pauseMs = 0; tries < 12; tries += 1) {
    await pass(pauseMs)
    const { next_attempt_at } = await requireEvent()
    pauseMs = next_attempt_at - now
    pauses.push(pauseMs / 1_000)
  }
  const growth = pauses.slice(2, -2).map((pause, index) => pause / (pauses[index + 1] ?? 1))
  expect(growth.every((times) => times > 1.8 && times < 2.2)).toBe(true)
  expect(Math.round(Math.max(...pauses))).toBe(900)
})

test('a provider that is away is waited for, however long', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 900 })
  await payments.control('/faults', { provider: 'stripe', fault: '500', method: 'GET', times: 90 })
  await receivePaidEvent(begun)
  for (let tries = 0; tries < 20; tries += 1) await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 0, parked_at: null, handled_at: null })
  await payments.control('/faults/clear', {})
  await pass(LONGEST_PAUSE_MS)
  expect(await requireEvent()).toMatchObject({ attempts: 1, outcome: 'paid' })
  expect(await readDonations()).toEqual([['Ada', 900]])
})

test('the events of one payment that wait together are answered by one question', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe' })
  await receivePaidEvent(begun)
  await server.database.write(storeEvents, await copyOfEvent('evt_again'))
  await pass(0)
  const outcomes = await server.database.reader
    .selectFrom('webhook_events')
    .select('outcome')
    .execute()
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['paid', 'paid'])
})

async function copyOfEvent(event_id: string) {
  const { id: _id, ...event } = await server.database.reader
    .selectFrom('webhook_events')
    .selectAll()
    .executeTakeFirstOrThrow()
  return { ...event, event_id }
}

test('what an earlier run has put off is tried at once by the next', async () => {
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 850 })
  await payments.control('/faults', { provider: 'stripe', fault: '500', method: 'GET', times: 90 })
  await receivePaidEvent(begun)
  await pass(0)
  await payments.control('/faults/clear', {})
  await inbox.close()
  inbox = openInbox()
  await pass(0)
  expect(await requireEvent()).toMatchObject({ outcome: 'paid' })
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

/**
 * Reads the table instead of the board, as another node has recorded them without a hint to this
 * one.
 */
async function readDonations(): Promise<[name: string | null, amountCents: number][]> {
  const rows = await server.database.reader
    .selectFrom('donations')
    .select(['name', 'amount_cents'])
    .execute()
  return rows.map(({ name, amount_cents }) => [name, amount_cents])
}
