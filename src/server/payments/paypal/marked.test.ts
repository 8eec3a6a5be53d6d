import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import type { MarkedPage } from '../reading/marked-payments.ts'
import { createPaypalProvider } from './paypal.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY_MS = 24 * 60 * 60 * 1000
const OLD = '2026-01-02T03:04:05Z'

let paypal: HttpDouble
let events: object[]
let search: (query: URLSearchParams) => Reply

beforeEach(async () => {
  events = []
  search = () => page([])
  paypal = await openHttpDouble(({ path }): Reply => {
    if (path.startsWith('/v1/oauth2')) return { body: { access_token: 't', expires_in: 900 } }
    const { pathname, searchParams } = new URL(path, 'http://paypal')
    if (pathname === '/v1/reporting/transactions') return search(searchParams)
    return { body: { events, links: [] } }
  })
})

afterEach(() => paypal.close())

function page(transaction_details: object[], total_pages = 1): Reply {
  return { body: { transaction_details, total_pages } }
}

function buildTransaction(info: object = {}) {
  const transaction_info = {
    transaction_id: 'CAP1',
    transaction_status: 'S',
    transaction_initiation_date: OLD,
    transaction_amount: { currency_code: 'USD', value: '5.00' },
    invoice_id: 'donation-1',
    custom_field: 'ours:checkout-1',
    ...info,
  }
  return { transaction_info, payer_info: { payer_name: { given_name: 'Ada' } } }
}

async function list(): Promise<MarkedPage[]> {
  const provider = createPaypalProvider({
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    apiBase: paypal.url,
    livemode: false,
    installationId: 'ours',
    fetch,
    clock: () => NOW,
    timeoutMs: 60_000,
  })
  return Array.fromAsync(provider.listMarked())
}

/** Returns whether the requested window contains the old transaction's time. */
function hasOld(query: URLSearchParams): boolean {
  const at = Date.parse(OLD)
  return (
    Date.parse(query.get('start_date') ?? '') <= at && at < Date.parse(query.get('end_date') ?? '')
  )
}

test('the search covers three years, in windows that PayPal allows', async () => {
  search = (query) => page(hasOld(query) ? [buildTransaction()] : [])
  const items = (await list()).flatMap((one) => one.items)
  expect(items).toEqual([
    {
      installationId: 'ours',
      checkoutId: 'checkout-1',
      isOurs: true,
      ref: null,
      captureId: 'CAP1',
      amountCents: 500,
      currency: 'USD',
      at: Date.parse(OLD),
      payerName: 'Ada',
      donationId: 'donation-1',
    },
  ])
  const windows = paypal.requests
    .filter(({ path }) => path.startsWith('/v1/reporting'))
    .map(({ path }) => new URL(path, 'http://paypal').searchParams)
    .map((query) => [
      Date.parse(query.get('start_date') ?? ''),
      Date.parse(query.get('end_date') ?? ''),
    ])
  expect(windows[0]?.[1]).toBeCloseTo(NOW, -4)
  for (const [from = 0, to = 0] of windows) expect(to - from).toBeLessThanOrEqual(31 * DAY_MS)
  expect(windows.at(-1)?.[0]).toBeCloseTo(NOW - 3 * 365 * DAY_MS, -4)
})

test('refunds, fees, what was denied or waits, and what others sold are passed over', async () => {
  const others = [
    buildTransaction({ transaction_amount: { currency_code: 'USD', value: '-5.00' } }),
    buildTransaction({ transaction_status: 'D' }),
    buildTransaction({ transaction_status: 'P' }),
    buildTransaction({ custom_field: 'order 7' }),
    buildTransaction({ custom_field: undefined }),
  ]
  search = (query) => page(hasOld(query) ? others : [])
  expect((await list()).flatMap((one) => one.items)).toEqual([])
})

test('a page leads to the next one, and a time with too much is halved', async () => {
  search = (query) => {
    if (!hasOld(query)) return page([])
    const days = Date.parse(query.get('end_date') ?? '') - Date.parse(query.get('start_date') ?? '')
    if (days > 20 * DAY_MS) {
      return { status: 400, body: { name: 'RESULTSET_TOO_LARGE', debug_id: 'd' } }
    }
    const transaction_id = `CAP${query.get('page')}`
    return page([buildTransaction({ transaction_id })], 2)
  }
  const items = (await list()).flatMap((one) => one.items)
  expect(items.map(({ captureId }) => captureId)).toEqual(['CAP1', 'CAP2'])
})

test('an app that may not search has a limit sentence, and reads the events of a month', async () => {
  const resource = {
    id: 'CAP9',
    custom_id: 'another:checkout-9',
    amount: { currency_code: 'EUR', value: '7.00' },
    create_time: OLD,
    supplementary_data: { related_ids: { order_id: 'ORDER9' } },
  }
  const type = 'PAYMENT.CAPTURE.COMPLETED'
  events = [
    { id: 'WH-1', event_type: type, create_time: OLD, resource },
    { id: 'WH-2', event_type: type, create_time: OLD, resource: { id: 7, custom_id: 'ours:x' } },
    {
      id: 'WH-3',
      event_type: type,
      create_time: OLD,
      resource: { ...resource, custom_id: 'harness' },
    },
  ]
  search = () => ({ status: 403, body: { name: 'NOT_AUTHORIZED', debug_id: 'd' } })
  const [told, limited] = await list()
  expect(told?.items).toMatchObject([
    { installationId: 'another', isOurs: false, ref: 'ORDER9', captureId: 'CAP9', currency: 'EUR' },
  ])
  expect(told?.unreadable).toMatchObject([{ id: 'WH-2' }])
  expect(limited?.limit).toContain('PayPal: only the last 30 days could be looked at')
})
