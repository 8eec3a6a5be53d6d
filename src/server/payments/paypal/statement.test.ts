import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { isPermissionDenied } from '../failures/failures.ts'
import { createPaypalProvider } from './paypal.ts'
import type { Span, StatementPage } from '../reading/statement.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAY = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) }

let double: HttpDouble
let log = ''
let queries: URLSearchParams[]

afterEach(() => double.close())

async function read(
  respond: (query: URLSearchParams) => Reply,
  span: Span = DAY,
): Promise<StatementPage[]> {
  log = ''
  queries = []
  double = await openHttpDouble(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://double')
    if (pathname.endsWith('/token')) return { body: { access_token: 'token', expires_in: 900 } }
    queries.push(searchParams)
    return respond(searchParams)
  })
  const { statement } = createPaypalProvider({
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    apiBase: double.url,
    livemode: false,
    installationId: 'ours',
    fetch,
    clock: Date.now,
    timeoutMs: 60_000,
    logger: pino({}, { write: (text: string) => void (log += text) }),
  })
  return Array.fromAsync(statement.read(span))
}

const list = (infos: object[], overrides: object = {}): Reply => ({
  body: {
    transaction_details: infos.map((transaction_info) => ({ transaction_info })),
    page: 1,
    total_pages: 1,
    total_items: infos.length,
    ...overrides,
  },
})

const usd = (value: string) => ({ currency_code: 'USD', value })

/** Builds a transaction as PayPal describes it; a test overrides only what it is about. */
function info(overrides: object) {
  return {
    transaction_id: 'CAPTURE1',
    transaction_event_code: 'T0006',
    transaction_initiation_date: '2026-11-20T10:00:00+0000',
    transaction_updated_date: '2026-11-20T10:00:00+0000',
    transaction_amount: usd('10.00'),
    fee_amount: usd('-0.69'),
    transaction_status: 'S',
    custom_field: 'ours:checkout-1',
    ...overrides,
  }
}

async function readLine(overrides: object) {
  const [page] = await read(() => list([info(overrides)]))
  expect(page?.unreadable).toEqual([])
  return page?.items[0]
}

test('a payment has its fee, and names the checkout', async () => {
  expect(await readLine({})).toEqual({
    id: 'CAPTURE1:T0006',
    at: DAY.from + 10 * 60 * 60 * 1000,
    kind: 'payment',
    type: 'T0006',
    captureId: 'CAPTURE1',
    objectId: 'CAPTURE1',
    claim: { checkoutId: 'checkout-1', isMarked: true },
    grossCents: 1_000,
    feeCents: 69,
    netCents: 931,
    currency: 'USD',
  })
  expect(Object.fromEntries(queries[0] ?? [])).toEqual({
    start_date: '2026-11-20T00:00:00.000Z',
    end_date: '2026-11-20T23:59:59.999Z',
    fields: 'transaction_info',
    page_size: '500',
    page: '1',
  })
})

test('pages are read to the last one, and the time up to which they are complete', async () => {
  const pages = await read((query) =>
    list([info({ transaction_id: `C${query.get('page')}` })], {
      total_pages: 3,
      last_refreshed_datetime: '2026-11-20T22:00:00+0000',
    }),
  )
  expect(pages.flatMap(({ items }) => items.map(({ objectId }) => objectId))).toEqual([
    'C1',
    'C2',
    'C3',
  ])
  expect(pages[0]?.completeUntil).toBe(Date.UTC(2026, 10, 20, 22))
})

test('no more than 31 days are asked for at once', async () => {
  const span = { from: DAY.from, to: DAY.from + 70 * DAY_MS }
  await read(() => list([]), span)
  const days = queries.map((query) => query.get('start_date')?.slice(0, 10))
  expect(days).toEqual(['2026-12-29', '2026-11-28', '2026-11-20'])
  expect(queries[0]?.get('end_date')).toBe('2027-01-28T23:59:59.999Z')
  expect(queries.at(-1)?.get('end_date')).toBe('2026-11-27T23:59:59.999Z')
})

