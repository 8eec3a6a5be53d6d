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
    timeoutMs: 2_000,
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
