import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble } from '#tests/helpers/network/http-double.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { netOf } from '#server/payments/reading/money-effects.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import { createCheckouts, type Checkouts } from '../checkouts.ts'
import { insertCheckouts } from '../store.ts'

const USD = { currency_code: 'USD', value: '5.00' }
const CHECKOUT = buildCheckout({ provider: 'paypal', provider_ref: 'ORDER1' })
const REFUND = { id: 'REFUND1', status: 'COMPLETED', amount: USD }
const UNKNOWN = { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }

let paypal: HttpDouble
let order: { status?: number; body: object }
let lone: { status?: number; body: object }
let captureIssue: string
let database: Database
let checkouts: Checkouts

beforeEach(async () => {
  lone = UNKNOWN
  paypal = await openHttpDouble(({ path }) => {
    if (path.startsWith('/v1/oauth2')) return { body: { access_token: 'token', expires_in: 600 } }
    if (path.startsWith('/v1/customer')) return { body: { items: [], links: [] } }
    if (path.startsWith('/v2/payments/refunds')) return { body: REFUND }
    if (path.startsWith('/v2/payments/captures')) return lone
    return path.endsWith('/capture') ? refuse(captureIssue) : order
  })
  const clock = () => CHECKOUT.expires_at + 1
  const credentials = {
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    installationId: 'ours',
  }
  const address = { apiBase: paypal.url, livemode: false, fetch, timeoutMs: 60_000 }
  database = await openTestSqlite()
  checkouts = createCheckouts({
    database,
    providers: { paypal: createPaypalProvider({ ...credentials, ...address, clock }) },
    bus: createMemoryBus(),
    limits: { maxCents: 1_000_000 },
    clock,
    logger: pino({ level: 'silent' }),
  })
  await database.write(insertCheckouts, CHECKOUT)
})

afterEach(async () => {
  await database.close()
  await paypal.close()
})

function refuse(issue: string) {
  return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } }
}

function tellOrder(status: string, captures: object[] = [], payer?: object): void {
  const unit = { custom_id: CHECKOUT.id, amount: USD, payments: { captures } }
  order = { body: { id: 'ORDER1', status, purchase_units: [unit], payer } }
}

async function ask(trigger: 'approval' | 'event'): Promise<string> {
  const checkout = await checkouts.require(CHECKOUT.id)
  await checkouts.settle(checkout, trigger)
  return (await checkouts.require(CHECKOUT.id)).state
}

test('a payment under way whose capture is declined waits for its payer again', async () => {
  tellOrder('APPROVED')
  captureIssue = 'ORDER_COMPLETION_IN_PROGRESS'
  expect(await ask('approval')).toBe('processing')
  captureIssue = 'INSTRUMENT_DECLINED'
  expect(await ask('event')).toBe('awaiting_payer')
})

test('a payment under way of which nothing was taken waits for its payer again', async () => {
  tellOrder('APPROVED')
  captureIssue = 'ORDER_COMPLETION_IN_PROGRESS'
  await ask('approval')
  tellOrder('PAYER_ACTION_REQUIRED')
  expect(await ask('event')).toBe('awaiting_payer')
})

test('a payment whose capture PayPal was asked for, and that it has forgotten, goes to review', async () => {
  tellOrder('APPROVED')
  captureIssue = 'ORDER_COMPLETION_IN_PROGRESS'
  await ask('approval')
  order = UNKNOWN
  expect(await ask('event')).toBe('review')
  expect((await checkouts.require(CHECKOUT.id)).reason).toMatch(
    /^PayPal does not know this order: /,
  )
})

test('a payment under way is booked from its capture where PayPal forgets its order', async () => {
  const name = { given_name: 'Grace' }
  tellOrder('COMPLETED', [{ id: 'CAPTURE1', status: 'PENDING', amount: USD }], { name })
  expect(await ask('event')).toBe('processing')
  order = UNKNOWN
  const supplementary_data = { related_ids: { order_id: 'ORDER1' } }
  const mark = { custom_id: CHECKOUT.id, supplementary_data }
  lone = { body: { id: 'CAPTURE1', status: 'COMPLETED', amount: USD, ...mark } }
  expect(await ask('event')).toBe('paid')
  const donation = database.reader.selectFrom('donations').select(['name', 'amount_cents'])
  expect(await donation.execute()).toEqual([{ name: 'Grace', amount_cents: 500 }])
})

test('an event about a paid order that PayPal does not find is not taken for done', async () => {
  tellOrder('COMPLETED', [{ id: 'CAPTURE1', status: 'COMPLETED', amount: USD }])
  expect(await ask('event')).toBe('paid')
  order = UNKNOWN
  await expect(ask('event')).rejects.toHaveProperty('code', 'not-found')
})

test('a refund that no list has is booked once, however many ask at once', async () => {
  tellOrder('COMPLETED', [{ id: 'CAPTURE1', status: 'COMPLETED', amount: USD }])
  await ask('event')
  const update_time = new Date(CHECKOUT.expires_at - 60 * 60 * 1000).toISOString()
  tellOrder('COMPLETED', [{ id: 'CAPTURE1', status: 'REFUNDED', amount: USD, update_time }])
  const checkout = await checkouts.require(CHECKOUT.id)
  await Promise.all([
    checkouts.settle(checkout, 'event'),
    checkouts.settle(checkout, 'event', {
      expected: [{ part: 'refunds', id: 'REFUND1' }],
    }),
  ])
  const entries = await database.reader
    .selectFrom('ledger_entries')
    .select(['kind', 'amount_cents as amountCents'])
    .execute()
  expect(netOf(entries)).toBe(0)
})
