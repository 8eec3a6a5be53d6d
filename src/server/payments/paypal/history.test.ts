import { afterEach, describe, expect, test } from 'vitest'
import {
  openHttpDouble,
  type HttpDouble,
  type ReceivedRequest,
} from '#tests/helpers/network/http-double.ts'
import { createPaypalProvider } from './paypal.ts'
import type { Movement, ObjectRef } from '../provider.ts'

const NOW = Date.UTC(2027, 0, 15, 12)
const USD = (value: string) => ({ currency_code: 'USD', value })
const UP = (id: string) => ({
  rel: 'up',
  href: `https://api.paypal.com/v2/payments/captures/${id}`,
})

const DISPUTE = {
  dispute_id: 'PP-D-1',
  status: 'OPEN',
  dispute_amount: USD('3.00'),
  disputed_transactions: [{ seller_transaction_id: 'CAPTURE1' }],
}
const REFUND = { id: 'REFUND1', status: 'COMPLETED', amount: USD('2.00'), links: [UP('CAPTURE1')] }

let paypal: HttpDouble
/** The lead of PayPal's clock over ours, ms. */
let leadMs = 0

afterEach(async () => {
  leadMs = 0
  await paypal.close()
})

type Answers = Record<string, object | ((request: ReceivedRequest) => object)>

