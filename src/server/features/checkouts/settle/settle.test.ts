import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { expectError } from '#tests/helpers/app/app.ts'
import {
  alterCheckout,
  begin,
  beginAndPay,
  capture,
  deliver,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
  type BegunCheckout,
} from '#tests/helpers/app/checkouts.ts'
import { createForeign, takenCents } from '#tests/helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness()

async function deliverEvent({ provider, ref }: BegunCheckout, type: string): Promise<void> {
  const event = await harness.payments.requireWebhook({ provider, type, body: ref })
  expect((await deliver(harness.server, provider, event)).statusCode).toBe(200)
}

async function findOutcomes(): Promise<(string | null)[]> {
  const events = await harness.server.database.reader
    .selectFrom('webhook_events')
    .select('outcome')
    .execute()
  return events.map(({ outcome }) => outcome)
}

describe('money that arrived', () => {
  test('by card is credited once by return and webhook together', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'stripe',
      amountCents: 700,
    })
    await Promise.all([
      ...Array.from({ length: 5 }, () => fetchCheckout(harness.donor, begun)),
      ...Array.from({ length: 5 }, () => deliverEvent(begun, 'session.completed')),
    ])
    await expect.poll(findOutcomes).toEqual(['paid'])
    expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
    expect(await harness.server.countRows()).toMatchObject({ ledger_entries: 1, donations: 1 })
  })

  test('from the wallet is credited once by approval, return and webhook together', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'paypal',
      amountCents: 800,
    })
    const captures = Promise.all(Array.from({ length: 4 }, () => capture(harness.donor, begun)))
    await Promise.all([
      captures,
      fetchCheckout(harness.donor, begun),
      deliverEvent(begun, 'capture.completed'),
    ])
    for (const answer of await captures) {
      expect(answer.json()).toMatchObject({ status: 'COMPLETED', donation: { amountCents: 800 } })
    }
    await expect.poll(findOutcomes).toEqual(['paid'])
    expect(await readBoard(harness.server)).toEqual([['Ada', 800]])
    expect(await harness.server.countRows()).toMatchObject({ ledger_entries: 1, donations: 1 })
    expect(await takenCents(harness.payments, begun)).toEqual([800])
  })

  test('after the checkout had expired is credited all the same', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'stripe',
      amountCents: 900,
    })
    await alterCheckout(harness.server, begun, { state: 'expired' })
    expect(await fetchCheckout(harness.donor, begun)).toMatchObject({
      state: 'paid',
      donation: { name: 'Ada', amountCents: 900, position: 1 },
    })
  })

  test('by a delayed method is shown when it comes, not before', async () => {
    const begun = await begin(harness.donor, 'stripe', 600)
    await harness.payments.payers.stripe.payLater(begun.ref, begun.url)
    await deliverEvent(begun, 'session.completed')
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('processing')
    expect(await readBoard(harness.server)).toEqual([])
    const decision = { provider: 'stripe', paymentId: begun.ref, outcome: 'succeeded' }
    await harness.payments.control('/pending', decision)
    await deliverEvent(begun, 'async_payment_succeeded')
    await expect.poll(() => readBoard(harness.server)).toEqual([['Ada', 600]])
  })

  test('by a delayed method that fails in the end is not shown', async () => {
    const begun = await begin(harness.donor, 'stripe')
    await harness.payments.payers.stripe.payLater(begun.ref, begun.url)
    const decision = { provider: 'stripe', paymentId: begun.ref, outcome: 'failed' }
    await harness.payments.control('/pending', decision)
    await deliverEvent(begun, 'async_payment_failed')
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('failed')
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('but is held back by PayPal is not counted until PayPal releases it', async () => {
    const begun = await begin(harness.donor, 'paypal', 600)
    await harness.payments.payers.paypal.payLater(begun.ref, null)
    const held = await capture(harness.donor, begun)
    expect(held.json()).toEqual({ status: 'PENDING', donation: null })
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('processing')
    expect(await readBoard(harness.server)).toEqual([])
    const pending = await harness.payments.requireWebhook({
      provider: 'paypal',
      type: 'capture.pending',
      body: begun.ref,
    })
    const captureId = requireResourceId(pending.body)
    await harness.payments.control('/pending', {
      provider: 'paypal',
      captureId,
      outcome: 'succeeded',
    })
    await deliverEvent(begun, 'capture.completed')
    await expect.poll(() => readBoard(harness.server)).toEqual([['Ada', 600]])
  })
})

describe.each(PROVIDERS)('a payment by %s that is not what was asked for', (provider) => {
  test.each([
    ['amount', { amount_cents: 400 }, 'The payment is of 500 cents, not of 400.'],
    ['mode', { livemode: 1 }, 'The payment is of another mode.'],
    ['checkout', { id: 'another' }, 'The payment belongs to another checkout.'],
  ] as const)('in its %s waits for the host, and is not shown', async (_what, change, reason) => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    await alterCheckout(harness.server, begun, change)
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('review')
    expect(await requireCheckoutRow(harness.server, begun.ref)).toMatchObject({
      state: 'review',
      reason,
    })
    expect(await readBoard(harness.server)).toEqual([])
    expect(await harness.server.countRows()).toMatchObject({ ledger_entries: 0, donations: 0 })
    // A PayPal payment that is only approved is not even captured.
    expect(await takenCents(harness.payments, begun)).toEqual(provider === 'stripe' ? [500] : [])
  })

  test('in its currency waits for the host, and is not shown', async () => {
    const begun = await begin(harness.donor, provider)
    const { id } = await requireCheckoutRow(harness.server, begun.ref)
    const foreign = await createForeign(harness.payments, provider, {
      checkoutId: id,
      amountCents: 500,
      currency: 'EUR',
    })
    await harness.payments.payers[provider].pay(foreign.ref, foreign.url)
    await alterCheckout(harness.server, begun, { provider_ref: foreign.ref })
    expect((await fetchCheckout(harness.donor, foreign)).state).toBe('review')
    expect((await requireCheckoutRow(harness.server, foreign.ref)).reason).toBe(
      'The payment is in EUR.',
    )
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('is nowhere reported as a success', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    await alterCheckout(harness.server, begun, { amount_cents: 400 })
    if (provider === 'paypal') expectError(await capture(harness.donor, begun), 500, 'unknown')
    expect(await fetchCheckout(harness.donor, begun)).toMatchObject({
      state: 'review',
      donation: null,
    })
  })
})

function requireResourceId(body: string): string {
  return z.object({ resource: z.object({ id: z.string() }) }).parse(JSON.parse(body)).resource.id
}