test('what PayPal finds too much is asked for in halves, the older one first', async () => {
  const isDay = (query: URLSearchParams) => query.get('end_date')?.endsWith('23:59:59.999Z')
  const pages = await read((query) => {
    if (query.get('start_date') === '2026-11-20T00:00:00.000Z' && isDay(query)) {
      return { status: 400, body: { name: 'RESULTSET_TOO_LARGE', debug_id: '1' } }
    }
    return list([info({})])
  })
  expect(pages).toHaveLength(2)
  expect(queries.map((query) => query.get('start_date')?.slice(11, 16))).toEqual([
    '00:00',
    '00:00',
    '12:00',
  ])
})

const OF_CAPTURE = { paypal_reference_id: 'CAPTURE1', paypal_reference_id_type: 'TXN' }

test.each([
  ['refund', 'T1107', '-3.00', -300],
  ['dispute', 'T1110', '-10.00', -1_000],
  ['dispute', 'T1111', '10.00', 1_000],
  ['dispute', 'T1106', '-10.00', -1_000],
  ['dispute', 'T1201', '-10.00', -1_000],
])('a %s (%s) names its payment', async (kind, code, value, grossCents) => {
  const line = { ...OF_CAPTURE, transaction_id: 'MOVED1', transaction_event_code: code }
  const moved = { ...line, transaction_amount: usd(value), fee_amount: undefined }
  expect(await readLine(moved)).toMatchObject({
    kind,
    captureId: 'CAPTURE1',
    objectId: 'MOVED1',
    grossCents,
    feeCents: 0,
    netCents: grossCents,
  })
})

test('a fee of its own moves nothing of the payment', async () => {
  const line = { ...OF_CAPTURE, transaction_id: 'FEE1', transaction_event_code: 'T0114' }
  const fee = { ...line, transaction_amount: usd('-15.00'), fee_amount: undefined }
  expect(await readLine(fee)).toMatchObject({
    kind: 'fee',
    captureId: 'CAPTURE1',
    grossCents: 0,
    feeCents: 1_500,
    netCents: -1_500,
  })
})

test.each([
  ['a payment that is under way', { transaction_status: 'P' }, 0],
  ['a payment that was denied', { transaction_status: 'D' }, 0],
  ['a hold on the balance', { transaction_event_code: 'T2101' }, 0],
  ['a payment that was reversed since', { transaction_status: 'V' }, 1_000],
  ['a refund under way', { transaction_event_code: 'T1107', transaction_status: 'P' }, 1_000],
])('%s moves what it does', async (_name, overrides, grossCents) => {
  expect(await readLine(overrides)).toMatchObject({ grossCents })
})

test('an unknown code and an unknown status are kept, and logged', async () => {
  const line = { ...OF_CAPTURE, transaction_event_code: 'T9900', transaction_status: 'X' }
  expect(await readLine(line)).toMatchObject({ kind: 'other', type: 'T9900', grossCents: 1_000 })
  expect(log).toContain('T9900')
  expect(log).toContain('"X"')
})

test("other installations' payments and other currencies are told as they are", async () => {
  const [page] = await read(() =>
    list([
      info({ custom_field: 'others:checkout-1' }),
      info({ custom_field: undefined, transaction_amount: { currency_code: 'EUR', value: '5' } }),
    ]),
  )
  expect(page?.items).toMatchObject([{ claim: null }, { claim: null, currency: 'EUR' }])
})

test('an order that a line refers to is no capture', async () => {
  const line = { paypal_reference_id: 'ORDER1', paypal_reference_id_type: 'ODR' }
  const refund = { ...line, transaction_event_code: 'T1107' }
  expect(await readLine(refund)).toMatchObject({ captureId: null, objectId: 'CAPTURE1' })
})

test('a line that cannot be read does not hide the others', async () => {
  const [page] = await read(() =>
    list([info({ transaction_amount: usd('1,000.00') }), info({ transaction_id: 'CAPTURE2' })]),
  )
  expect(page?.items).toMatchObject([{ objectId: 'CAPTURE2' }])
  expect(page?.unreadable).toMatchObject([{ id: 'CAPTURE1', type: 'T0006' }])
})

test('an empty day has one empty page', async () => {
  const pages = await read(() => ({ body: { total_items: 0, total_pages: 0 } }))
  expect(pages).toEqual([{ items: [], unreadable: [], completeUntil: Infinity }])
})

test('an app without the feature is denied a permission', async () => {
  const denied = read(() => ({ status: 403, body: { name: 'NOT_AUTHORIZED', debug_id: '1' } }))
  await expect(denied).rejects.toSatisfy(isPermissionDenied)
})
