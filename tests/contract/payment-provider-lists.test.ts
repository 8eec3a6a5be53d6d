import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { buildPaymentRequest, PAYMENT_PROVIDERS } from '../helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/providers/payment-sandbox.ts'

const HOUR_MS = 60 * 60 * 1000

/** More than a page: Stripe lists 100 events at once, of which a refund makes two; PayPal 300. */
const OVER_ONE_PAGE = { stripe: 51, paypal: 301 }

const createdSchema = z.object({ id: z.string() })

/** The followed event types of a payment, its whole refund and a dispute that is won. */
const TYPES = {
  stripe: [
    'checkout.session.completed',
    'refund.created',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ],
  paypal: [
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.REFUNDED',
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.UPDATED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ],
}

describe.each(PAYMENT_PROVIDERS)('$name', ({ name, connect }) => {
  let sandbox: TestSandbox
  let provider: PaymentProvider
  let aheadMs: number
  const now = () => Date.now() + aheadMs

  beforeEach(async () => {
    aheadMs = 0
    sandbox = await openTestSandbox()
    provider = connect({ apiBase: sandbox.apiBase[name], clock: now })
  })

  afterEach(() => sandbox.close())

  async function pass(advanceMs: number) {
    aheadMs += advanceMs
    await sandbox.control('/clock', { advanceMs })
  }

  async function pay(amountCents = 500) {
    const request = buildPaymentRequest({ amountCents, expiresAt: now() + HOUR_MS })
    const { ref, url } = await provider.start(request)
    await sandbox.payers[name].pay(ref, url)
    const payment = await provider.capture(ref, request.idempotencyKey)
    if (payment.status !== 'paid') throw new Error(`The payment is ${payment.status}.`)
    return { ref, captureId: payment.capture.id }
  }

  async function payAndMove() {
    const payment = await pay()
    const asked = { provider: name, paymentId: payment.captureId }
    await sandbox.control('/refunds', { ...asked, amountCents: 200 })
    const { id: disputeId } = createdSchema.parse(await sandbox.control('/disputes', asked))
    await sandbox.control('/disputes/review', { provider: name, disputeId })
    await sandbox.control('/disputes/outcome', { provider: name, disputeId, outcome: 'won' })
    return payment
  }

  test('the events are those that we follow, the oldest first, each as its webhook has it', async () => {
    const { captureId } = await payAndMove()
    const { items: events } = await provider.listEvents(now() - HOUR_MS)
    expect(events.map(({ type }) => type)).toEqual(TYPES[name])
    expect(events.at(-1)).toMatchObject({ captureId })
    for (const { payload, ...event } of events) {
      const { body, headers } = await sandbox.requireWebhook({ provider: name, body: event.id })
      expect(await provider.verifyEvent(Buffer.from(body), headers)).toEqual(event)
      expect(JSON.parse(payload)).toMatchObject({ id: event.id })
    }
  })

  test('lists that overlap name the same events', async () => {
    await payAndMove()
    const { items: first } = await provider.listEvents(now() - HOUR_MS)
    await pass(1_000)
    await pay()
    const { items: second } = await provider.listEvents(now() - HOUR_MS)
    expect(second.slice(0, first.length)).toMatchObject(first.map(({ id }) => ({ id })))
    expect(second.length).toBeGreaterThan(first.length)
  })

  test('a list begins where it is asked to', async () => {
    const old = await pay()
    await pass(HOUR_MS)
    const { captureId } = await payAndMove()
    const since = now() - HOUR_MS / 2
    const { items: events } = await provider.listEvents(since)
    expect(events).toHaveLength(TYPES[name].length)
    const text = JSON.stringify(events)
    expect(text).toContain(captureId)
    expect(text).not.toContain(old.captureId)
    expect(await provider.listEvents(now() + HOUR_MS)).toEqual({ items: [], unreadable: [] })
  })

  // PayPal's sandbox sends only events that we follow.
  test.runIf(name === 'stripe')(
    'an event that we do not follow names nothing, and is not listed',
    async () => {
      const { ref, captureId } = await pay()
      const sought = { provider: name, type: 'charge.succeeded', body: captureId }
      const { body, headers } = await sandbox.requireWebhook(sought)
      const event = await provider.verifyEvent(Buffer.from(body), headers)
      expect(event).toMatchObject({ paymentRef: null, captureId: null })
      expect((await provider.listEvents(0)).items).toMatchObject([{ paymentRef: ref }])
    },
  )

  test('a long list is read whole', async () => {
    const { captureId } = await pay(10_000)
    await sandbox.control('/webhook-faults', { drop: true })
    const many = OVER_ONE_PAGE[name]
    for (let count = 0; count < many; count += 1) {
      await sandbox.control('/refunds', { provider: name, paymentId: captureId, amountCents: 1 })
    }
    const { items: events } = await provider.listEvents(0)
    const refunds = events.filter(({ type }) => /^(charge|PAYMENT\.CAPTURE)\.refunded$/i.test(type))
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(many)
  })

  test.runIf(name === 'paypal')('disputes that changed are listed without events', async () => {
    const old = await pay()
    await sandbox.control('/disputes', { provider: name, paymentId: old.captureId })
    await pass(HOUR_MS)
    const { captureId } = await pay()
    await sandbox.control('/disputes', { provider: name, paymentId: captureId })
    const { items } = await provider.listChanges(now() - HOUR_MS / 2)
    expect(items).toEqual([{ paymentRef: null, captureId }])
  })

  test('refunds are listed before their events are listed, where the provider can', async () => {
    const old = await pay()
    await sandbox.control('/refunds', { provider: name, paymentId: old.captureId })
    await pass(HOUR_MS)
    const { captureId } = await pay()
    for (const amountCents of [100, 200]) {
      await sandbox.control('/refunds', { provider: name, paymentId: captureId, amountCents })
    }
    const { items: pointers } = await provider.listChanges(now() - HOUR_MS / 2)
    expect(pointers).toEqual(name === 'stripe' ? [{ paymentRef: null, captureId }] : [])
  })
})
