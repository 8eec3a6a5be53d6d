import { describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { toPayment } from './payment.ts'
import { sessionSchema } from './schemas.ts'

const CHARGE = {
  id: 'ch_1',
  amount_captured: 500,
  currency: 'usd',
  amount_refunded: 0,
  disputed: false,
  billing_details: null,
}

const SESSION = {
  id: 'cs_test_1',
  livemode: false,
  status: 'complete',
  payment_status: 'paid',
  amount_total: 500,
  currency: 'usd',
  metadata: { checkout_id: 'checkout-1', donation_id: 'donation-1' },
  customer_details: { name: 'Ada Lovelace' },
  payment_intent: { status: 'succeeded', last_payment_error: null, latest_charge: CHARGE },
}

let noted: string[] = []

function read(overrides: object) {
  noted = []
  const note = (field: string, value: string) => void noted.push(`${field}: ${value}`)
  const session = sessionSchema.parse({ ...SESSION, ...overrides })
  return toPayment(session, { ownIds: new Set(['ours']), note })
}

function readIntent(overrides: object) {
  const payment_intent = { ...SESSION.payment_intent, latest_charge: null, ...overrides }
  return read({ payment_status: 'unpaid', payment_intent })
}

describe('a Checkout Session', () => {
  test('that is complete and paid has the charge as its capture', () => {
    expect(read({})).toEqual({
      status: 'paid',
      capture: {
        id: 'ch_1',
        amountCents: 500,
        currency: 'USD',
        refundedCents: 0,
        capturedAt: null,
        changedAt: null,
      },
      hasMoved: false,
      ref: 'cs_test_1',
      checkoutId: 'checkout-1',
      amountCents: 500,
      currency: 'USD',
      livemode: false,
      payerName: 'Ada',
      donationId: 'donation-1',
      accountId: null,
    })
  })

  test('counts what was charged, not what was to be charged', () => {
    const latest_charge = { ...CHARGE, amount_captured: 450, currency: 'eur' }
    const payment = read({ payment_intent: { ...SESSION.payment_intent, latest_charge } })
    expect(payment).toMatchObject({ capture: { amountCents: 450, currency: 'EUR' } })
    expect(payment).toMatchObject({ amountCents: 500, currency: 'USD' })
  })

  test.each([{ amount_refunded: 1 }, { disputed: true }])(
    'whose charge has %o hints that money has moved',
    (change) => {
      const latest_charge = { ...CHARGE, ...change }
      const payment = read({ payment_intent: { ...SESSION.payment_intent, latest_charge } })
      expect(payment).toMatchObject({ status: 'paid', hasMoved: true })
    },
  )

  test('that is open waits for its payer, whatever became of a first card', () => {
    const payment_intent = { ...SESSION.payment_intent, status: 'requires_payment_method' }
    const payment = read({ status: 'open', payment_status: 'unpaid', payment_intent })
    expect(payment.status).toBe('awaiting_payer')
  })

  test('that is expired is expired', () => {
    const expired = { status: 'expired', payment_status: 'unpaid', payment_intent: null }
    expect(read(expired).status).toBe('expired')
  })

  test('that is complete but unpaid is still processing', () => {
    expect(readIntent({ status: 'processing' }).status).toBe('processing')
  })

  test('whose delayed payment failed has failed, with the reason', () => {
    const last_payment_error = { code: 'insufficient_funds' }
    expect(readIntent({ status: 'requires_payment_method', last_payment_error })).toMatchObject({
      status: 'failed',
      reason: 'The payment failed: insufficient_funds.',
    })
    expect(readIntent({ status: 'canceled' })).toMatchObject({ status: 'failed' })
  })

  test('that wanted no payment brought no money', () => {
    expect(read({ payment_status: 'no_payment_required' }).status).toBe('failed')
  })

  test('that says paid without a charge is not believed', () => {
    const payment_intent = { ...SESSION.payment_intent, latest_charge: null }
    expect(() => read({ payment_intent })).toThrow('no charge')
    expect(() => read({ payment_intent: null })).toThrow('no charge')
  })

  test('that we did not create has no checkout', () => {
    expect(read({ metadata: null }).checkoutId).toBeNull()
    expect(read({ metadata: {} }).checkoutId).toBeNull()
  })

  test.each([
    ['a fraction of a cent', { amount_total: 500.5 }],
    ['no amount', { amount_total: null }],
    ['a negative amount', { amount_total: -500 }],
    ['an amount in words', { amount_total: '500' }],
    ['an intent that is not expanded', { payment_intent: 'pi_1' }],
  ])('with %s is not believed', (_, overrides) => {
    expect(() => read(overrides)).toThrow(ZodError)
  })
})

describe("the payer's given name", () => {
  test('with a status that is new waits, unless its money has come', () => {
    const pending = { status: 'new', payment_status: 'unpaid', payment_intent: null }
    expect(read(pending).status).toBe('processing')
    expect(noted).toEqual(['session status: new'])
    expect(read({ status: null }).status).toBe('paid')
    expect(read({ payment_status: 'new' }).status).toBe('processing')
    expect(noted).toEqual(['session payment status: new'])
  })

  test('of another installation is of no checkout of ours', () => {
    const metadata = { ...SESSION.metadata, installation_id: 'theirs' }
    expect(read({ metadata }).checkoutId).toBeNull()
  })

  test.each([
    ['Ada Lovelace', 'Ada'],
    ['  Jean-Luc   Picard ', 'Jean-Luc'],
    ['山田太郎', '山田太郎'],
    ['Ada', 'Ada'],
    ['   ', null],
    [null, null],
  ])('of %j is %j', (name, expected) => {
    expect(read({ customer_details: { name } }).payerName).toBe(expected)
  })

  test('comes from the card where the session has none', () => {
    const latest_charge = { ...CHARGE, billing_details: { name: 'Grace Hopper' } }
    const payment_intent = { ...SESSION.payment_intent, latest_charge }
    expect(read({ customer_details: null, payment_intent }).payerName).toBe('Grace')
  })
})
