import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { reviewListSchema } from '#contract/concerns.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expectError, HOST_EMAIL, type TestDonor } from '#tests/helpers/app/app.ts'
import { reconcile } from '#tests/helpers/app/ledger.ts'
import {
  alterCheckout,
  beginAndPay,
  fetchCheckout,
  requireCheckoutRow,
} from '#tests/helpers/app/checkouts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness({ adminEmail: HOST_EMAIL })

async function listReviews(host: TestDonor) {
  const answer = await host.call({ url: HOST_ROUTES.reviews })
  return reviewListSchema.parse(answer.json()).reviews
}

test('without a problem nothing needs the host', async () => {
  await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  expect((await reconcile(harness.server, { scope: 'all' })).concerns).toEqual([])
  expect(await listReviews(await harness.server.signUpHost())).toEqual([])
})

test('a donor does not see what needs the host', async () => {
  expectError(await harness.donor.call({ url: HOST_ROUTES.reviews }), 403, 'permission-denied')
})

describe.each(PROVIDERS)('a payment by %s in review', (provider) => {
  test('is seen by the host with what they may do, also one that was there before', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    const reason = 'The payment is of 500 cents, not of 400.'
    await alterCheckout(harness.server, begun, { state: 'review', amount_cents: 400, reason })
    const { id } = await requireCheckoutRow(harness.server, begun.ref)
    const wanted = {
      id: `payment_in_review:${id}`,
      kind: 'payment_in_review',
      subject: id,
      message: reason,
      provider,
      resolutions: ['accept', 'refund', 'dismiss'],
      details: { checkoutId: id, paymentRef: begun.ref, agreedCents: 400 },
    }
    expect(await listReviews(await harness.server.signUpHost())).toMatchObject([wanted])
    expect((await reconcile(harness.server)).concerns).toMatchObject([wanted])
  })

  test('has no open concern once it has left review', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    const { amount_cents } = await requireCheckoutRow(harness.server, begun.ref)
    await alterCheckout(harness.server, begun, { amount_cents: amount_cents + 100 })
    expect((await reconcile(harness.server)).concerns).toHaveLength(1)
    await alterCheckout(harness.server, begun, { amount_cents, state: 'awaiting_payer' })
    expect((await reconcile(harness.server)).concerns).toEqual([])
    const [ended] = await listReviews(await harness.server.signUpHost())
    expect(ended).toMatchObject({ kind: 'payment_in_review', resolution: 'gone' })
  })
})

test('lists that cannot be read need the host, until they can', async () => {
  await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  await reconcile(harness.server)
  await harness.payments.control('/faults', { provider: 'stripe', fault: 'malformed', times: 50 })
  expect((await reconcile(harness.server)).concerns).toMatchObject([
    { id: 'list_unreadable:stripe', provider: 'stripe', resolutions: ['dismiss'] },
  ])
  await harness.payments.control('/faults/clear', {})
  expect((await reconcile(harness.server)).concerns).toEqual([])
})

test('a checkout that cannot be reconciled needs the host, until it can', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  await fetchCheckout(harness.donor, begun)
  await alterCheckout(harness.server, begun, { provider: 'nobody' })
  const { concerns } = await reconcile(harness.server, { scope: 'all' })
  expect(concerns.filter(({ kind }) => kind === 'checkout_not_reconciled')).toMatchObject([
    { message: expect.stringContaining('is not offered here.') },
  ])
  await alterCheckout(harness.server, begun, { provider: 'stripe' })
  expect((await reconcile(harness.server)).concerns).toEqual([])
})

test('a movement that the provider does not know is a drift, told once in the log', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  await fetchCheckout(harness.donor, begun)
  const { id, donation_id } = await requireCheckoutRow(harness.server, begun.ref)
  const { autocommit } = harness.server.database
  await autocommit
    .insertInto('ledger_entries')
    .values({
      provider: 'stripe',
      object_id: 're_nowhere',
      kind: 'refund',
      checkout_id: id,
      donation_id,
      amount_cents: 100,
      livemode: 0,
      // Too recent for the provider's statement to have it.
      created_at: Date.now(),
    })
    .execute()
  await autocommit.updateTable('donations').set({ amount_cents: 400 }).execute()
  for (let round = 0; round < 2; round += 1) {
    expect(await reconcile(harness.server, { scope: 'all' })).toMatchObject({
      driftCents: 100,
      concerns: [
        {
          id: `ledger_drift:${id}`,
          message: 'The provider has 500 cents left of a payment, the ledger 400.',
        },
      ],
    })
  }
  expect(harness.server.log().split('needs a person: The provider has 500').length - 1).toBe(1)
})

test('what is open is counted in the metrics by its kind', async () => {
  const readMetrics = async () => (await harness.server.call({ url: '/metrics' })).body
  expect(await readMetrics()).not.toContain('royale_concerns_open{')
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  await alterCheckout(harness.server, begun, { amount_cents: 123 })
  await reconcile(harness.server)
  expect(await readMetrics()).toContain('royale_concerns_open{kind="payment_in_review"} 1')
})
