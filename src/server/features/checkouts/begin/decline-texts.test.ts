import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectError, openTestApp, type TestApp } from '#tests/helpers/app/app.ts'
import { begin, capture, fetchCheckout, requireCheckoutRow } from '#tests/helpers/app/checkouts.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { PAYMENT_PROVIDERS } from '#tests/helpers/providers/payment-providers.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const DECLINED =
  'PayPal declined this way of paying, and nothing was charged. Please choose another one.'

/** The reasons for a decline; each would help people who try stolen cards. */
const REASONS = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
  'REFERENCED_CARD_EXPIRED',
  'PAYER_ACCOUNT_RESTRICTED',
  'COMPLIANCE_VIOLATION',
]

/** The statuses that PayPal gives the capture of an order once it was declined for good. */
const DEAD_CAPTURES = ['DECLINED', 'FAILED']

const AMOUNT = { currency_code: 'USD', value: '5.00' }

describe('a donor whose wallet is declined reads the same', () => {
  let paypal: HttpDouble
  let server: TestApp
  let onCapture: Reply
  let captures: object[]

  beforeEach(async () => {
    let customId = ''
    captures = []
    paypal = await openHttpDouble(({ method, path, body }) => {
      if (path.startsWith('/v1/oauth2')) return { body: { access_token: 'token', expires_in: 600 } }
      if (path.endsWith('/capture')) return onCapture
      if (method === 'POST') {
        customId = /"custom_id":"([^"]+)"/.exec(body)?.[1] ?? ''
        return { status: 201, body: { id: 'ORDER1' } }
      }
      const unit = { custom_id: customId, amount: AMOUNT, payments: { captures } }
      return { body: { id: 'ORDER1', status: 'APPROVED', purchase_units: [unit] } }
    })
    server = await openTestApp({
      providers: Object.fromEntries(
        PAYMENT_PROVIDERS.map(({ name, connect }) => [name, connect({ apiBase: paypal.url })]),
      ),
    })
  })

  afterEach(async () => {
    await server.close()
    await paypal.close()
  })

  test('whatever the reason', async () => {
    const donor = await server.signUp()
    const begun = await begin(donor, 'paypal')
    for (const issue of REASONS) {
      onCapture = { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } }
      const answer = await capture(donor, begun)
      expect(expectError(answer, 409, 'failed-precondition')).toBe(DECLINED)
    }
  })

  test.each(DEAD_CAPTURES)('also where the capture itself is %s', async (status) => {
    const donor = await server.signUp()
    const begun = await begin(donor, 'paypal')
    onCapture = { status: 201, body: { id: 'ORDER1' } }
    captures = [{ id: 'CAPTURE1', status, amount: AMOUNT }]
    const answer = await capture(donor, begun)
    expect(expectError(answer, 409, 'failed-precondition')).toBe(DECLINED)
  })
})

describe('a donor whose card payment failed', () => {
  const harness = openPaymentHarness()

  test('is told its state, and nothing of why', async () => {
    const begun = await begin(harness.donor, 'stripe')
    await harness.payments.payers.stripe.payLater(begun.ref, begun.url)
    await harness.payments.control('/pending', {
      provider: 'stripe',
      paymentId: begun.ref,
      outcome: 'failed',
    })
    const view = await fetchCheckout(harness.donor, begun)
    expect(view).toEqual({
      id: begun.ref,
      provider: 'stripe',
      state: 'failed',
      amountCents: 500,
      donation: null,
    })
    expect((await requireCheckoutRow(harness.server, begun.ref)).reason).not.toBeNull()
  })
})
