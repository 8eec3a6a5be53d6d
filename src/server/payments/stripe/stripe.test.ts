import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { createStripeProvider } from './stripe.ts'

const URL_OF_PAGE = 'https://checkout.stripe.com/c/pay/cs_1'
const CREATED = { body: { id: 'cs_1', url: URL_OF_PAGE } }
const REQUEST = {
  checkoutId: 'checkout-1',
  donationId: 'donation-1',
  accountId: 'account-1',
  amountCents: 1_205,
  idempotencyKey: 'key-1',
  returnUrl: 'https://royale.example',
  expiresAt: 1_800_000_000_999,
}

let stripe: HttpDouble
let replies: Reply[]

beforeEach(async () => {
  replies = []
  stripe = await openHttpDouble(() => replies.shift() ?? CREATED)
})

afterEach(() => stripe.close())

function connect() {
  return createStripeProvider({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    installationId: 'ours',
    apiBase: stripe.url,
    livemode: false,
    clock: Date.now,
    timeoutMs: 60_000,
  })
}

describe('a session', () => {
  test('is created for our amount, with the ids by which we find it again', async () => {
    expect(await connect().start(REQUEST)).toEqual({ ref: 'cs_1', url: URL_OF_PAGE })
    const { path, body } = stripe.requests[0] ?? {}
    expect(path).toBe('/v1/checkout/sessions')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      'metadata[account_id]': 'account-1',
      'payment_intent_data[metadata][account_id]': 'account-1',
      mode: 'payment',
      submit_type: 'donate',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '1205',
      'line_items[0][price_data][product_data][name]': 'Donation to the leaderboard',
      client_reference_id: 'checkout-1',
      'metadata[installation_id]': 'ours',
      'metadata[checkout_id]': 'checkout-1',
      'metadata[donation_id]': 'donation-1',
      'payment_intent_data[metadata][installation_id]': 'ours',
      'payment_intent_data[metadata][checkout_id]': 'checkout-1',
      'payment_intent_data[metadata][donation_id]': 'donation-1',
      'adaptive_pricing[enabled]': 'false',
      expires_at: '1800000000',
      success_url: 'https://royale.example/?checkout={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://royale.example/?cancelled=checkout-1',
    })
  })

  test('is asked for again under the same key after an answer that was lost', async () => {
    replies = ['cut']
    await connect().start(REQUEST)
    const keys = stripe.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['key-1', 'key-1'])
  })

  test('whose key another request still holds may be asked for again', async () => {
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' }
    replies = Array.from({ length: 4 }, () => ({ status: 409, body: { error } }))
    await expect(connect().start(REQUEST)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('without a page to go to is not believed', async () => {
    replies = [{ body: { id: 'cs_1', url: null } }]
    await expect(connect().start(REQUEST)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

/** Unix seconds: the attempt, and three days later the bank's word. */
const ATTEMPTED = Math.floor(Date.now() / 1000) - 4 * 86_400
const COMPLETED = ATTEMPTED + 3 * 86_400

function sessionBy(type: string | undefined) {
  const latest_charge = {
    id: 'ch_1',
    amount_captured: 500,
    currency: 'usd',
    amount_refunded: 0,
    disputed: false,
    created: ATTEMPTED,
    payment_method_details: type === undefined ? null : { type },
  }
  return {
    id: 'cs_1',
    livemode: false,
    status: 'complete',
    payment_status: 'paid',
    amount_total: 500,
    currency: 'usd',
    customer_details: null,
    payment_intent: { status: 'succeeded', latest_charge },
  }
}

const event = (id: string, created: number) => ({
  id: `evt_${id}`,
  type: 'checkout.session.async_payment_succeeded',
  created,
  data: { object: { object: 'checkout.session', id } },
})

describe('the time of a payment', () => {
  async function findTimes(type: string | undefined, events: Reply) {
    replies = [{ body: sessionBy(type) }, events, events]
    const payment = await connect().find('cs_1')
    if (payment.status !== 'paid') throw new Error('It is not paid.')
    const { capturedAt, changedAt, wasPending = false } = payment.capture
    expect(capturedAt).toBe(ATTEMPTED * 1000)
    return { changedAt, wasPending }
  }

  test('by a bank account is that of the event of its success, not of the attempt', async () => {
    const data = [event('cs_2', COMPLETED + 9), event('cs_1', COMPLETED), { id: 'evt_broken' }]
    const events = { body: { object: 'list', data, has_more: false, url: '/v1/events' } }
    expect(await findTimes('us_bank_account', events)).toEqual({
      changedAt: COMPLETED * 1000,
      wasPending: true,
    })
    const { searchParams } = new URL(stripe.requests[1]?.path ?? '', stripe.url)
    expect(Object.fromEntries(searchParams)).toEqual({
      type: 'checkout.session.async_payment_succeeded',
      'created[gte]': String(ATTEMPTED),
      limit: '100',
    })
  })

  test.each<[what: string, type: string | undefined, events: Reply, requests: number]>([
    ['by card', 'card', 'cut', 1],
    ['of which nobody says how it was paid', undefined, 'cut', 1],
    [
      'by a method that is not delayed',
      'cashapp',
      { body: { object: 'list', data: [event('cs_2', COMPLETED)], has_more: false, url: '/' } },
      2,
    ],
    [
      'while the events may not be read',
      'us_bank_account',
      { status: 403, body: { error: { type: 'invalid_request_error', message: 'No.' } } },
      2,
    ],
  ])('%s is that of its charge', async (_what, type, events, requests) => {
    expect(await findTimes(type, events)).toEqual({ changedAt: null, wasPending: false })
    expect(stripe.requests).toHaveLength(requests)
  })
})
