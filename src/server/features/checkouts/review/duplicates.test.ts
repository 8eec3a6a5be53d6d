import { beforeEach, describe, expect, test } from 'vitest'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import type { Concern, Resolution } from '#contract/concerns.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { HOST_EMAIL, type TestDonor } from '#tests/helpers/app/app.ts'
import { readLedger, reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import {
  beginAndPay,
  capture,
  fetchCheckout,
  requireCheckoutRow,
  type BegunCheckout,
} from '#tests/helpers/app/checkouts.ts'
import {
  captureForeign,
  createForeign,
  refundedCents,
} from '#tests/helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness({ adminEmail: HOST_EMAIL })

let host: TestDonor

beforeEach(async () => {
  host = await harness.server.signUpHost()
})

/** Pays a checkout of 500 cents, and again by a second payment of 700. */
async function payTwice(provider: ProviderName): Promise<BegunCheckout> {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider })
  await (provider === 'paypal'
    ? capture(harness.donor, begun)
    : fetchCheckout(harness.donor, begun))
  const { id } = await requireCheckoutRow(harness.server, begun.ref)
  const wanted = { checkoutId: id, amountCents: 700, currency: 'USD' }
  const second = await createForeign(harness.payments, provider, wanted)
  await harness.payments.payers[provider].pay(second.ref, second.url)
  await captureForeign(harness.payments, second)
  return second
}

async function listDuplicates(): Promise<Concern[]> {
  const { concerns } = await reconcile(harness.server)
  return concerns.filter(({ kind }) => kind === 'payment_duplicate')
}

function resolve(id: string, resolution: Resolution) {
  return host.call({
    method: 'POST',
    url: `${HOST_ROUTES.reviews}/${id}`,
    payload: { resolution, reason: 'I have asked the donor.' },
  })
}

describe.each(PROVIDERS)('a second payment by %s for one checkout', (provider) => {
  test('is told to the host at once, and is no donation', async () => {
    const { ref } = await payTwice(provider)
    expect(await listDuplicates()).toMatchObject([
      {
        provider,
        details: { paymentRef: ref, leftCents: 700, currency: 'USD' },
        message: expect.stringContaining('was paid'),
        resolutions: ['refund', 'dismiss'],
      },
    ])
    expect(await readLedger(harness.server)).toEqual([['capture', 500]])
  })

  test('that the host gives back needs nobody any more', async () => {
    const second = await payTwice(provider)
    const [concern] = await listDuplicates()
    expect((await resolve(concern?.id ?? '', 'refund')).statusCode).toBe(200)
    expect(await refundedCents(harness.payments, second)).toEqual([700])
    expect(await listDuplicates()).toEqual([])
    expect(await readLedger(harness.server)).toEqual([['capture', 500]])
  })

  test('that was given back at the provider needs nobody any more', async () => {
    const second = await payTwice(provider)
    expect(await listDuplicates()).toHaveLength(1)
    const paymentId = await requirePaymentId(harness.payments, second.ref)
    await harness.payments.control('/refunds', { provider, paymentId, amountCents: 300 })
    expect(await listDuplicates()).toMatchObject([{ details: { leftCents: 400 } }])
    await harness.payments.control('/refunds', { provider, paymentId, amountCents: 400 })
    expect(await listDuplicates()).toEqual([])
  })
})
