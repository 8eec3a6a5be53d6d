import { expect, test } from 'vitest'
import { beginAndPay, fetchCheckout } from '#tests/helpers/app/checkouts.ts'
import { reconcile } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness()

async function compare() {
  const { statements } = await reconcile(harness.server, { scope: 'all' })
  return statements.find(({ provider }) => provider === 'stripe')
}

test('no statement is compared while the account of the key is unknown', async () => {
  const { payments, donor } = harness
  const fault = { provider: 'stripe', path: '/v1/account', fault: '500', times: 'always' }
  await payments.control('/faults', fault)
  const begun = await beginAndPay(donor, payments, { provider: 'stripe', amountCents: 1_000 })
  await fetchCheckout(donor, begun)
  const held = await compare()
  expect(held).toMatchObject({ from: null, payments: 0, driftCents: 0 })
  expect(held?.gaps).toEqual([
    expect.stringMatching(/^Stripe's statement could not be compared: [A-Z].+\.$/),
  ])
  await payments.control('/faults/clear', {})
  expect(await compare()).toMatchObject({ payments: 1, driftCents: 0, gaps: [] })
})
