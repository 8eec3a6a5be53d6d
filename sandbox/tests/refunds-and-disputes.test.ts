import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestShop } from './test-shop.ts'

const PROVIDERS = ['stripe', 'paypal'] as const

let shop: TestShop

beforeEach(async () => {
  shop = new TestShop()
  await shop.open()
})

afterEach(() => shop.close())

describe('a refund', () => {
  test('of a card payment is told of, and counted', async () => {
    const ref = await shop.payByCard()
    const paymentId = await shop.requireCharge()
    await shop.requireControl('/refunds', { provider: 'stripe', paymentId, amountCents: 200 })
    await expect.poll(() => shop.events).toContain('charge.refunded')
    expect(await shop.listPayments()).toMatchObject({
      stripe: [{ ref, reference: 'ours', capturedCents: 500, refundedCents: 200 }],
    })
  })

  test('of a wallet payment takes its capture by that name too', async () => {
    const captureId = await shop.payByWallet()
    await shop.requireControl('/refunds', { provider: 'paypal', captureId })
    await expect.poll(() => shop.events).toContain('PAYMENT.CAPTURE.REFUNDED')
    expect(await shop.requireControl('/state')).toMatchObject({
      paypal: { capturedCents: 500, refundedCents: 500, disputedCents: 0 },
    })
  })

  test.each([
    ['stripe', 'refund.failed'],
    ['paypal', 'PAYMENT.REFUND.FAILED'],
  ] as const)('that fails at %s brings the money back', async (provider, told) => {
    const paymentId = await shop.pay(provider)
    const refundId = await shop.create('/refunds', { provider, paymentId, status: 'pending' })
    expect(await shop.listPayments()).toMatchObject({ [provider]: [{ refundedCents: 500 }] })
    await shop.requireControl('/refunds/outcome', { provider, refundId, outcome: 'failed' })
    await expect.poll(() => shop.events).toContain(told)
    expect(await shop.listPayments()).toMatchObject({ [provider]: [{ refundedCents: 0 }] })
  })
})

describe('a dispute', () => {
  test.each([
    ['won', 0],
    ['lost', 500],
  ])('of a wallet payment that is %s leaves %i cents disputed', async (outcome, disputedCents) => {
    const paymentId = await shop.payByWallet()
    const disputeId = await shop.create('/disputes', { provider: 'paypal', paymentId })
    await shop.requireControl('/disputes/outcome', { provider: 'paypal', disputeId, outcome })
    await expect.poll(() => shop.events).toContain('CUSTOMER.DISPUTE.RESOLVED')
    const isReversed = () => shop.events.includes('PAYMENT.CAPTURE.REVERSED')
    await expect.poll(isReversed).toBe(outcome === 'lost')
    expect(await shop.listPayments()).toMatchObject({ paypal: [{ disputedCents }] })
  })

  test.each([
    ['stripe', 'charge.dispute.updated'],
    ['paypal', 'CUSTOMER.DISPUTE.UPDATED'],
  ] as const)('at %s may be under review before it is decided', async (provider, told) => {
    const paymentId = await shop.pay(provider)
    const disputeId = await shop.create('/disputes', { provider, paymentId })
    await shop.requireControl('/disputes/review', { provider, disputeId })
    await expect.poll(() => shop.events).toContain(told)
    expect(await shop.listPayments()).toMatchObject({ [provider]: [{ disputedCents: 500 }] })
  })

  test.each(PROVIDERS)('at %s holds what was left, which nobody can refund', async (provider) => {
    const paymentId = await shop.pay(provider)
    await shop.requireControl('/refunds', { provider, paymentId, amountCents: 200 })
    const disputeId = await shop.create('/disputes', { provider, paymentId })
    const sums = { capturedCents: 500, refundedCents: 200, disputedCents: 300 }
    expect(await shop.requireControl('/state')).toMatchObject({ [provider]: sums })
    const refund = { provider, paymentId, amountCents: 100 }
    expect((await shop.control('/refunds', refund)).status).toBe(400)
    expect((await shop.control('/disputes', { provider, paymentId })).status).toBe(400)
    await shop.requireControl('/disputes/outcome', { provider, disputeId, outcome: 'won' })
    expect((await shop.control('/refunds', refund)).status).toBe(200)
  })

  test('of a card payment may be decided at once', async () => {
    const paymentId = await shop.pay('stripe')
    await shop.requireControl('/disputes', { provider: 'stripe', paymentId, outcome: 'won' })
    await expect.poll(() => shop.events).toContain('charge.dispute.funds_reinstated')
  })

  test('comes by itself after the card that says so', async () => {
    await shop.payByCard('4000000000000259')
    await shop.requireControl('/clock', { advanceMs: 5_000 })
    await expect.poll(() => shop.events).toContain('charge.dispute.created')
  })

  test('does not come any more after the money has gone back', async () => {
    await shop.payByCard('4000000000000259')
    await shop.requireControl('/refunds', {
      provider: 'stripe',
      paymentId: await shop.requireCharge(),
    })
    await shop.requireControl('/clock', { advanceMs: 5_000 })
    expect(await shop.listPayments()).toMatchObject({ stripe: [{ disputedCents: 0 }] })
  })
})
