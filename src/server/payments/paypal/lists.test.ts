import { afterEach, describe, expect, test } from 'vitest'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { PAYPAL_EVENTS } from './webhooks/events.ts'
import { createPaypalProvider } from './paypal.ts'

const NOW = Date.UTC(2027, 0, 15, 12)
const USD = (value: string) => ({ currency_code: 'USD', value })
const LATER = '2027-01-15T11:00:00Z'

let paypal: HttpDouble

afterEach(() => paypal.close())

/**
 * Starts a provider on a PayPal with one response for each path; keys with a query match only that
 * query.
 */
async function connect(answers: Record<string, Reply>) {
  paypal = await openHttpDouble(({ path }) => {
    const plain = path.split('?')[0] ?? ''
    if (plain === '/v1/oauth2/token') return { body: { access_token: 'token', expires_in: 600 } }
    const unknown = { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
    return answers[path] ?? answers[plain] ?? unknown
  })
  return createPaypalProvider({
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    installationId: 'ours',
    apiBase: paypal.url,
    livemode: false,
    fetch,
    clock: () => NOW,
    timeoutMs: 60_000,
  })
}

const changed = (dispute_id: string, update_time = LATER) => ({ dispute_id, update_time })

const over = (...ids: string[]): Reply => ({
  body: { disputed_transactions: ids.map((id) => ({ seller_transaction_id: id })) },
})

describe('the disputes that changed', () => {
  const since = NOW - 60_000
  const query = `update_time_after=${encodeURIComponent(new Date(since).toISOString())}&page_size=50`
  const list = `/v1/customer/disputes?${query}`
  const countFetched = () => paypal.requests.filter(({ path }) => /disputes\/PP/.test(path)).length

  test('point to each of their captures, on every page', async () => {
    const next = [{ rel: 'next', href: 'https://api.paypal.com/v1/customer/disputes?page=2' }]
    const provider = await connect({
      [list]: { body: { items: [changed('PP-D-1')], links: next } },
      '/v1/customer/disputes?page=2': { body: { items: [changed('PP-D-2')], links: [] } },
      '/v1/customer/disputes/PP-D-1': over('SHOP', 'OURS'),
      '/v1/customer/disputes/PP-D-2': over('ALSO', 'OURS'),
    })
    const { items } = await provider.listChanges(since)
    expect(new Set(items.map(({ captureId }) => captureId))).toEqual(
      new Set(['SHOP', 'OURS', 'ALSO']),
    )
    expect(items).toHaveLength(3)
  })

  test('are fetched once for each change, and named again while they are listed', async () => {
    const answers: Record<string, Reply> = {
      [list]: { body: { items: [changed('PP-D-1')], links: [] } },
      '/v1/customer/disputes/PP-D-1': over('OURS'),
    }
    const provider = await connect(answers)
    await provider.listChanges(since)
    expect((await provider.listChanges(since)).items).toHaveLength(1)
    expect(countFetched()).toBe(1)
    answers[list] = { body: { items: [changed('PP-D-1', '2027-01-15T11:30:00Z')], links: [] } }
    await provider.listChanges(since)
    expect(countFetched()).toBe(2)
  })

  test('do not hold up the others where one cannot be read, or is not known', async () => {
    const provider = await connect({
      [list]: {
        body: { items: [{ dispute: 1 }, changed('PP-D-0'), changed('PP-D-1')], links: [] },
      },
      '/v1/customer/disputes/PP-D-1': over('OURS'),
    })
    const { items, unreadable } = await provider.listChanges(since)
    expect(items).toEqual([{ paymentRef: null, captureId: 'OURS' }])
    expect(unreadable).toHaveLength(1)
  })

  test('fail while they cannot be listed', async () => {
    const provider = await connect({ [list]: { status: 500, body: {} } })
    await expect(provider.listChanges(since)).rejects.toHaveProperty('code', 'unavailable')
  })
})

describe('the webhook', () => {
  async function findFaults(names: string[] | undefined): Promise<string[]> {
    const body = { event_types: (names ?? []).map((name) => ({ name })) }
    const webhook = names && { '/v1/notifications/webhooks/WH-1': { body } }
    const provider = await connect({ ...webhook })
    const results = await provider.probe()
    return results
      .filter(({ what, state }) => what.includes('webhook of') && state === 'denied')
      .map(({ sentence }) => sentence)
  }

  test('that is subscribed to all event types has no fault', async () => {
    expect(await findFaults(PAYPAL_EVENTS)).toEqual([])
    await paypal.close()
    expect(await findFaults(['*'])).toEqual([])
  })

  test('that misses an event type names it', async () => {
    const subscribed = PAYPAL_EVENTS.filter((name) => name !== 'CUSTOMER.DISPUTE.CREATED')
    expect(await findFaults(subscribed)).toEqual([
      'PayPal: the webhook is not told of CUSTOMER.DISPUTE.CREATED; add it to its event types.',
    ])
  })

  test('that PayPal does not know is the wrong one', async () => {
    expect(await findFaults(undefined)).toEqual([expect.stringContaining('PAYPAL_WEBHOOK_ID')])
  })
})

describe('an order that PayPal has forgotten', () => {
  const capture = {
    id: 'CAPTURE1',
    status: 'COMPLETED',
    amount: USD('5.00'),
    custom_id: 'ours:checkout-1',
    supplementary_data: { related_ids: { order_id: 'ORDER1' } },
  }
  const path = '/v2/payments/captures/CAPTURE1'

  test('is found by its capture', async () => {
    const provider = await connect({ [path]: { body: capture } })
    expect(await provider.find('ORDER1', 'CAPTURE1')).toMatchObject({
      status: 'paid',
      ref: 'ORDER1',
      checkoutId: 'checkout-1',
      capture: { id: 'CAPTURE1', amountCents: 500, currency: 'USD' },
    })
  })

  test.each([
    ['without its capture', { [path]: { body: capture } }, null],
    ['with a capture that is not known either', {}, 'CAPTURE1'],
    [
      'with a capture of another order',
      { [path]: { body: { ...capture, supplementary_data: null } } },
      'CAPTURE1',
    ],
  ])('is not found %s', async (_, answers, captureId) => {
    const provider = await connect(answers)
    await expect(provider.find('ORDER1', captureId)).rejects.toHaveProperty('code', 'not-found')
  })
})

test('what cannot be read now is not taken for what no list has', async () => {
  const capture = { id: 'CAPTURE1', status: 'REFUNDED', amount: USD('5.00') }
  const provider = await connect({
    '/v2/payments/captures/CAPTURE1': { body: capture },
    '/v1/customer/disputes': { body: { items: [], links: [] } },
    '/v2/payments/refunds/REFUND1': { status: 500, body: {} },
  })
  const history = await provider.findHistory({
    ref: 'ORDER1',
    captureId: 'CAPTURE1',
    refundedCents: null,
    expected: [{ part: 'refunds', id: 'REFUND1' }],
  })
  expect(history.movements).toEqual([])
  expect(history.unread).toMatchObject([{ part: 'refunds' }])
})
