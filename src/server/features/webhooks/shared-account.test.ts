import { pino } from 'pino'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble } from '#tests/helpers/network/http-double.ts'
import { KEYS } from '#tests/helpers/providers/payment-providers.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'
import { createCheckouts, NOT_AT_PROVIDER } from '#server/features/checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { Inbox } from './inbox.ts'

const START = 1_800_000_000_000
const CHECKOUT = buildCheckout({ provider_ref: 'cs_ours' })
const CAPTURE = { ...buildCapture(CHECKOUT), objectId: 'ch_ours' }

const NOT_THERE = { status: 404, body: { error: { message: 'No such charge' } } }

let now: number
let log: string
let database: Database
let stripe: HttpDouble
let provider: PaymentProvider
let inbox: Inbox
/** The timers that the inbox has set, with their times. */
let timers: { at: number; work: () => void }[]

beforeEach(async () => {
  now = START
  log = ''
  timers = []
  database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  await database.write(bookCaptures, CAPTURE)
  stripe = await openHttpDouble(({ path }) =>
    path.startsWith('/v1/charges/ch_gone') ? NOT_THERE : { body: answer(path) },
  )
  open()
})

afterEach(async () => {
  await inbox.close()
  await database.close()
  await stripe.close()
})

function open(): void {
  const clock = () => now
  const logger = pino({}, { write: (line: string) => void (log += line) })
  const address = { apiBase: stripe.url, livemode: false, timeoutMs: 60_000 }
  const installationId = 'ours'
  provider = createStripeProvider({ ...KEYS.stripe, ...address, installationId, clock })
  const providers = { stripe: provider }
  const limits = { maxCents: 1_000_000 }
  const bus = createMemoryBus()
  const checkouts = createCheckouts({ database, providers, bus, limits, clock, logger })
  const schedule = (work: () => void, delayMs: number) => {
    const timer = { at: now + delayMs, work }
    timers.push(timer)
    return () => void (timers = timers.filter((one) => one !== timer))
  }
  inbox = new Inbox({ database, checkouts, retentionDays: 30, clock, schedule, logger })
}

/** Replies as Stripe with one payment of ours, and any number of other software's. */
function answer(path: string): object {
  const metadata = { installation_id: 'ours', checkout_id: CHECKOUT.id }
  if (path.startsWith('/v1/charges/')) return { id: 'ch_foreign', payment_intent: 'pi_foreign' }
  if (path.startsWith('/v1/checkout/sessions?')) {
    return { data: [{ id: 'cs_foreign', metadata: { order: '7' } }], has_more: false }
  }
  if (path.startsWith('/v1/checkout/sessions/')) return buildSession(metadata)
  const refund = { id: 're_ours', charge: 'ch_ours', amount: 200, currency: 'usd', created: 1 }
  const data = path.startsWith('/v1/refunds') ? [{ ...refund, status: 'succeeded' }] : []
  return { data, has_more: false }
}

function buildSession(metadata: object): object {
  const latest_charge = {
    id: 'ch_ours',
    amount_captured: CHECKOUT.amount_cents,
    currency: 'usd',
    amount_refunded: 200,
    disputed: false,
  }
  return {
    id: 'cs_ours',
    livemode: false,
    status: 'complete',
    payment_status: 'paid',
    amount_total: CHECKOUT.amount_cents,
    currency: 'usd',
    metadata,
    customer_details: null,
    payment_intent: { status: 'succeeded', latest_charge },
  }
}

async function deliver(id: string, type: string, object: object): Promise<void> {
  const created = Math.floor(now / 1000)
  const payload = JSON.stringify({ id, type, livemode: false, created, data: { object } })
  const secret = KEYS.stripe.webhookSecret
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: created,
  })
  await inbox.receive(provider, Buffer.from(payload), { 'stripe-signature': signature })
}

const refundOf = (charge: string) => ({
  object: 'refund',
  id: charge.replace('ch_', 're_'),
  charge,
  name: 'Ada Lovelace',
})

/** Advances the time, and runs everything that becomes due meanwhile. */
async function pass(ms: number): Promise<void> {
  const end = now + ms
  await inbox.idle()
  for (;;) {
    const next = timers.toSorted((a, b) => a.at - b.at)[0]
    if (next === undefined || next.at > end) break
    timers = timers.filter((timer) => timer !== next)
    now = Math.max(now, next.at)
    next.work()
    await inbox.idle()
  }
  now = end
}

function findEvents() {
  return database.reader
    .selectFrom('webhook_events')
    .select(['event_id', 'outcome', 'payload', 'handled_at'])
    .orderBy('id')
    .execute()
}

test('a refund of a payment that Stripe does not know is tried for two hours, then passed over', async () => {
  await deliver('evt_1', 'refund.created', refundOf('ch_gone'))
  await deliver('evt_2', 'charge.refunded', { object: 'charge', id: 'ch_gone' })
  inbox.start()
  await pass(60 * 60_000)
  const waiting = { outcome: NOT_AT_PROVIDER, handled_at: null }
  expect(await findEvents()).toMatchObject([waiting, waiting])
  expect(await inbox.findWaiting()).toHaveLength(2)
  await pass(2 * 60 * 60_000)
  const events = await findEvents()
  expect(events.map(({ outcome }) => outcome)).toEqual(['foreign', 'foreign'])
  expect(events.every(({ handled_at }) => handled_at !== null)).toBe(true)
  expect(await inbox.findParked()).toEqual([])
  expect(log).not.toContain('parked')
})

