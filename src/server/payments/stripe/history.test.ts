import { afterEach, describe, expect, test } from 'vitest'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import type { CapturedPayment, MoneyHistory, Movement } from '../provider.ts'
import { createStripeProvider } from './stripe.ts'

const REFUND = {
  id: 're_1',
  object: 'refund',
  amount: 200,
  currency: 'usd',
  created: 1_800_000_000,
  charge: 'ch_1',
  status: 'succeeded',
}
const DISPUTE = { ...REFUND, id: 'du_1', object: 'dispute', amount: 300, status: 'needs_response' }

let stripe: HttpDouble

afterEach(() => stripe.close())

const CHARGE: CapturedPayment = {
  ref: 'cs_1',
  captureId: 'ch_1',
  refundedCents: 0,
  expected: [],
}

/** Returns the movements that we read from Stripe's lists. */
async function findMovements(refunds: object[], disputes: object[]): Promise<Movement[]> {
  return (await findHistory({ refunds, disputes })).movements
}

/**
 * Returns the history that we read from Stripe's lists, and from further objects by their paths.
 */
async function findHistory(
  {
    refunds = [],
    disputes = [],
    beside = {},
  }: { refunds?: object[]; disputes?: object[]; beside?: Record<string, Reply> },
  charge: Partial<CapturedPayment> = {},
): Promise<MoneyHistory> {
  stripe = await openHttpDouble(({ path }) => {
    const data = { '/v1/refunds': refunds, '/v1/disputes': disputes }[path.split('?')[0] ?? '']
    const known = beside[path.split('?')[0] ?? '']
    if (known !== undefined) return known
    return data === undefined ? MISSING : { body: { data, has_more: false } }
  })
  return connect().findHistory({ ...CHARGE, ...charge })
}

const MISSING: Reply = {
  status: 404,
  body: { error: { type: 'invalid_request_error', message: 'No such object' } },
}

const DENIED: Reply = {
  status: 403,
  body: {
    error: { type: 'invalid_request_error', message: 'The key lacks required permissions.' },
  },
}

function connect(overrides: object = {}) {
  return createStripeProvider({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    installationId: 'ours',
    apiBase: stripe.url,
    livemode: false,
    clock: Date.now,
    timeoutMs: 60_000,
    ...overrides,
  })
}