/** Starts a provider on a PayPal with one response for each path without its query. */
async function connect(answers: Answers) {
  paypal = await openHttpDouble((request) => {
    const path = request.path.split('?')[0] ?? ''
    const headers = { date: new Date(NOW + leadMs).toUTCString() }
    if (path === '/v1/oauth2/token') {
      return { headers, body: { access_token: 'token', expires_in: 600 } }
    }
    const answer = answers[path]
    if (answer === undefined) return { headers, status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
    return { headers, body: typeof answer === 'function' ? answer(request) : answer }
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

const CAPTURE = { id: 'CAPTURE1', status: 'COMPLETED', amount: USD('5.00') }

async function findMovements(...told: Parameters<typeof findHistory>): Promise<Movement[]> {
  return (await findHistory(...told)).movements
}

/**
 * Returns the provider's history of a capture whose order has these refunds, disputes and captures.
 */
async function findHistory(
  refunds: object[],
  disputes: (typeof DISPUTE)[],
  captures: object[] = [CAPTURE],
  expected: ObjectRef[] = [],
) {
  const payments = { captures, refunds }
  const unit = { custom_id: 'checkout-1', amount: USD('5.00'), payments }
  const summaries = disputes.map(({ dispute_id }) => ({ dispute_id }))
  const provider = await connect({
    '/v2/checkout/orders/ORDER1': { id: 'ORDER1', status: 'COMPLETED', purchase_units: [unit] },
    '/v1/customer/disputes': { items: summaries, links: [] },
    // PayPal's response for a refund that it cannot read now.
    '/v2/payments/refunds/UNREADABLE': {},
    ...Object.fromEntries(
      disputes.map((dispute) => [`/v1/customer/disputes/${dispute.dispute_id}`, dispute]),
    ),
  })
  return provider.findHistory({
    ref: 'ORDER1',
    captureId: 'CAPTURE1',
    refundedCents: null,
    expected,
  })
}

describe('what became of a capture', () => {
  test('that is PARTIALLY_REFUNDED without a refund or dispute is not guessed', async () => {
    const capture = { ...CAPTURE, status: 'PARTIALLY_REFUNDED' }
    expect(await findHistory([], [], [capture])).toMatchObject({
      movements: [],
      unread: [
        {
          part: 'refunds',
          error: { message: 'PayPal does not say how money of this payment went back.' },
        },
      ],
    })
  })

  test('that is REFUNDED since a moment waits for the list to say by what', async () => {
    const update_time = new Date(NOW - 10_000).toISOString()
    const history = await findHistory([], [], [{ ...CAPTURE, status: 'REFUNDED', update_time }])
    expect(history).toMatchObject({ movements: [], missing: ['CAPTURE1'] })
  })

  test('that a capture’s status tells is timed by PayPal’s clock', async () => {
    leadMs = 60 * 60_000
    const updatedAt = (agoMs: number) => new Date(NOW + leadMs - agoMs).toISOString()
    const refunded = (agoMs: number) => [
      { ...CAPTURE, status: 'REFUNDED', update_time: updatedAt(agoMs) },
    ]
    expect(await findMovements([], [], refunded(20 * 60_000))).toMatchObject([
      { kind: 'refund', objectId: 'CAPTURE1', amountCents: 500 },
    ])
    await paypal.close()
    expect((await findHistory([], [], refunded(60_000))).missing).toEqual(['CAPTURE1'])
  })

  test('that is REFUNDED since long is gone, also what no refund or dispute explains', async () => {
    const capture = { ...CAPTURE, status: 'REFUNDED', update_time: '2027-01-14T00:00:00Z' }
    const history = await findHistory([REFUND], [], [capture])
    expect(history.movements).toEqual([
      { kind: 'refund', objectId: 'REFUND1', amountCents: 200 },
      { kind: 'refund', objectId: 'CAPTURE1', amountCents: 300 },
    ])
    expect(history.missing).toEqual([])
  })

  test('that is REFUNDED may have gone back by a dispute', async () => {
    const dispute = { ...DISPUTE, dispute_amount: USD('5.00') }
    const movements = await findMovements([], [dispute], [{ ...CAPTURE, status: 'REFUNDED' }])
    expect(movements).toEqual([{ kind: 'dispute_open', objectId: 'PP-D-1', amountCents: 500 }])
  })

  test('by a dispute is unknown while a refund that may have settled it cannot be read', async () => {
    const unreadable: ObjectRef = { part: 'refunds', id: 'UNREADABLE' }
    const history = await findHistory([], [DISPUTE], [CAPTURE], [unreadable])
    expect(history.movements).toEqual([])
    expect(history.unread.map(({ part }) => part)).toEqual(['refunds', 'disputes'])
  })

  test("another payment's dispute is not its own, whatever the list says", async () => {
    const disputed_transactions = [{ seller_transaction_id: 'CAPTURE2' }]
    expect(await findMovements([], [{ ...DISPUTE, disputed_transactions }])).toEqual([])
  })

  test('is asked of its order and its disputes', async () => {
    await findMovements([], [])
    expect(paypal.requests.map(({ path }) => path)).toContain(
      '/v1/customer/disputes?disputed_transaction_id=CAPTURE1&page_size=50',
    )
  })

  test.each([
    ['COMPLETED', ['refund']],
    ['PENDING', ['refund']],
    ['FAILED', ['refund', 'refund_reversal']],
    ['CANCELLED', ['refund', 'refund_reversal']],
  ])('a refund that is %s: %j', async (status, kinds) => {
    const movements = await findMovements([{ ...REFUND, status }], [])
    expect(movements).toEqual(
      kinds.map((kind) => ({ kind, objectId: 'REFUND1', amountCents: 200 })),
    )
  })

  test('is not what became of another one, unless nobody says of which', async () => {
    const other = { ...REFUND, id: 'REFUND2', links: [UP('CAPTURE2')] }
    const nameless = { ...REFUND, id: 'REFUND3', links: null }
    const movements = await findMovements([REFUND, other, nameless], [])
    expect(movements.map(({ objectId }) => objectId)).toEqual(['REFUND1', 'REFUND3'])
  })

  test.each(['OPEN', 'WAITING_FOR_BUYER_RESPONSE', 'UNDER_REVIEW', 'OTHER'])(
    'a dispute that is %s is open, an inquiry too',
    async (status) => {
      const dispute = { ...DISPUTE, status, dispute_life_cycle_stage: 'INQUIRY' }
      expect(await findMovements([], [dispute])).toEqual([
        { kind: 'dispute_open', objectId: 'PP-D-1', amountCents: 300 },
      ])
    },
  )

  test.each([
    ['RESOLVED_SELLER_FAVOUR', 'dispute_won'],
    ['RESOLVED_WITH_PAYOUT', 'dispute_won'],
    ['CANCELED_BY_BUYER', 'dispute_won'],
    ['DENIED', 'dispute_won'],
    ['NONE', 'dispute_won'],
    ['RESOLVED_BUYER_FAVOUR', 'dispute_lost'],
    ['ACCEPTED', 'dispute_lost'],
  ])('a dispute that ended with %s ends with %s', async (outcome_code, kind) => {
    const resolved = { ...DISPUTE, status: 'RESOLVED', dispute_outcome: { outcome_code } }
    const movements = await findMovements([], [resolved])
    expect(movements.map((movement) => movement.kind)).toEqual(['dispute_open', kind])
  })

  test('a dispute that is lost in part gives the rest back', async () => {
    const dispute_outcome = { outcome_code: 'ACCEPTED', amount_refunded: USD('1.25') }
    const lost = { ...DISPUTE, status: 'RESOLVED', dispute_outcome }
    const movements = await findMovements([], [lost])
    expect(movements.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['dispute_open', 300],
      ['dispute_lost', 300],
      ['dispute_won', 175],
    ])
  })

  test('by a dispute that ended nobody knows how stays away, and is for the host to see', async () => {
    expect(await findHistory([], [{ ...DISPUTE, status: 'RESOLVED' }])).toMatchObject({
      movements: [{ kind: 'dispute_open', amountCents: 300 }],
      unread: [
        {
          part: 'disputes',
          error: { message: 'PayPal does not say how a dispute of this payment ended.' },
        },
      ],
    })
  })

  test('comes in the order in which it happened', async () => {
    const late = { ...REFUND, id: 'REFUND2', create_time: '2027-01-03T00:00:00Z' }
    const early = { ...REFUND, create_time: '2027-01-01T00:00:00Z' }
    const dispute = { ...DISPUTE, create_time: '2027-01-02T00:00:00Z' }
    const movements = await findMovements([late, early], [dispute])
    const ids = new Set(movements.map(({ objectId }) => objectId))
    expect([...ids]).toEqual(['REFUND1', 'PP-D-1', 'REFUND2'])
  })

  test('in another currency than ours is not for us to add up', async () => {
    const amount = { currency_code: 'EUR', value: '2.00' }
    const attempt = findMovements([{ ...REFUND, amount }], [])
    await expect(attempt).rejects.toMatchObject({
      code: 'failed-precondition',
      message: 'PayPal moved money of this payment in EUR (REFUND1).',
    })
  })
})

describe('the owner of a capture', () => {
  const ofOrder = { supplementary_data: { related_ids: { order_id: 'ORDER1' } } }

  test.each([
    [
      'is our order',
      { custom_id: 'ours:checkout-1', ...ofOrder },
      { ref: 'ORDER1', checkoutId: 'checkout-1', isMarked: true },
    ],
    [
      'may be ours where an earlier version made the order',
      { custom_id: 'checkout-1', ...ofOrder },
      { ref: 'ORDER1', checkoutId: 'checkout-1', isMarked: false },
    ],
    ['is another installation', { custom_id: 'theirs:checkout-1', ...ofOrder }, undefined],
    ['is other software', { custom_id: '{"id":1,"key":"wc_1"}', ...ofOrder }, undefined],
    ['is nobody of ours without a checkout', ofOrder, undefined],
    ['is nobody of ours without an order', { custom_id: 'checkout-1' }, undefined],
  ])('%s', async (_, capture, owner) => {
    const path = '/v2/payments/captures/CAPTURE1'
    const provider = await connect({ [path]: { id: 'CAPTURE1', ...capture } })
    expect(await provider.findOwner({ paymentRef: null, captureId: 'CAPTURE1' })).toEqual(owner)
  })
})

describe('the owner of an order', () => {
  const OURS = { custom_id: 'ours:checkout-1' }

  test.each([
    ['is our checkout', { purchase_units: [OURS] }, true],
    ['is other software where it has several units', { purchase_units: [OURS, OURS] }, false],
    [
      'is other software for an authorisation',
      { intent: 'AUTHORIZE', purchase_units: [OURS] },
      false,
    ],
    ['is other software without units', {}, false],
  ])('%s', async (_, order, isOurs) => {
    const provider = await connect({ '/v2/checkout/orders/ORDER1': { id: 'ORDER1', ...order } })
    const owner = await provider.findOwner({ paymentRef: 'ORDER1', captureId: null })
    expect(owner !== undefined).toBe(isOurs)
  })
})

describe('the list of events', () => {
  const EVENTS = '/v1/notifications/webhooks-events'
  const type = 'CHECKOUT.ORDER.APPROVED'
  const event = (id: string, day: number, event_type = type) => ({
    id,
    event_type,
    create_time: `2027-01-0${day}T00:00:00Z`,
    resource: { id: `ORDER-${id}` },
  })

  test('is read from then until now, the oldest first, of what we follow', async () => {
    const events = [event('C', 3), event('B', 2, 'BILLING.PLAN.CREATED'), event('A', 1)]
    const provider = await connect({ [EVENTS]: { events, links: [] } })
    const { items: listed } = await provider.listEvents(NOW - 1_500)
    expect(listed).toMatchObject([
      { id: 'A', type, paymentRef: 'ORDER-A', captureId: null, declined: null },
      { id: 'C', type, paymentRef: 'ORDER-C', captureId: null, declined: null },
    ])
    const payloads = listed.map(({ payload }): unknown => JSON.parse(payload))
    expect(payloads).toEqual([event('A', 1), event('C', 3)])
    const query = new URLSearchParams(paypal.requests.at(-1)?.path.split('?')[1])
    expect(Object.fromEntries(query)).toEqual({
      start_time: '2027-01-15T11:59:58Z',
      end_time: '2027-01-15T12:00:01Z',
      page_size: '300',
    })
  })

  test('follows a link to the next page with its query alone, never to another host', async () => {
    const elsewhere = await openHttpDouble(() => ({ body: { events: [], links: [] } }))
    const next = { rel: 'next', href: `${elsewhere.url}/v2/payments?page=2` }
    const provider = await connect({
      [EVENTS]: ({ path }) =>
        path.endsWith('?page=2')
          ? { events: [event('A', 1)], links: [] }
          : { events: [event('B', 2)], links: [next] },
    })
    expect((await provider.listEvents(0)).items).toMatchObject([{ id: 'A' }, { id: 'B' }])
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  test('that leads back to itself is not believed', async () => {
    const next = { rel: 'next', href: `https://api.paypal.com${EVENTS}?page=2` }
    const provider = await connect({ [EVENTS]: { events: [], links: [next] } })
    await expect(provider.listEvents(0)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('separates unreadable events from the others', async () => {
    const events = [event('B', 2), { ...event('A', 1), resource: null }, 'noise', { id: 'C' }]
    const provider = await connect({ [EVENTS]: { events, links: [] } })
    const { items, unreadable } = await provider.listEvents(0)
    expect(items).toMatchObject([{ id: 'B' }])
    expect(unreadable).toEqual([
      { id: 'C', type: 'unknown', reason: 'It cannot be read: event_type.' },
      {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        type: 'unknown',
        reason: 'It cannot be read: all of it.',
      },
      { id: 'A', type, reason: 'It cannot be read: resource.' },
    ])
  })
})
