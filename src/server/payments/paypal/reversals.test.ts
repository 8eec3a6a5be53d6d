import { afterEach, expect, test } from 'vitest'
import { openHttpDouble, type HttpDouble } from '#tests/helpers/network/http-double.ts'
import { createPaypalProvider } from './paypal.ts'

const NOW = Date.UTC(2027, 0, 15, 12)
const USD = (value: string) => ({ currency_code: 'USD', value })
const REFUND = { id: 'REFUND1', status: 'COMPLETED', amount: USD('1.00') }
const REVERSAL = { id: 'REVERSAL1', status: 'COMPLETED', amount: USD('2.00') }

let paypal: HttpDouble

afterEach(() => paypal.close())

interface Told {
  status: string
  refunds?: object[]
  /** True if PayPal returns the reversal when it is fetched. */
  isKnown: boolean
  disputes?: object[]
}

/** Returns the history of 5.00 dollars that were reversed according to an event. */
async function findHistory({ status, refunds = [], isKnown, disputes = [] }: Told) {
  const capture = { id: 'CAPTURE1', status, amount: USD('5.00') }
  const unit = { amount: USD('5.00'), payments: { captures: [capture], refunds } }
  const answers: Record<string, object> = {
    '/v1/oauth2/token': { access_token: 'token', expires_in: 600 },
    '/v2/checkout/orders/ORDER1': { id: 'ORDER1', status: 'COMPLETED', purchase_units: [unit] },
    '/v1/customer/disputes': { items: disputes, links: [] },
    '/v1/customer/disputes/PP-D-1': disputes[0] ?? {},
    ...(isKnown && { '/v2/payments/refunds/REVERSAL1': REVERSAL }),
  }
  paypal = await openHttpDouble(({ path }) => {
    const body = answers[path.split('?')[0] ?? '']
    return body === undefined ? { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } } : { body }
  })
  const provider = createPaypalProvider({
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
  return provider.findHistory({
    ref: 'ORDER1',
    captureId: 'CAPTURE1',
    refundedCents: null,
    expected: [{ part: 'reversals', id: 'REVERSAL1' }],
  })
}

const reversed = { kind: 'refund', objectId: 'REVERSAL1', amountCents: 200 }
const refunded = { kind: 'refund', objectId: 'REFUND1', amountCents: 100 }

test('a reversal that can be looked up is booked beside the refunds', async () => {
  const history = await findHistory({
    status: 'PARTIALLY_REFUNDED',
    refunds: [REFUND],
    isKnown: true,
  })
  expect(history.movements).toEqual([refunded, reversed])
  expect(history.missing).toEqual([])
})

test('a reversal that is listed as a refund too is taken once', async () => {
  const history = await findHistory({
    status: 'PARTIALLY_REFUNDED',
    refunds: [REVERSAL],
    isKnown: true,
  })
  expect(history.movements).toEqual([reversed])
})

test('a partial reversal that PayPal does not return is missing, not a refund', async () => {
  const history = await findHistory({
    status: 'PARTIALLY_REFUNDED',
    refunds: [REFUND],
    isKnown: false,
  })
  expect(history.missing).toEqual(['REVERSAL1'])
})

test('a full reversal is found by the capture’s own status', async () => {
  const { movements, missing } = await findHistory({ status: 'REFUNDED', isKnown: false })
  expect(movements).toEqual([{ kind: 'refund', objectId: 'CAPTURE1', amountCents: 500 }])
  expect(missing).toEqual([])
})

test('a reversal by a lost dispute is found by the dispute', async () => {
  const dispute = {
    dispute_id: 'PP-D-1',
    status: 'RESOLVED',
    dispute_amount: USD('2.00'),
    disputed_transactions: [{ seller_transaction_id: 'CAPTURE1' }],
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
  }
  const told = { status: 'COMPLETED', isKnown: false, disputes: [dispute] }
  expect((await findHistory(told)).missing).toEqual([])
})
