import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider, PaymentRequest } from '#server/payments/provider.ts'
import { buildPaymentRequest, PAYMENT_PROVIDERS } from '../helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/providers/payment-sandbox.ts'

const UNKNOWN_REFS = { stripe: 'cs_test_unknown', paypal: '0AA00000AA000000A' }
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(PAYMENT_PROVIDERS)('$name', ({ name, connect }) => {
  let sandbox: TestSandbox
  let provider: PaymentProvider

  beforeEach(async () => {
    sandbox = await openTestSandbox()
    provider = connect({ apiBase: sandbox.apiBase[name] })
  })

  afterEach(() => sandbox.close())

  async function begin(overrides: Partial<PaymentRequest> = {}) {
    const request = buildPaymentRequest(overrides)
    return { ...request, ...(await provider.start(request)) }
  }

  /** Finds a payment and captures it if its payer has approved, as the server does. */
  async function findAndCapture(ref: string, key: string) {
    const payment = await provider.find(ref)
    return payment.status === 'approved' ? provider.capture(ref, key) : payment
  }

  async function beginAndPay(overrides: Partial<PaymentRequest> = {}) {
    const begun = await begin(overrides)
    await sandbox.payers[name].pay(begun.ref, begun.url)
    return begun
  }

  /** Decides a pending payment. Stripe names it by its session. */
  async function decide(ref: string, outcome: 'succeeded' | 'failed') {
    const paymentId = name === 'stripe' ? ref : await requirePendingCapture(ref)
    await sandbox.control('/pending', { provider: name, paymentId, outcome })
  }

  async function requirePendingCapture(ref: string): Promise<string> {
    const sought = { provider: name, type: 'capture.pending', body: ref }
    const { body, headers } = await sandbox.requireWebhook(sought)
    const { captureId } = await provider.verifyEvent(Buffer.from(body), headers)
    return captureId ?? ''
  }

  describe('a payment', () => {
    test('waits for its payer after it began', async () => {
      const { ref, checkoutId, donationId } = await begin({ amountCents: 1_205 })
      expect(await provider.find(ref)).toEqual({
        status: 'awaiting_payer',
        ref,
        checkoutId,
        amountCents: 1_205,
        currency: 'USD',
        livemode: false,
        payerName: null,
        donationId,
        accountId: 'account-1',
      })
    })

    test('begins once under one key, however often it is asked for', async () => {
      const request = buildPaymentRequest()
      const begun = await provider.start(request)
      expect(await provider.start(request)).toEqual(begun)
      const other = await provider.start(buildPaymentRequest())
      expect(other.ref).not.toBe(begun.ref)
    })

    test('is paid with what was taken, by whom', async () => {
      const begun = await beginAndPay({ amountCents: 123_456 })
      const { ref, checkoutId, donationId, idempotencyKey } = begun
      expect(await findAndCapture(ref, idempotencyKey)).toEqual({
        status: 'paid',
        capture: {
          id: expect.stringMatching(/\w{10}/),
          amountCents: 123_456,
          currency: 'USD',
          refundedCents: name === 'stripe' ? 0 : null,
          capturedAt: expect.any(Number),
          changedAt: { stripe: null, paypal: expect.any(Number) }[name],
        },
        hasMoved: false,
        ref,
        checkoutId,
        amountCents: 123_456,
        currency: 'USD',
        livemode: false,
        payerName: 'Ada',
        donationId,
        accountId: 'account-1',
      })
    })

    test('is taken once, however often and under whichever key it is captured', async () => {
      const { ref, idempotencyKey } = await beginAndPay()
      const paid = await findAndCapture(ref, idempotencyKey)
      const again = await Promise.all([
        provider.capture(ref, idempotencyKey),
        provider.capture(ref, 'another-key'),
        provider.find(ref),
      ])
      expect(again).toEqual([paid, paid, paid])
    })

    test('that takes its time is processing, and then paid or failed', async () => {
      for (const outcome of ['succeeded', 'failed'] as const) {
        const { ref, url, idempotencyKey } = await begin()
        await sandbox.payers[name].payLater(ref, url)
        expect((await findAndCapture(ref, idempotencyKey)).status).toBe('processing')
        await decide(ref, outcome)
        // Both providers say when the money came, besides when it was asked for.
        const paid = { status: 'paid', capture: { changedAt: expect.any(Number) } }
        const expected = outcome === 'succeeded' ? paid : { status: 'failed' }
        expect(await provider.find(ref)).toMatchObject(expected)
      }
    })

    test('after a decline may be paid another way', async () => {
      const { ref, url, idempotencyKey } = await begin()
      await sandbox.payers[name].beDeclined(ref, url)
      const declined = await findAndCapture(ref, idempotencyKey)
      // Stripe's page shows the decline to its payer, and the session stays open.
      expect(declined.status).toBe(name === 'stripe' ? 'awaiting_payer' : 'declined')
      await sandbox.payers[name].pay(ref, url)
      expect((await findAndCapture(ref, `${idempotencyKey}-2`)).status).toBe('paid')
    })

    test('that the provider does not know is not found', async () => {
      const ref = UNKNOWN_REFS[name]
      await expect(provider.find(ref)).rejects.toMatchObject({ code: 'not-found' })
      await expect(provider.capture(ref, 'key')).rejects.toMatchObject({ code: 'not-found' })
    })

    test('for nothing is refused', async () => {
      const attempt = provider.start(buildPaymentRequest({ amountCents: 0 }))
      await expect(attempt).rejects.toMatchObject({ code: 'failed-precondition' })
    })
  })

  describe('while answers are lost', () => {
    const lose = (path: string, fault: string) =>
      sandbox.control('/faults', { provider: name, fault, method: 'POST', path, times: 1 })

    test('a payment begins under its key all the same', async () => {
      await lose('/checkout', 'cut')
      const request = buildPaymentRequest()
      const begun = await provider.start(request)
      expect(await provider.start(request)).toEqual(begun)
    })

    test('a payment that failed to begin begins under another key', async () => {
      const fault = { provider: name, fault: '500', method: 'POST', path: '/checkout', times: 5 }
      await sandbox.control('/faults', fault)
      const request = buildPaymentRequest()
      await expect(provider.start(request)).rejects.toMatchObject({ code: 'unavailable' })
      await sandbox.control('/faults/clear', {})
      // Stripe repeats the failure for the first idempotency key.
      const { ref } = await provider.start({ ...request, idempotencyKey: 'another-key' })
      expect(await provider.find(ref)).toMatchObject({ checkoutId: request.checkoutId })
    })

    test.each(['500', '429', 'malformed'])('an answer %s says nothing', async (fault) => {
      const times = 5
      await sandbox.control('/faults', { provider: name, fault, path: '/checkout', times })
      await expect(provider.find('any')).rejects.toMatchObject({ code: 'unavailable' })
    })

    test('a capture whose answer was lost is found to be done', async () => {
      const { ref, idempotencyKey } = await beginAndPay()
      await lose('/capture', 'malformed')
      await findAndCapture(ref, idempotencyKey).catch(() => undefined)
      const payment = await findAndCapture(ref, idempotencyKey)
      expect(payment).toMatchObject({ status: 'paid', capture: { amountCents: 500 } })
    })
  })

  describe('a webhook', () => {
    const connectAt = (offsetMs: number) =>
      connect({ apiBase: sandbox.apiBase[name], clock: () => Date.now() + offsetMs })

    async function receive(of = provider) {
      const { ref, idempotencyKey } = await beginAndPay()
      const { status } = await findAndCapture(ref, idempotencyKey)
      expect(status).toBe('paid')
      const { body, headers } = await sandbox.requireWebhook({ provider: name, body: ref })
      const verify = (rawBody = body, verifier = of) =>
        verifier.verifyEvent(Buffer.from(rawBody), headers)
      return { ref, body, headers, verify }
    }

    const REFUSED = { code: 'invalid-argument' }

    test('names the payment to look at, and the same event twice the same', async () => {
      const { ref, body, verify } = await receive()
      const event = await verify()
      expect(event).toMatchObject({ id: expect.any(String), paymentRef: ref })
      expect(body).toContain(event.type)
      expect(await verify()).toEqual(event)
    })

    test('whose body was altered is refused', async () => {
      const { ref, body, verify } = await receive()
      await expect(verify(body.replace(ref, `${ref}X`))).rejects.toMatchObject(REFUSED)
      await expect(verify(`${body} `)).rejects.toMatchObject(REFUSED)
      await expect(verify('')).rejects.toMatchObject(REFUSED)
    })

    test('without a signature is refused', async () => {
      const { body } = await receive()
      const attempt = provider.verifyEvent(Buffer.from(body), { host: 'here' })
      await expect(attempt).rejects.toMatchObject(REFUSED)
    })

    test('signed for somebody else is refused', async () => {
      const { body, verify } = await receive()
      const other = connect({ apiBase: sandbox.apiBase[name], webhookKey: 'whsec_other' })
      await expect(verify(body, other)).rejects.toMatchObject(REFUSED)
    })

    test('of long ago, or more than five minutes ahead, is refused', async () => {
      const { body, verify } = await receive()
      await expect(verify(body, connectAt(5 * DAY_MS))).rejects.toMatchObject(REFUSED)
      await expect(verify(body, connectAt(-6 * MINUTE_MS))).rejects.toMatchObject(REFUSED)
      expect(await verify(body, connectAt(-4 * MINUTE_MS))).toEqual(await verify())
    })

    test.each(['refund', 'dispute'])('of a %s names the capture', async (kind) => {
      const { ref, idempotencyKey } = await beginAndPay()
      const payment = await findAndCapture(ref, idempotencyKey)
      if (payment.status !== 'paid') throw new Error(`The payment is ${payment.status}.`)
      const captureId = payment.capture.id
      await sandbox.control(`/${kind}s`, { provider: name, paymentId: captureId })
      const sought = { provider: name, type: kind, body: captureId }
      const { body, headers } = await sandbox.requireWebhook(sought)
      const event = await provider.verifyEvent(Buffer.from(body), headers)
      expect(event).toMatchObject({ captureId })
    })
  })
})
