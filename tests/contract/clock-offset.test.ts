import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import { reconcile, requirePaymentId } from '../helpers/app/ledger.ts'
import {
  beginAndPay,
  capture,
  deliver,
  readBoard,
  type BegunCheckout,
} from '../helpers/app/checkouts.ts'
import { PAYMENT_PROVIDERS } from '../helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/providers/payment-sandbox.ts'

const MINUTE_MS = 60_000

/** The minutes by which the providers' clocks are ahead of the server's. */
const OFFSETS = [60, 31, -31, -60].map((minutes) => [minutes] as const)

describe.each(PAYMENT_PROVIDERS)('$name', ({ name, connect }) => {
  describe.each(OFFSETS)('whose clock is %i minutes ahead of ours', (minutes) => {
    let payments: TestSandbox
    let server: TestApp
    let donor: TestDonor

    beforeEach(async () => {
      payments = await openTestSandbox({ aheadMs: minutes * MINUTE_MS })
      const provider = connect({ apiBase: payments.apiBase[name] })
      server = await openTestApp({ payments, providers: { [name]: provider } })
      donor = await server.signUp()
      // A server does the same at its start.
      await provider.probe()
    })

    afterEach(async () => {
      await server.close()
      await payments.close()
    })

    async function pay(): Promise<BegunCheckout> {
      const begun = await beginAndPay(donor, payments, { provider: name, amountCents: 900 })
      if (name === 'paypal') await capture(donor, begun)
      return begun
    }

    test('takes payments, and its webhooks are believed', async () => {
      const { ref } = await pay()
      const type = name === 'stripe' ? 'session.completed' : 'capture.completed'
      const event = await payments.requireWebhook({ provider: name, type, body: ref })
      const answer = await deliver(server, name, event)
      expect(answer.json()).toEqual({ received: true })
      await reconcile(server)
      expect(await readBoard(server)).toEqual([['Ada', 900]])
    })

    test('has its lists read whole', async () => {
      const begun = await pay()
      await reconcile(server)
      const paymentId = await requirePaymentId(payments, begun.ref)
      await payments.control('/refunds', { provider: name, paymentId, amountCents: 250 })
      expect((await reconcile(server)).missed).toBeGreaterThan(0)
      expect(await readBoard(server)).toEqual([['Ada', 650]])
    })
  })
})
