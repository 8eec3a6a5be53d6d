import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { buildPaymentRequest, PAYMENT_PROVIDERS } from '../helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/providers/payment-sandbox.ts'
import { refundedCents } from '../helpers/app/provider-accounts.ts'

describe.each(PAYMENT_PROVIDERS)('giving money back by $name', ({ name, connect }) => {
  let sandbox: TestSandbox
  let provider: PaymentProvider
  let ref: string
  let captureId: string

  beforeEach(async () => {
    sandbox = await openTestSandbox()
    provider = connect({ apiBase: sandbox.apiBase[name] })
    const request = buildPaymentRequest()
    const started = await provider.start(request)
    ref = started.ref
    await sandbox.payers[name].pay(ref, started.url)
    const payment = await provider.capture(ref, request.idempotencyKey)
    if (payment.status !== 'paid') throw new Error(`The payment is ${payment.status}.`)
    captureId = payment.capture.id
  })

  afterEach(() => sandbox.close())

  const refunded = () => refundedCents(sandbox, { provider: name, ref, url: null })

  test('gives back what is left, and shows as a movement', async () => {
    await sandbox.control('/refunds', { provider: name, paymentId: captureId, amountCents: 120 })
    await provider.refund(captureId, 'key')
    expect(await refunded()).toEqual([500])
    const { movements } = await provider.findHistory({
      ref,
      captureId,
      refundedCents: null,
      expected: [],
    })
    expect(movements).toMatchObject([{ amountCents: 120 }, { kind: 'refund', amountCents: 380 }])
  })

  test('gives back once, under the same key and under another', async () => {
    await provider.refund(captureId, 'key')
    await provider.refund(captureId, 'key')
    await provider.refund(captureId, 'another key')
    expect(await refunded()).toEqual([500])
  })

  // A full refund resolves PayPal's dispute.
  test.runIf(name === 'stripe')(
    'is refused while a dispute holds the money, and nothing happens',
    async () => {
      await sandbox.control('/disputes', { provider: name, paymentId: captureId })
      await expect(provider.refund(captureId, 'key')).rejects.toMatchObject({
        code: 'failed-precondition',
        message: expect.stringMatching(/refused to give the money back/),
      })
      expect(await refunded()).toEqual([0])
    },
  )

  test('of which the answer was cut off gives back once, however often it is asked for', async () => {
    await sandbox.control('/faults', { provider: name, fault: 'cut', method: 'POST', times: 9 })
    await Promise.allSettled([provider.refund(captureId, 'key')])
    await sandbox.control('/faults/clear', {})
    await provider.refund(captureId, 'key')
    expect(await refunded()).toEqual([500])
  })

  test('of a capture that the provider does not know is not found', async () => {
    await expect(provider.refund('ch_none', 'key')).rejects.toMatchObject({ code: 'not-found' })
  })
})
