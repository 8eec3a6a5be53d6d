import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { expectError } from '#tests/helpers/app/app.ts'
import {
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  readBoard,
} from '#tests/helpers/app/checkouts.ts'
import { reconcile } from '#tests/helpers/app/ledger.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness()

const cancel = (ref: string) =>
  harness.donor.call({ method: 'POST', url: `/api/checkouts/${ref}/cancel`, payload: {} })

describe.each(PROVIDERS)('cancelling a payment by %s', (provider) => {
  test('makes it read as cancelled from then on', async () => {
    const begun = await begin(harness.donor, provider)
    expect((await cancel(begun.ref)).json()).toMatchObject({ state: 'cancelled', donation: null })
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('cancelled')
  })

  test('twice changes nothing', async () => {
    const begun = await begin(harness.donor, provider)
    await cancel(begun.ref)
    expect((await cancel(begun.ref)).json()).toMatchObject({ state: 'cancelled' })
  })

  test('while the provider is away says so, and leaves it as it is', async () => {
    const begun = await begin(harness.donor, provider)
    await harness.payments.control('/faults', { provider, fault: '500', times: 20 })
    expectError(await cancel(begun.ref), 503, 'unavailable')
    await harness.payments.control('/faults/clear', {})
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('awaiting_payer')
  })
})

test('a card payment that came first is told as paid', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'stripe',
    amountCents: 700,
  })
  expect((await cancel(begun.ref)).json()).toMatchObject({
    state: 'paid',
    donation: { amountCents: 700 },
  })
  expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
})

test('nobody can pay a card payment any more that was cancelled', async () => {
  const begun = await begin(harness.donor, 'stripe')
  await cancel(begun.ref)
  await harness.payments.payers.stripe.pay(begun.ref, begun.url)
  expect((await fetchCheckout(harness.donor, begun)).state).toBe('cancelled')
  expect(await readBoard(harness.server)).toEqual([])
})

test('a wallet payment that was captured first is told as paid', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'paypal',
    amountCents: 700,
  })
  await capture(harness.donor, begun)
  expect((await cancel(begun.ref)).json()).toMatchObject({ state: 'paid' })
})

test('a wallet payment that was cancelled is never captured, though its payer approves it', async () => {
  const begun = await begin(harness.donor, 'paypal', 700)
  expect((await cancel(begun.ref)).json()).toMatchObject({ state: 'cancelled' })
  await harness.payments.payers.paypal.pay(begun.ref, begun.url)
  await reconcile(harness.server)
  const answer = await capture(harness.donor, begun)
  expect(expectError(answer, 409, 'failed-precondition')).toBe(
    'This payment was cancelled, and nothing was charged. To pay, please begin again.',
  )
  expect(answer.json()).toMatchObject({ error: { reason: 'PAYMENT_CANCELLED' } })
  expect((await fetchCheckout(harness.donor, begun)).state).toBe('cancelled')
  expect(await readBoard(harness.server)).toEqual([])
})

test('payments that a provider still works on are listed for their donor alone', async () => {
  const begun = await begin(harness.donor, 'paypal', 800)
  await harness.payments.payers.paypal.payLater(begun.ref, null)
  await capture(harness.donor, begun)
  const { checkouts } = (await harness.donor.call({ url: '/api/checkouts' })).json<{
    checkouts: { state: string; amountCents: number }[]
  }>()
  expect(checkouts).toMatchObject([{ state: 'processing', amountCents: 800, donation: null }])
  const eve = await harness.server.signUp()
  expect((await eve.call({ url: '/api/checkouts' })).json()).toEqual({ checkouts: [] })
  expectError(await harness.server.call({ url: '/api/checkouts' }), 401, 'unauthenticated')
})
