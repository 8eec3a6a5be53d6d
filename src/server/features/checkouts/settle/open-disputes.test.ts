import { expect, test } from 'vitest'
import { z } from 'zod'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import { beginAndPay } from '#tests/helpers/app/checkouts.ts'
import { reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const harness = openPaymentHarness()

/** Opens a dispute of the payment of a checkout at its provider; returns the dispute's id. */
async function openDispute(provider: ProviderName, ref: string): Promise<string> {
  const paymentId = await requirePaymentId(harness.payments, ref)
  const created = await harness.payments.control('/disputes', { provider, paymentId })
  return z.object({ id: z.string() }).parse(created).id
}

async function listDisputes() {
  const { concerns } = await reconcile(harness.server, { scope: 'all' })
  return concerns.filter(({ kind }) => kind === 'dispute_open')
}

test.each(PROVIDERS)(
  'an open dispute of %s needs the host until it is decided',
  async (provider) => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider,
      amountCents: 7_000,
    })
    await reconcile(harness.server)
    const disputeId = await openDispute(provider, begun.ref)
    const [open, ...others] = await listDisputes()
    expect(others).toEqual([])
    expect(open).toMatchObject({ subject: disputeId, provider, resolutions: ['dismiss'] })
    expect(open?.details).toMatchObject({ amountCents: 7_000, disputeId })
    expect(open?.message).toMatch(
      /^A payer disputes \$70\.00 at (Stripe|PayPal) \(\S+\)\. Respond in (Stripe|PayPal)'s dashboard by \w+ \d+, \d{4} \(UTC\), or the money is lost\.$/,
    )
    const respondBy = Date.parse(z.string().parse(open?.details['respondBy']))
    expect(respondBy - Date.now()).toBeGreaterThan(6 * DAY_MS)

    const about = { provider, disputeId }
    await harness.payments.control('/disputes/review', about)
    expect((await listDisputes()).map(({ id }) => id)).toEqual([open?.id])
    await harness.payments.control('/disputes/outcome', { ...about, outcome: 'won' })
    expect(await listDisputes()).toEqual([])
  },
)

test('a dispute under review at Stripe waits for no response', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  await reconcile(harness.server)
  const disputeId = await openDispute('stripe', begun.ref)
  await harness.payments.control('/disputes/review', { provider: 'stripe', disputeId })
  const [open] = await listDisputes()
  expect(open?.message).toContain('Stripe waits for no response of yours now.')
  expect(open?.details['respondBy']).toBeNull()
})
