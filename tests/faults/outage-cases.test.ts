import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { type Answer } from '../helpers/app.ts'
import { reconcile, requirePaymentId, sumLedger } from '../helpers/ledger.ts'
import {
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  readBoard,
  requestCheckout,
} from '../helpers/checkouts.ts'
import { takenCents } from '../helpers/provider-accounts.ts'
import { openShop } from '../helpers/shop.ts'

/** Fault case 25: the provider fails at every step, in every way, and all goes on afterwards. */

const FAULTS = ['401', '403', '500', '429', 'timeout', 'cut', 'malformed'] as const
const MANY = 40

const shop = openShop({ providerTimeoutMs: 400 })

/** A sentence that says who failed, and whether to come again. */
const SENTENCE =
  /^(Stripe|PayPal) (cannot be reached right now|cannot take payments right now|took too long to answer)\. Please try again in a moment\.$/

function messageOf(answer: Answer): string {
  return answer.json<{ error?: { message: string } }>().error?.message ?? ''
}

describe.each(PROVIDERS)('25: %s', (provider) => {
  describe.each(FAULTS)('that answers with "%s"', (fault) => {
    const fail = () => shop.payments.control('/faults', { provider, fault, times: MANY })
    const mend = () => shop.payments.control('/faults/clear', {})

    test('while a payment is begun says so, and charges nothing', async () => {
      await fail()
      const answer = await requestCheckout(shop.donor, provider, 500)
      // What was cut off after its effect is there when it is asked for again.
      const beginsAllTheSame = fault === 'cut' && answer.statusCode === 200
      expect(beginsAllTheSame || SENTENCE.test(messageOf(answer))).toBe(true)
      await mend()
      const begun = await beginAndPay(shop.donor, shop.payments, { provider, amountCents: 600 })
      await reconcile(shop.server)
      expect(await readBoard(shop.server)).toEqual([['Ada', 600]])
      expect(await takenCents(shop.payments, begun)).toEqual([600])
    })

    test('while a payment is confirmed keeps what is known, and books it later', async () => {
      const begun = await beginAndPay(shop.donor, shop.payments, { provider, amountCents: 700 })
      await fail()
      expect((await fetchCheckout(shop.donor, begun)).state).toBe('awaiting_payer')
      expect(await reconcile(shop.server)).toMatchObject({ mended: [] })
      await mend()
      expect(await reconcile(shop.server)).toMatchObject({ unreachable: 0, driftCents: 0 })
      expect(await readBoard(shop.server)).toEqual([['Ada', 700]])
      expect(await takenCents(shop.payments, begun)).toEqual([700])
    })

    test('while a refund is looked up books it later', async () => {
      const begun = await beginAndPay(shop.donor, shop.payments, { provider, amountCents: 800 })
      await reconcile(shop.server)
      const paymentId = await requirePaymentId(shop.payments, begun.ref)
      await shop.payments.control('/refunds', { provider, paymentId, amountCents: 300 })
      await fail()
      await reconcile(shop.server)
      await mend()
      expect(await reconcile(shop.server, { scope: 'all' })).toMatchObject({ driftCents: 0 })
      expect(await sumLedger(shop.server)).toBe(500)
      expect(await readBoard(shop.server)).toEqual([['Ada', 500]])
    })
  })
})

describe.each(FAULTS)('25: a capture that is answered with "%s"', (fault) => {
  test('is not repeated as another one, whoever asks next', async () => {
    const begun = await begin(shop.donor, 'paypal', 900)
    await shop.payments.payers.paypal.pay(begun.ref, null)
    const order = { provider: 'paypal', fault, method: 'POST', path: '/capture', times: MANY }
    await shop.payments.control('/faults', order)
    expect((await capture(shop.donor, begun)).statusCode).toBeGreaterThanOrEqual(503)
    await shop.payments.control('/faults/clear', {})
    await Promise.all([
      reconcile(shop.server),
      fetchCheckout(shop.donor, begun),
      capture(shop.donor, begun),
    ])
    expect(await readBoard(shop.server)).toEqual([['Ada', 900]])
    expect(await takenCents(shop.payments, begun)).toEqual([900])
  })
})
