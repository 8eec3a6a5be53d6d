import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { openTestApp, type Answer, type TestApp, type TestDonor } from '../helpers/app.ts'
import { reconcile, requirePaymentId, sumLedger } from '../helpers/books.ts'
import { begin, beginAndPay, capture, look, readBoard, tryToBegin } from '../helpers/donating.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/payment-sandbox.ts'
import { takenCents } from '../helpers/provider-accounts.ts'

/** Fault case 25: the provider fails at every step, in every way, and all goes on afterwards. */

const FAULTS = ['500', '429', 'timeout', 'cut', 'malformed'] as const
const MANY = 40

let payments: TestSandbox
let server: TestApp
let donor: TestDonor
let shiftMs = 0

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

beforeEach(async () => {
  shiftMs = 0
  const clock = () => Date.now() + shiftMs
  server = await openTestApp({ payments, clock, providerTimeoutMs: 400 })
  donor = await server.signUp()
})

afterEach(async () => {
  await payments.control('/faults/clear', {})
  await server.close()
})

/** A sentence that says who failed, and whether to come again. */
const SENTENCE =
  /^(Stripe|PayPal) (cannot be reached right now|took too long to answer)\. Please try again in a moment\.$/

function messageOf(answer: Answer): string {
  return answer.json<{ error?: { message: string } }>().error?.message ?? ''
}

describe.each(PROVIDERS)('25: %s', (provider) => {
  describe.each(FAULTS)('that answers with "%s"', (fault) => {
    const fail = () => payments.control('/faults', { provider, fault, times: MANY })
    const mend = () => payments.control('/faults/clear', {})

    test('while a payment is begun says so, and charges nothing', async () => {
      await fail()
      const answer = await tryToBegin(donor, provider, 500)
      // What was cut off after its effect is there when it is asked for again.
      const beginsAllTheSame = fault === 'cut' && answer.statusCode === 200
      expect(beginsAllTheSame || SENTENCE.test(messageOf(answer))).toBe(true)
      await mend()
      const begun = await beginAndPay(donor, payments, { provider, amountCents: 600 })
      await reconcile(server)
      expect(await readBoard(server)).toEqual([['Ada', 600]])
      expect(await takenCents(payments, begun)).toEqual([600])
    })

    test('while a payment is confirmed keeps what is known, and books it later', async () => {
      const begun = await beginAndPay(donor, payments, { provider, amountCents: 700 })
      await fail()
      expect((await look(donor, begun)).state).toBe('awaiting_payer')
      expect(await reconcile(server)).toMatchObject({ mended: [] })
      await mend()
      expect(await reconcile(server)).toMatchObject({ unreachable: 0, driftCents: 0 })
      expect(await readBoard(server)).toEqual([['Ada', 700]])
      expect(await takenCents(payments, begun)).toEqual([700])
    })

    test('while a refund is looked up books it later', async () => {
      const begun = await beginAndPay(donor, payments, { provider, amountCents: 800 })
      await reconcile(server)
      const paymentId = await requirePaymentId(payments, begun.ref)
      await payments.control('/refunds', { provider, paymentId, amountCents: 300 })
      await fail()
      await reconcile(server)
      await mend()
      expect(await reconcile(server, { scope: 'all' })).toMatchObject({ driftCents: 0 })
      expect(await sumLedger(server)).toBe(500)
      expect(await readBoard(server)).toEqual([['Ada', 500]])
    })
  })
})

describe.each(FAULTS)('25: a capture that is answered with "%s"', (fault) => {
  test('is not repeated as another one, whoever asks next', async () => {
    const begun = await begin(donor, 'paypal', 900)
    await payments.payers.paypal.pay(begun.ref, null)
    const order = { provider: 'paypal', fault, method: 'POST', path: '/capture', times: MANY }
    await payments.control('/faults', order)
    expect((await capture(donor, begun)).statusCode).toBeGreaterThanOrEqual(503)
    await payments.control('/faults/clear', {})
    await Promise.all([reconcile(server), look(donor, begun), capture(donor, begun)])
    expect(await readBoard(server)).toEqual([['Ada', 900]])
    expect(await takenCents(payments, begun)).toEqual([900])
  })
})