describe('what became of a charge', () => {
  test('is asked of its refunds and its disputes', async () => {
    await findMovements([], [])
    const paths = stripe.requests.map(({ path }) => path).toSorted()
    expect(paths).toEqual([
      '/v1/disputes?charge=ch_1&limit=100',
      '/v1/refunds?charge=ch_1&limit=100',
    ])
  })

  test.each([
    ['pending', ['refund']],
    ['requires_action', ['refund']],
    ['succeeded', ['refund']],
    ['failed', ['refund', 'refund_reversal']],
    ['canceled', ['refund', 'refund_reversal']],
  ])('a refund that is %s: %j', async (status, kinds) => {
    const movements = await findMovements([{ ...REFUND, status }], [])
    expect(movements).toEqual(kinds.map((kind) => ({ kind, objectId: 're_1', amountCents: 200 })))
  })

  test.each([
    ['warning_needs_response', []],
    ['warning_under_review', []],
    ['warning_closed', []],
    ['prevented', []],
    ['needs_response', ['dispute_open']],
    ['under_review', ['dispute_open']],
    ['appeal_needs_response', ['dispute_open']],
    ['appeal_under_review', ['dispute_open']],
    ['won', ['dispute_open', 'dispute_won']],
    ['lost', ['dispute_open', 'dispute_lost']],
  ])('a dispute that is %s: %j', async (status, kinds) => {
    const movements = await findMovements([], [{ ...DISPUTE, status }])
    expect(movements).toEqual(kinds.map((kind) => ({ kind, objectId: 'du_1', amountCents: 300 })))
  })

  test('by a refund whose status is new has left', async () => {
    const movements = await findMovements([{ ...REFUND, status: 'lent' }], [])
    expect(movements.map(({ kind }) => kind)).toEqual(['refund'])
  })

  test.each([
    [[{ amount: -300 }], ['dispute_open']],
    [
      [{ amount: -300 }, { amount: 300 }],
      ['dispute_open', 'dispute_won'],
    ],
    [[], []],
    [undefined, []],
  ])('by a dispute whose status is new, with %j taken: %j', async (balance_transactions, kinds) => {
    const dispute = { ...DISPUTE, status: 'new', balance_transactions }
    const movements = await findMovements([], [dispute])
    expect(movements.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('comes in the order in which it happened', async () => {
    const later = { ...REFUND, id: 're_2', created: REFUND.created + 2 }
    const dispute = { ...DISPUTE, created: REFUND.created + 1 }
    const movements = await findMovements([later, REFUND], [dispute])
    expect(movements.map(({ objectId }) => objectId)).toEqual(['re_1', 'du_1', 're_2'])
  })

  test('in another currency than ours is not for us to add up', async () => {
    const dispute = { ...DISPUTE, currency: 'eur' }
    await expect(findMovements([REFUND], [dispute])).rejects.toMatchObject({
      code: 'failed-precondition',
      message: 'Stripe moved money of this payment in EUR (du_1).',
    })
  })

  test.each([{ status: 7 }, { amount: 0.5 }, { amount: '200' }, { currency: null }])(
    'is not believed with %o, and the rest is read',
    async (change) => {
      const history = await findHistory({
        refunds: [{ ...REFUND, ...change }],
        disputes: [DISPUTE],
      })
      expect(history).toMatchObject({
        unread: [{ part: 'refunds', error: { code: 'unavailable' } }],
      })
      expect(history.movements.map(({ objectId }) => objectId)).toEqual(['du_1'])
    },
  )

  test('takes a refund whose status nobody knows for one that has left', async () => {
    const [movement] = await findMovements([{ ...REFUND, status: 'lent' }], [])
    expect(movement).toEqual({ kind: 'refund', objectId: 're_1', amountCents: 200 })
  })

  test.each([
    [[{ amount: -300 }], ['dispute_open']],
    [
      [{ amount: -300 }, { amount: 300 }],
      ['dispute_open', 'dispute_won'],
    ],
    [[], []],
    [null, []],
  ])('follows the balance %j of a dispute whose status nobody knows', async (entries, kinds) => {
    const dispute = { ...DISPUTE, status: 'lent', balance_transactions: entries }
    const movements = await findMovements([], [dispute])
    expect(movements.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('has the refunds if the key may not read disputes', async () => {
    const history = await findHistory({ refunds: [REFUND], beside: { '/v1/disputes': DENIED } })
    expect(history.movements.map(({ objectId }) => objectId)).toEqual(['re_1'])
    expect(history.unread).toMatchObject([
      { part: 'disputes', error: { code: 'unavailable', denial: 'permission' } },
    ])
  })

  test('fails where nothing can be read', async () => {
    const beside = { '/v1/disputes': DENIED, '/v1/refunds': DENIED }
    await expect(findHistory({ beside })).rejects.toMatchObject({ denial: 'permission' })
  })

  test('includes what an event has named and the list does not have yet', async () => {
    const expected = [
      { part: 'refunds', id: 're_1' },
      { part: 'disputes', id: 'du_1' },
    ] as const
    const beside = { '/v1/refunds/re_1': { body: REFUND }, '/v1/disputes/du_1': { body: DISPUTE } }
    const history = await findHistory({ beside }, { expected })
    expect(history.movements.map(({ kind }) => kind)).toEqual(['refund', 'dispute_open'])
    expect(history.missing).toEqual([])
  })

  test('misses what an event has named and Stripe does not know yet', async () => {
    const history = await findHistory({}, { expected: [{ part: 'disputes', id: 'du_1' }] })
    expect(history).toMatchObject({ movements: [], missing: ['du_1'] })
  })

  test('misses refunds that the charge speaks of and the list does not', async () => {
    const history = await findHistory({ refunds: [REFUND] }, { refundedCents: 350 })
    expect(history.missing).toEqual(['ch_1'])
    // Entries that were recorded under the charge's id before stay.
    expect(history.objectIds).toEqual(['re_1'])
  })

  test('takes what the charge alone speaks of for a refund once it has waited for the list', async () => {
    const unlistedSince = Date.now() - 16 * 60_000
    const behind = { refundedCents: 350, unlistedSince }
    expect(await findHistory({ refunds: [REFUND] }, behind)).toMatchObject({
      movements: [
        { kind: 'refund', objectId: 're_1', amountCents: 200 },
        { kind: 'refund', objectId: 'ch_1', amountCents: 150 },
      ],
      missing: [],
    })
  })

  test('takes back what is listed by now', async () => {
    const { movements, objectIds } = await findHistory(
      { refunds: [REFUND] },
      { refundedCents: 200, unlistedSince: 1 },
    )
    expect(movements.map(({ objectId }) => objectId)).toEqual(['re_1'])
    expect(objectIds).toEqual(['re_1', 'ch_1'])
  })

  test('keeps the recorded movements of a charge that cannot be read', async () => {
    const { objectIds } = await findHistory({ refunds: [REFUND] }, { refundedCents: null })
    expect(objectIds).toEqual(['re_1'])
  })
})

describe('the owner of a charge', () => {
  async function findOwner(charge: object, sessions: object[]) {
    stripe = await openHttpDouble(({ path }) => ({
      body: path.startsWith('/v1/charges') ? charge : { data: sessions, has_more: false },
    }))
    return connect().findOwner({ paymentRef: null, captureId: 'ch_1' })
  }

  const CHARGE = { id: 'ch_1', payment_intent: 'pi_1' }

  test('is the session that brought it', async () => {
    const metadata = { installation_id: 'ours', checkout_id: 'checkout-1' }
    const owner = await findOwner(CHARGE, [{ id: 'cs_1', metadata }])
    expect(owner).toEqual({ ref: 'cs_1', checkoutId: 'checkout-1', isMarked: true })
    expect(stripe.requests.at(-1)?.path).toContain('payment_intent=pi_1')
  })

  test.each([
    ['came without an intent', { ...CHARGE, payment_intent: null }, []],
    ['came without a session', CHARGE, []],
    ['came by a session of somebody else', CHARGE, [{ id: 'cs_1', metadata: {} }]],
  ])('is nobody of ours where it %s', async (_, charge, sessions) => {
    expect(await findOwner(charge, sessions)).toBeUndefined()
  })
})

describe('a list', () => {
  const event = (id: string, object: object) => ({
    id,
    object: 'event',
    type: 'refund.created',
    livemode: false,
    created: 1_800_000_000,
    data: { object },
  })

  test('separates unreadable events from the others', async () => {
    const data = [
      event('evt_2', { object: 'refund', id: 're_2', charge: 'ch_1' }),
      event('evt_1', { object: 'parcel', name: 'Ada Lovelace' }),
    ]
    stripe = await openHttpDouble(() => ({ body: { data, has_more: false } }))
    expect(await connect().listEvents(0)).toMatchObject({
      items: [{ id: 'evt_2', captureId: 'ch_1' }],
      unreadable: [
        {
          id: 'evt_1',
          type: 'refund.created',
          reason: 'It cannot be read: data.object.object.',
        },
      ],
    })
  })

  test('separates unreadable refunds from the others', async () => {
    const data = [{ ...REFUND, id: 're_2', charge: 7 }, REFUND]
    stripe = await openHttpDouble(({ path }) => ({
      body: { data: path.startsWith('/v1/refunds') ? data : [], has_more: false },
    }))
    expect(await connect().listChanges(0)).toEqual({
      items: [{ paymentRef: null, captureId: 'ch_1' }],
      unreadable: [{ id: 're_2', type: 'refund', reason: 'It cannot be read: charge.' }],
    })
  })
})

describe('through a network of its own', () => {
  test('each call goes there, and is given up in time', async () => {
    stripe = await openHttpDouble(() => 'cut')
    const asked: string[] = []
    const provider = connect({
      timeoutMs: 50,
      fetch: (url: string, { signal }: RequestInit) => {
        asked.push(url)
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        })
      },
    })
    await expect(provider.find('cs_1')).rejects.toMatchObject({ code: 'deadline-exceeded' })
    expect(asked).toHaveLength(2)
    expect(asked[0]).toMatch(new RegExp(`^${stripe.url}/v1/checkout/sessions/cs_1`))
    expect(stripe.requests).toEqual([])
  })
})
