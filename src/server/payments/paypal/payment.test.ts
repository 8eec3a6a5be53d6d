import { describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { toPayment } from './payment.ts'
import { orderSchema } from './api/schemas.ts'

const AMOUNT = { currency_code: 'USD', value: '5.00' }

function buildOrder(overrides: object = {}, captures: object[] = []) {
  return {
    id: 'ORDER1',
    status: 'COMPLETED',
    purchase_units: [{ custom_id: 'ours:checkout-1', amount: AMOUNT, payments: { captures } }],
    payment_source: { paypal: { name: { given_name: 'Ada', surname: 'Lovelace' } } },
    ...overrides,
  }
}

function buildCapture(status: string, overrides: object = {}) {
  return { id: `capture-${status}`, status, amount: AMOUNT, ...overrides }
}

let noted: string[] = []

function read(order: object) {
  noted = []
  const note = (field: string, value: string) => void noted.push(`${field}: ${value}`)
  const options = { livemode: false, ownIds: new Set(['ours']), note }
  return toPayment(orderSchema.parse(order), options)
}

describe('an order', () => {
  test('with a completed capture is paid by that capture', () => {
    expect(read(buildOrder({}, [buildCapture('COMPLETED')]))).toEqual({
      status: 'paid',
      capture: {
        id: 'capture-COMPLETED',
        amountCents: 500,
        currency: 'USD',
        refundedCents: null,
        capturedAt: null,
        changedAt: null,
      },
      hasMoved: false,
      ref: 'ORDER1',
      checkoutId: 'checkout-1',
      amountCents: 500,
      currency: 'USD',
      livemode: false,
      payerName: 'Ada',
      donationId: null,
      accountId: null,
    })
  })

  test.each([
    ['PARTIALLY_REFUNDED', 'paid'],
    ['REFUNDED', 'paid'],
    ['PENDING', 'processing'],
    ['DECLINED', 'failed'],
    ['FAILED', 'failed'],
  ])('with a capture that is %s is %s', (status, expected) => {
    expect(read(buildOrder({}, [buildCapture(status)])).status).toBe(expected)
  })

  test.each(['BUYER_COMPLAINT', 'CHARGEBACK'])(
    'whose taken money is held for a %s is paid, and its money has moved',
    (reason) => {
      const held = buildCapture('PENDING', { status_details: { reason } })
      expect(read(buildOrder({}, [held]))).toMatchObject({
        status: 'paid',
        capture: { id: 'capture-PENDING', amountCents: 500 },
        hasMoved: true,
      })
    },
  )

  test('whose money PayPal has not taken yet is processing, for whatever reason', () => {
    for (const reason of ['ECHECK', 'PENDING_REVIEW', 'NEW_REASON']) {
      const pending = buildCapture('PENDING', { status_details: { reason } })
      expect(read(buildOrder({}, [pending])).status).toBe('processing')
    }
  })

  test('with a status that is new is neither paid nor failed, and waits', () => {
    expect(read(buildOrder({ status: 'NEW' })).status).toBe('processing')
    expect(noted).toEqual(['order status: NEW'])
    expect(read(buildOrder({}, [buildCapture('NEW')])).status).toBe('processing')
    expect(noted).toEqual(['capture status: NEW'])
  })

  test('with money taken is paid, whatever a new status says of another capture', () => {
    const captures = [buildCapture('NEW'), buildCapture('COMPLETED'), buildCapture('FAILED')]
    expect(read(buildOrder({}, captures)).status).toBe('paid')
    expect(read(buildOrder({}, [buildCapture('FAILED'), buildCapture('NEW')])).status).toBe(
      'processing',
    )
  })

  test.each([null, 'theirs:checkout-1', 'ours:checkout-1:2'])(
    'that names %j is of no checkout of ours',
    (custom_id) => {
      const order = buildOrder({
        purchase_units: [{ custom_id, amount: AMOUNT }],
        status: 'CREATED',
      })
      expect(read(order).checkoutId).toBeNull()
    },
  )

  test.each(['PARTIALLY_REFUNDED', 'REFUNDED'])(
    'with a capture that is %s hints that money has moved',
    (status) => {
      expect(read(buildOrder({}, [buildCapture(status)]))).toMatchObject({ hasMoved: true })
    },
  )

  test('with a refund, even one that failed, hints that money has moved', () => {
    const payments = {
      captures: [buildCapture('COMPLETED')],
      refunds: [{ id: 'refund-1', status: 'FAILED', amount: AMOUNT }],
    }
    const order = buildOrder({ purchase_units: [{ amount: AMOUNT, payments }] })
    expect(read(order)).toMatchObject({ status: 'paid', hasMoved: true })
  })

  test('counts what was captured, not what was to be captured', () => {
    const amount = { currency_code: 'eur', value: '4.5' }
    expect(read(buildOrder({}, [buildCapture('COMPLETED', { amount })]))).toMatchObject({
      capture: { amountCents: 450, currency: 'EUR' },
      amountCents: 500,
    })
  })

  test('with a failed and a completed capture is paid', () => {
    const captures = ['FAILED', 'PENDING', 'COMPLETED', 'DECLINED'].map((it) => buildCapture(it))
    expect(read(buildOrder({}, captures))).toMatchObject({ capture: { id: 'capture-COMPLETED' } })
  })

  test.each([
    ['CREATED', 'awaiting_payer'],
    ['SAVED', 'awaiting_payer'],
    ['PAYER_ACTION_REQUIRED', 'awaiting_payer'],
    ['APPROVED', 'approved'],
    ['VOIDED', 'expired'],
  ])('that is %s without a capture is %s', (status, expected) => {
    expect(read(buildOrder({ status })).status).toBe(expected)
  })

  test('that is completed without a capture is not believed', () => {
    expect(() => read(buildOrder())).toThrow('no capture')
  })

  test.each(['5.001', '1e9', '-5.00', 'NaN', '5,00', ' 5.00', '0x5', ''])(
    'of %j is not believed',
    (value) => {
      const amount = { currency_code: 'USD', value }
      expect(() => read(buildOrder({}, [buildCapture('COMPLETED', { amount })]))).toThrow(ZodError)
    },
  )

  test.each([
    ['two purchase units', { purchase_units: [{ amount: AMOUNT }, { amount: AMOUNT }] }],
    ['no purchase unit', { purchase_units: [] }],
  ])('with %s is not believed', (_, overrides) => {
    expect(() => read(buildOrder({ status: 'CREATED', ...overrides }))).toThrow(ZodError)
  })
})

describe("the payer's given name", () => {
  const payer = { name: { given_name: 'Grace' } }
  const captures = [buildCapture('COMPLETED')]

  test('comes from the payment source before the deprecated payer', () => {
    expect(read(buildOrder({ payer }, captures)).payerName).toBe('Ada')
    expect(read(buildOrder({ payer, payment_source: null }, captures)).payerName).toBe('Grace')
    const nameless = { paypal: { name: null } }
    expect(read(buildOrder({ payer, payment_source: nameless }, captures)).payerName).toBe('Grace')
  })

  test('is null where PayPal has none', () => {
    expect(read(buildOrder({ payment_source: { card: {} } }, captures)).payerName).toBeNull()
  })
})
