import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { createCheckouts } from '#server/features/checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { Inbox } from './inbox.ts'
import { storeEvents } from './store.ts'

const NOW = 1_800_000_000_000
const FIVE = { currency_code: 'USD', value: '5.00' }
const CHECKOUT = buildCheckout({ provider: 'paypal', provider_ref: 'ORDER1', expires_at: NOW })
const SECOND = buildCheckout({ provider: 'paypal', provider_ref: 'ORDER2', expires_at: NOW })
const CAPTURE = { ...buildCapture(CHECKOUT), objectId: 'OURS' }

const FOREIGN: Reply = { body: { id: 'STRANGE', custom_id: 'a harness' } }
const OF_ANOTHER_PRODUCT: Reply = { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
const LOST: Reply = { body: nameOwner('STRANGE', 'ours:lost', 'ORDER0') }

let foreignReply: Reply
let outcome: object | undefined
let paypal: HttpDouble
let database: Database
let inbox: Inbox

beforeEach(async () => {
  outcome = undefined
  paypal = await openHttpDouble(({ path }) => answer(path))
  database = await openTestSqlite()
  await database.write(insertCheckouts, CHECKOUT)
  inbox = openInbox()
})

afterEach(async () => {
  await inbox.close()
  await database.close()
  await paypal.close()
})

function openInbox(): Inbox {
  const clock = () => NOW
  const logger = pino({ level: 'silent' })
  const keys = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' }
  const address = { apiBase: paypal.url, livemode: false, timeoutMs: 60_000, fetch }
  const provider = createPaypalProvider({ ...keys, ...address, installationId: 'ours', clock })
  const providers = { paypal: provider }
  const limits = { maxCents: 1_000_000 }
  const bus = createMemoryBus()
  const checkouts = createCheckouts({ database, providers, bus, limits, clock, logger })
  const schedule = () => () => {}
  return new Inbox({ database, checkouts, retentionDays: 30, clock, schedule, logger })
}

function nameOwner(id: string, custom_id: string, order_id: string): object {
  return { id, custom_id, supplementary_data: { related_ids: { order_id } } }
}

/** Replies as PayPal with an order of ours, and a dispute over its capture and a foreign one. */
function answer(path: string): Reply {
  if (path.startsWith('/v1/oauth2')) return { body: { access_token: 'token', expires_in: 600 } }
  if (path.startsWith('/v1/customer/disputes?')) {
    return { body: { items: [{ dispute_id: 'PP-D-1' }], links: [] } }
  }
  if (path.startsWith('/v1/customer/disputes/')) return { body: buildDispute() }
  if (path === '/v2/payments/captures/STRANGE') return foreignReply
  if (path === '/v2/payments/captures/OURS') {
    return { body: nameOwner('OURS', `ours:${CHECKOUT.id}`, 'ORDER1') }
  }
  const isSecond = path.endsWith('ORDER2')
  const { id, provider_ref } = isSecond ? SECOND : CHECKOUT
  const captures = [{ id: isSecond ? 'STRANGE' : 'OURS', status: 'COMPLETED', amount: FIVE }]
  const unit = { custom_id: `ours:${id}`, amount: FIVE, payments: { captures } }
  return { body: { id: provider_ref, status: 'COMPLETED', purchase_units: [unit] } }
}

function buildDispute(): object {
  const transactions = ['STRANGE', 'OURS'].map((id) => ({
    seller_transaction_id: id,
    gross_amount: FIVE,
  }))
  return {
    dispute_id: 'PP-D-1',
    disputed_transactions: transactions,
    create_time: new Date(NOW).toISOString(),
    update_time: new Date(NOW).toISOString(),
    status: outcome === undefined ? 'OPEN' : 'RESOLVED',
    dispute_amount: { currency_code: 'USD', value: '10.00' },
    dispute_outcome: outcome,
  }
}

async function receiveDispute(event_id = 'WH-EVENT-1'): Promise<void> {
  await database.write(storeEvents, {
    provider: 'paypal',
    event_id,
    type: 'CUSTOMER.DISPUTE.CREATED',
    payment_ref: null,
    capture_id: 'STRANGE',
    object_id: 'PP-D-1',
    object_part: 'disputes',
    other_captures: 'OURS',
    payload: '{}',
    received_at: NOW,
    attempts: 0,
    next_attempt_at: NOW,
    handled_at: null,
    parked_at: null,
    outcome: null,
    declined_checkout_id: null,
    declined_at: null,
  })
  inbox.start()
  await inbox.retryWaiting()
  await inbox.idle()
}

async function readKinds(): Promise<string[]> {
  const entries = await database.reader
    .selectFrom('ledger_entries')
    .select('kind')
    .orderBy('id')
    .execute()
  return entries.map(({ kind }) => kind)
}

function requireEvent() {
  return database.reader
    .selectFrom('webhook_events')
    .select(['outcome', 'handled_at', 'attempts'])
    .executeTakeFirstOrThrow()
}

describe.each([
  ['in the ledger already', true],
  ['still to be booked', false],
])('a dispute over several captures, ours %s', (_, isBooked) => {
  beforeEach(async () => {
    if (isBooked) await database.write(bookCaptures, CAPTURE)
  })

  test('is settled for ours where the first one is foreign', async () => {
    foreignReply = FOREIGN
    await receiveDispute()
    expect(await readKinds()).toEqual(['capture', 'dispute_open'])
    expect(await requireEvent()).toEqual({ outcome: 'paid', handled_at: NOW, attempts: 1 })
  })

  test('is settled for ours where PayPal does not know the first one', async () => {
    foreignReply = OF_ANOTHER_PRODUCT
    await receiveDispute()
    expect(await readKinds()).toEqual(['capture', 'dispute_open'])
    expect(await requireEvent()).toEqual({ outcome: 'paid', handled_at: NOW, attempts: 1 })
    expect(await inbox.findWaiting()).toEqual([])
  })

  test('is settled for ours, and tried again where the first one is said to be ours too', async () => {
    foreignReply = LOST
    await receiveDispute()
    expect(await readKinds()).toEqual(['capture', 'dispute_open'])
    const event = { outcome: 'unknown payment', handled_at: null, attempts: 1 }
    expect(await requireEvent()).toEqual(event)
    expect(await inbox.findWaiting()).toHaveLength(1)
  })
})

test('a dispute that took a part of several captures waits for the host until the split is known', async () => {
  const concerns = createConcerns({ database, clock: () => NOW, logger: pino({ level: 'silent' }) })
  const lost = { outcome_code: 'RESOLVED_BUYER_FAVOUR' }
  foreignReply = FOREIGN
  outcome = { ...lost, amount_refunded: FIVE }
  await receiveDispute()
  expect(await concerns.list()).toMatchObject([
    { kind: 'dispute_unclear', subject: CHECKOUT.id, details: { paymentRef: 'ORDER1' } },
  ])
  outcome = { ...lost, amount_refunded: { currency_code: 'USD', value: '10.00' } }
  await receiveDispute('WH-EVENT-2')
  expect(await concerns.list()).toEqual([])
})

describe('a dispute over two captures of ours', () => {
  const readOpen = () =>
    database.reader
      .selectFrom('ledger_entries')
      .select(['checkout_id', 'amount_cents'])
      .where('kind', '=', 'dispute_open')
      .orderBy('amount_cents')
      .execute()

  beforeEach(async () => {
    await database.write(insertCheckouts, SECOND)
    await database.write(bookCaptures, CAPTURE)
    await database.write(bookCaptures, { ...buildCapture(SECOND), objectId: 'STRANGE' })
  })

  test('takes from each what was paid there', async () => {
    const shares = [CHECKOUT.id, SECOND.id].map((id) => ({ checkout_id: id, amount_cents: 500 }))
    await receiveDispute()
    expect(await readOpen()).toEqual(expect.arrayContaining(shares))
    expect(await readOpen()).toHaveLength(2)
  })

  test('that was recorded under its own id is recorded by capture, once', async () => {
    const movements = [{ kind: 'dispute_open' as const, objectId: 'PP-D-1', amountCents: 500 }]
    await database.write(bookCaptures, { ...CAPTURE, movements })
    await receiveDispute()
    const { net } = await database.reader
      .selectFrom('donations')
      .select(({ fn }) => fn.sum<number>('amount_cents').as('net'))
      .executeTakeFirstOrThrow()
    expect(net).toBe(0)
    expect(await readKinds()).toContain('dispute_won')
  })
})
