import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { isPermissionDenied } from '../failures/failures.ts'
import type { StatementPage } from '../reading/statement.ts'
import { createStripeProvider } from './stripe.ts'

const DAY = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) }
const AT = DAY.from / 1000 + 60

let double: HttpDouble
let log = ''

afterEach(() => double.close())

async function read(respond: (query: URLSearchParams) => Reply): Promise<StatementPage[]> {
  log = ''
  double = await openHttpDouble(({ path }) => respond(new URL(path, 'http://double').searchParams))
  const { statement } = createStripeProvider({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiBase: double.url,
    livemode: false,
    installationId: 'ours',
    clock: Date.now,
    timeoutMs: 60_000,
    logger: pino({}, { write: (text: string) => void (log += text) }),
  })
  return Array.fromAsync(statement.read(DAY))
}

const list = (data: object[], has_more = false): Reply => ({
  body: { object: 'list', url: '/v1/balance_transactions', has_more, data },
})

/** Builds a balance transaction as Stripe describes it; a test overrides only what it is about. */
function transaction(overrides: object) {
  return {
    id: 'txn_1',
    object: 'balance_transaction',
    amount: 1_000,
    fee: 59,
    net: 941,
    created: AT,
    currency: 'usd',
    type: 'charge',
    source: charge({}),
    ...overrides,
  }
}

function charge(overrides: object) {
  const metadata = { installation_id: 'ours', checkout_id: 'checkout-1' }
  return { id: 'ch_1', object: 'charge', status: 'succeeded', metadata, ...overrides }
}

async function readLine(overrides: object) {
  const [page] = await read(() => list([transaction(overrides)]))
  expect(page?.unreadable).toEqual([])
  return page?.items[0]
}

test('a charge is a payment with its fee, and names the checkout', async () => {
  expect(await readLine({})).toEqual({
    id: 'txn_1',
    at: AT * 1000,
    kind: 'payment',
    type: 'charge',
    captureId: 'ch_1',
    objectId: 'ch_1',
    claim: { checkoutId: 'checkout-1', isMarked: true },
    grossCents: 1_000,
    feeCents: 59,
    netCents: 941,
    currency: 'USD',
  })
  const query = new URL(double.requests[0]?.path ?? '', 'http://double').searchParams
  expect(Object.fromEntries(query)).toEqual({
    'created[gte]': String(DAY.from / 1000),
    'created[lt]': String(DAY.to / 1000),
    limit: '100',
    'expand[0]': 'data.source',
  })
})

test('pages are read to the last one, a hundred lines each', async () => {
  const lines = Array.from({ length: 201 }, (_, index) => transaction({ id: `txn_${index}` }))
  const pages = await read((query) => {
    const start = lines.findIndex(({ id }) => id === query.get('starting_after')) + 1
    return list(lines.slice(start, start + 100), start + 100 < lines.length)
  })
  expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 1])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(201)
})

const refund = { id: 're_1', object: 'refund', charge: 'ch_1', metadata: {}, status: 'succeeded' }
const dispute = { id: 'dp_1', object: 'dispute', charge: 'ch_1', metadata: {}, status: 'lost' }

test.each([
  ['refund', { type: 'refund', amount: -300, fee: 0, net: -300, source: refund }, 're_1', -300],
  [
    'refund',
    { type: 'refund_failure', amount: 300, fee: 0, net: 300, source: refund },
    're_1',
    300,
  ],
  [
    'dispute',
    { type: 'adjustment', amount: -1_000, fee: 1_500, net: -2_500, source: dispute },
    'dp_1',
    -1_000,
  ],
])('a %s is recognised by its object', async (kind, line, objectId, grossCents) => {
  const read = await readLine(line)
  expect(read).toMatchObject({ kind, objectId, captureId: 'ch_1', grossCents, claim: null })
  expect(read?.feeCents).toBe(line.fee)
})

test('a bank debit that is under way has moved nothing', async () => {
  const source = charge({ id: 'py_1', status: 'pending' })
  expect(await readLine({ type: 'payment', source })).toMatchObject({
    kind: 'payment',
    captureId: 'py_1',
    grossCents: 0,
    feeCents: 0,
  })
})

test('an object that the key may not expand is recognised by its id', async () => {
  expect(await readLine({ source: 'ch_9' })).toMatchObject({ captureId: 'ch_9', claim: null })
  await double.close()
  const line = { type: 'adjustment', amount: -5, source: 'dp_9' }
  expect(await readLine(line)).toMatchObject({ kind: 'dispute', objectId: 'dp_9', captureId: null })
})

test('a fee of its own moves nothing of a payment', async () => {
  const fee = { type: 'stripe_fee', amount: -200, fee: 0, net: -200, source: null }
  expect(await readLine(fee)).toMatchObject({
    kind: 'fee',
    captureId: null,
    grossCents: 0,
    feeCents: 200,
    netCents: -200,
  })
})

test('an unknown type about a charge is kept with its amount, and logged', async () => {
  const line = { type: 'charge_correction', amount: -7, fee: 0, net: -7 }
  expect(await readLine(line)).toMatchObject({
    kind: 'other',
    type: 'charge_correction',
    captureId: 'ch_1',
    grossCents: -7,
  })
  expect(log).toContain('charge_correction')
})

test("other software's lines and other currencies are told as they are", async () => {
  const payout = { id: 'txn_2', type: 'payout', source: { id: 'po_1', object: 'payout' } }
  const euros = { id: 'txn_3', currency: 'eur', source: charge({ metadata: {} }) }
  const [page] = await read(() => list([transaction(payout), transaction(euros)]))
  expect(page?.items).toMatchObject([
    { captureId: null, objectId: null, claim: null },
    { currency: 'EUR', claim: null },
  ])
})

test('a line that cannot be read does not hide the others', async () => {
  const [page] = await read(() =>
    list([transaction({ id: 'txn_2', amount: '5' }), transaction({})]),
  )
  expect(page?.items).toHaveLength(1)
  expect(page?.unreadable).toEqual([
    { id: 'txn_2', type: 'charge', reason: 'It cannot be read: amount.' },
  ])
})

test('a key that may not read it is denied a permission', async () => {
  const message =
    "The provided key 'rk_test_*' does not have the required permissions for this endpoint. Having the 'rak_balance_read' permission would allow this request to continue."
  const denied = read(() => ({
    status: 403,
    body: { error: { type: 'invalid_request_error', message } },
  }))
  await expect(denied).rejects.toSatisfy(isPermissionDenied)
})
