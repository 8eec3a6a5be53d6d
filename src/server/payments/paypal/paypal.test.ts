import { afterEach, describe, expect, test } from 'vitest'
import {
  openHttpDouble,
  type HttpDouble,
  type ReceivedRequest,
  type Reply,
} from '#tests/helpers/network/http-double.ts'
import { createPaypalProvider } from './paypal.ts'

const AMOUNT = { currency_code: 'USD', value: '5.00' }
const APPROVED = buildOrder('APPROVED', [])
const PAID = buildOrder('COMPLETED', [{ id: 'CAPTURE1', status: 'COMPLETED', amount: AMOUNT }])

let paypal: HttpDouble

afterEach(() => paypal.close())

function buildOrder(status: string, captures: object[]) {
  const unit = { custom_id: 'checkout-1', amount: AMOUNT, payments: { captures } }
  return { id: 'ORDER1', status, purchase_units: [unit] }
}

function refuse(issue: string): Reply {
  return { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } }
}

/** Starts a provider on a PayPal that answers captures so, and then returns this order. */
async function connect(answerCapture: Reply, order: object = APPROVED) {
  const answers: Record<string, Reply> = {
    'POST /v1/oauth2/token': { body: { access_token: 'token', expires_in: 600 } },
    'POST /v2/checkout/orders': { status: 201, body: { id: 'ORDER1' } },
    'POST /v2/checkout/orders/ORDER1/capture': answerCapture,
    'GET /v2/checkout/orders/ORDER1': { body: order },
  }
  const none = { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
  paypal = await openHttpDouble(({ method, path }) => answers[`${method} ${path}`] ?? none)
  return createPaypalProvider({
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH-1',
    installationId: 'ours',
    apiBase: paypal.url,
    livemode: false,
    fetch,
    clock: Date.now,
    timeoutMs: 60_000,
  })
}

function requireRequest(path: string): ReceivedRequest {
  const request = paypal.requests.findLast((candidate) => candidate.path === path)
  if (request === undefined) throw new Error(`Nothing was asked of ${path}.`)
  return request
}

describe('an order', () => {
  test('is created for our amount, with the ids by which we find it again', async () => {
    const provider = await connect('hang')
    const request = {
      checkoutId: 'checkout-1',
      donationId: 'donation-1',
      accountId: 'account-1',
      amountCents: 1_205,
      idempotencyKey: 'key-1',
      returnUrl: 'http://localhost:3000',
      expiresAt: 0,
    }
    expect(await provider.start(request)).toEqual({ ref: 'ORDER1', url: null })
    const { body, headers } = requireRequest('/v2/checkout/orders')
    expect(headers['paypal-request-id']).toBe('key-1')
    expect(JSON.parse(body)).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'account-1',
          custom_id: 'ours:checkout-1',
          invoice_id: 'donation-1',
          description: 'Donation to the leaderboard',
          amount: { currency_code: 'USD', value: '12.05' },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: 'Donation Royale',
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
          },
        },
      },
    })
  })

  test('named by anything else than an id is not found elsewhere in the API', async () => {
    const provider = await connect('hang')
    await expect(provider.find('../../v1/oauth2/token')).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(paypal.requests.at(-1)?.path).toBe('/v2/checkout/orders/..%2F..%2Fv1%2Foauth2%2Ftoken')
  })
})

describe('a capture', () => {
  test('has a key of its own, the same for each repetition', async () => {
    const provider = await connect({ status: 201, body: { id: 'ORDER1' } }, PAID)
    await provider.capture('ORDER1', 'key-1')
    const path = '/v2/checkout/orders/ORDER1/capture'
    expect(requireRequest(path).headers['paypal-request-id']).toBe('key-1-capture')
  })

  test('answers what the order says, not what the capture says', async () => {
    const provider = await connect({ status: 201, body: PAID }, buildOrder('VOIDED', []))
    expect(await provider.capture('ORDER1', 'key-1')).toMatchObject({ status: 'expired' })
  })

  test.each([
    ['INSTRUMENT_DECLINED', APPROVED, 'declined'],
    ['INSTRUMENT_DECLINED', buildOrder('PAYER_ACTION_REQUIRED', []), 'declined'],
    ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', APPROVED, 'declined'],
    ['TRANSACTION_REFUSED', APPROVED, 'declined'],
    ['PAYER_ACCOUNT_RESTRICTED', APPROVED, 'declined'],
    ['INSTRUMENT_DECLINED', PAID, 'paid'],
    ['ORDER_ALREADY_CAPTURED', PAID, 'paid'],
    ['ORDER_ALREADY_CAPTURED', APPROVED, 'processing'],
    ['ORDER_COMPLETION_IN_PROGRESS', APPROVED, 'processing'],
    ['ORDER_COMPLETION_IN_PROGRESS', PAID, 'paid'],
    ['ORDER_NOT_APPROVED', buildOrder('CREATED', []), 'awaiting_payer'],
    ['PAYER_ACTION_REQUIRED', buildOrder('PAYER_ACTION_REQUIRED', []), 'awaiting_payer'],
  ])('refused with %s answers what became of the order', async (issue, order, status) => {
    const provider = await connect(refuse(issue), order)
    expect(await provider.capture('ORDER1', 'key-1')).toMatchObject({ status })
  })

  test.each(['DUPLICATE_INVOICE_ID', 'PAYEE_ACCOUNT_RESTRICTED'])(
    'refused with %s took nothing, and says so',
    async (issue) => {
      const provider = await connect(refuse(issue))
      const attempt = provider.capture('ORDER1', 'key-1')
      await expect(attempt).rejects.toMatchObject({ code: 'failed-precondition' })
    },
  )

  test('that PayPal has answered is no decline where the order reads approved still', async () => {
    const taken = { status: 201, body: { id: 'ORDER1', status: 'COMPLETED' } }
    const provider = await connect(taken, APPROVED)
    expect(await provider.capture('ORDER1', 'key-1')).toMatchObject({ status: 'processing' })
  })

  test('whose outcome cannot be read is not known', async () => {
    const provider = await connect({ status: 201, body: { id: 'ORDER1' } }, { id: 'ORDER1' })
    const attempt = provider.capture('ORDER1', 'key-1')
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable' })
  })
})