test('an event that names us is parked for the host where Stripe does not know its payment', async () => {
  const metadata = { installation_id: 'ours', checkout_id: CHECKOUT.id }
  await deliver('evt_1', 'charge.refunded', { object: 'charge', id: 'ch_gone', metadata })
  inbox.start()
  await pass(3 * 60 * 60_000)
  expect(await inbox.findParked()).toHaveLength(1)
})

describe('a burst of events of other software', () => {
  async function receive(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      await deliver(`evt_${n}`, 'refund.created', refundOf(`ch_${n}`))
    }
    await deliver('evt_ours', 'refund.created', refundOf('ch_ours'))
    inbox.start()
  }

  test('has ours settled first, and asks the provider at a bounded pace', async () => {
    await receive(2_000)
    await pass(0)
    const [last] = (await findEvents()).slice(-1)
    expect(last).toMatchObject({ event_id: 'evt_ours', outcome: 'paid', handled_at: START })
    // Three calls settle ours; each of the first look-ups takes two.
    expect(stripe.requests).toHaveLength(3 + 2 * 20)
    expect(stripe.requests[0]?.path).toContain('/v1/checkout/sessions/cs_ours')
    await pass(10_000)
    expect(stripe.requests.length).toBeLessThanOrEqual(3 + 2 * (20 + 5 * 10))
    expect(stripe.requests.length).toBeGreaterThanOrEqual(3 + 2 * 5 * 10)
  })

  test('is worked off in the end, and none of it is kept', async () => {
    await receive(100)
    await pass(20_000)
    const events = await findEvents()
    expect(events.filter(({ outcome }) => outcome === 'foreign')).toHaveLength(100)
    const kept = events.filter(({ payload }) => payload !== '')
    expect(kept.map(({ event_id }) => event_id)).toEqual(['evt_ours'])
    expect(stripe.requests).toHaveLength(3 + 2 * 100)
    expect(await inbox.countUnhandled()).toEqual({ waiting: 0, parked: 0 })
  })
})

test('a payment that was foreign once is not asked about again', async () => {
  inbox.start()
  await deliver('evt_1', 'refund.created', refundOf('ch_1'))
  await pass(0)
  const asked = stripe.requests.length
  await deliver('evt_2', 'refund.updated', refundOf('ch_1'))
  await pass(0)
  expect(stripe.requests).toHaveLength(asked)
  expect(await findEvents()).toMatchObject([{ outcome: 'foreign' }, { outcome: 'foreign' }])
})

test.each([
  ['a session to set up a card', { mode: 'setup', amount_total: null, metadata: {} }],
  ['a subscription', { mode: 'subscription', metadata: null }],
  ['a payment of another installation', { metadata: { installation_id: 'b', checkout_id: 'c' } }],
  ['a checkout that we do not know', { metadata: { checkout_id: '7' } }],
])('an event of %s is passed over when it comes, and not kept', async (_, session) => {
  const object = { object: 'checkout.session', id: 'cs_1', email: 'ada@example.com', ...session }
  await deliver('evt_1', 'checkout.session.completed', object)
  expect(await findEvents()).toEqual([
    { event_id: 'evt_1', outcome: 'foreign', payload: '', handled_at: START },
  ])
  inbox.start()
  await pass(60 * 60_000)
  expect(stripe.requests).toEqual([])
  expect(log).toBe('')
})

test('an event of a payment that an earlier version began is followed', async () => {
  const metadata = { checkout_id: CHECKOUT.id }
  inbox.start()
  const object = { object: 'checkout.session', id: 'cs_ours', metadata }
  await deliver('evt_1', 'checkout.session.completed', object)
  await pass(0)
  expect(await findEvents()).toMatchObject([{ outcome: 'paid' }])
})

describe('an event of the list that cannot be read', () => {
  const item = { id: 'evt_1', type: 'refund.created', reason: 'It cannot be read: data.' }

  test('waits for the host, and is logged once', async () => {
    for (let n = 0; n < 3; n += 1) await inbox.adopt(provider, { items: [], unreadable: [item] })
    expect(await inbox.findParked()).toMatchObject([
      { event_id: 'evt_1', type: 'refund.created', outcome: item.reason },
    ])
    expect(await findEvents()).toMatchObject([{ payload: '' }])
    expect(log.match(/could not be read/g)).toHaveLength(1)
  })

  test('is not taken up again, since it names nothing', async () => {
    await inbox.adopt(provider, { items: [], unreadable: [item] })
    inbox.start()
    await inbox.resumeParked()
    await pass(0)
    expect(await inbox.countUnhandled()).toEqual({ waiting: 0, parked: 1 })
  })
})
