import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { type TestResponse } from '../helpers/app/app.ts'
import { reconcile, requirePaymentId, sumLedger } from '../helpers/app/ledger.ts'
import {
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  readBoard,
  requestCheckout,
} from '../helpers/app/checkouts.ts'
import { takenCents } from '../helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '../helpers/app/payment-harness.ts'

/**
 * Fault case 25: the provider fails at every step, in every way, and payments complete afterwards.
 */

const FAULTS = ['401', '403', '500', '429', 'timeout', 'cut', 'malformed'] as const
const MANY = 40

/** Opens a server that soon gives up on a provider that never responds, and on no other. */
const openHarness = (fault: (typeof FAULTS)[number]) =>
  openPaymentHarness({ providerTimeoutMs: fault === 'timeout' ? 1_000 : 60_000 })

/** A sentence that says who failed, and whether to try again. */
const SENTENCE =
  /^(Stripe|PayPal) (cannot be reached right now|cannot take payments right now|took too long to answer)\. Please try again in a moment\.$/

function messageOf(answer: TestResponse): string {
  return answer.json<{ error?: { message: string } }>().error?.message ?? ''
}

describe.each(PROVIDERS)('25: %s', (provider) => {
  describe.each(FAULTS)('that answers with "%s"', (fault) => {
    const harness = openHarness(fault)
    const fail = () => harness.payments.control('/faults', { provider, fault, times: MANY })
    const clearFault = () => harness.payments.control('/faults/clear', {})

    test('while a payment is begun says so, and charges nothing', async () => {
      await fail()
      const answer = await requestCheckout(harness.donor, provider, 500)
      // A payment whose response was cut off is found by the next try.
      const beginsAllTheSame = fault === 'cut' && answer.statusCode === 200
      expect(beginsAllTheSame || SENTENCE.test(messageOf(answer))).toBe(true)
      await clearFault()
      const begun = await beginAndPay(harness.donor, harness.payments, {
        provider,
        amountCents: 600,
      })
      await reconcile(harness.server)
      expect(await readBoard(harness.server)).toEqual([['Ada', 600]])
      expect(await takenCents(harness.payments, begun)).toEqual([600])
    })

    test('while a payment is confirmed keeps what is known, and books it later', async () => {
      const begun = await beginAndPay(harness.donor, harness.payments, {
        provider,
        amountCents: 700,
      })
      await fail()
      expect((await fetchCheckout(harness.donor, begun)).state).toBe('awaiting_payer')
      expect(await reconcile(harness.server)).toMatchObject({ mended: [] })
      await clearFault()
      expect(await reconcile(harness.server)).toMatchObject({ unreachable: 0, driftCents: 0 })
      expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
      expect(await takenCents(harness.payments, begun)).toEqual([700])
    })

    test('while a refund is looked up books it later', async () => {
      const begun = await beginAndPay(harness.donor, harness.payments, {
        provider,
        amountCents: 800,
      })
      await reconcile(harness.server)
      const paymentId = await requirePaymentId(harness.payments, begun.ref)
      await harness.payments.control('/refunds', { provider, paymentId, amountCents: 300 })
      await fail()
      await reconcile(harness.server)
      await clearFault()
      expect(await reconcile(harness.server, { scope: 'all' })).toMatchObject({ driftCents: 0 })
      expect(await sumLedger(harness.server)).toBe(500)
      expect(await readBoard(harness.server)).toEqual([['Ada', 500]])
    })
  })
})

describe.each(FAULTS)('25: a capture that is answered with "%s"', (fault) => {
  const harness = openHarness(fault)

  test('is not repeated as another one, whoever asks next', async () => {
    const begun = await begin(harness.donor, 'paypal', 900)
    await harness.payments.payers.paypal.pay(begun.ref, null)
    const body = { provider: 'paypal', fault, method: 'POST', path: '/capture', times: MANY }
    await harness.payments.control('/faults', body)
    expect((await capture(harness.donor, begun)).statusCode).toBeGreaterThanOrEqual(503)
    await harness.payments.control('/faults/clear', {})
    await Promise.all([
      reconcile(harness.server),
      fetchCheckout(harness.donor, begun),
      capture(harness.donor, begun),
    ])
    expect(await readBoard(harness.server)).toEqual([['Ada', 900]])
    expect(await takenCents(harness.payments, begun)).toEqual([900])
  })
})
