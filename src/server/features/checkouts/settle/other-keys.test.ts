import { expect, test } from 'vitest'
import { expectError } from '#tests/helpers/app/app.ts'
import { reconcile } from '#tests/helpers/app/ledger.ts'
import {
  alterCheckout,
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
} from '#tests/helpers/app/checkouts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

/** The tests replace the server's keys by those of an account that knows no earlier checkouts. */

const HOUR_MS = 60 * 60 * 1000

const harness = openPaymentHarness()

const OTHER = 'of-another-account'

test('a card payment made with other keys goes to review, and is never said to be uncharged', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  const { provider_ref } = await requireCheckoutRow(harness.server, begun.ref)
  await alterCheckout(harness.server, begun, { provider_ref: 'cs_test_other' })
  harness.clockOffsetMs = 2 * HOUR_MS
  const report = await reconcile(harness.server)
  expect(report.concerns).toContainEqual(
    expect.objectContaining({
      kind: 'payment_in_review',
      message: expect.stringMatching(/^Stripe does not know this session: /),
    }),
  )
  expect((await fetchCheckout(harness.donor, { ref: 'cs_test_other' })).state).toBe('review')
  await alterCheckout(harness.server, { ref: 'cs_test_other' }, { provider_ref })
})

test('a wallet payment made with other keys goes to review at once', async () => {
  const begun = await begin(harness.donor, 'paypal')
  const change = { provider_ref: 'ORDEROTHER', provider_account: OTHER }
  await alterCheckout(harness.server, begun, change)
  const answer = await capture(harness.donor, { ...begun, ref: 'ORDEROTHER' })
  expect(expectError(answer, 500, 'unknown')).toBe(
    'Your payment needs a look by the host before it can be shown. Please do not pay again.',
  )
  expect((await fetchCheckout(harness.donor, { ref: 'ORDEROTHER' })).state).toBe('review')
})

test('a payer who cancels a payment made with other keys is not told that it is cancelled', async () => {
  const begun = await begin(harness.donor, 'paypal')
  const change = { provider_ref: 'ORDEROTHER2', provider_account: OTHER }
  await alterCheckout(harness.server, begun, change)
  const { id } = await requireCheckoutRow(harness.server, 'ORDEROTHER2')
  const answer = await harness.donor.call({ method: 'POST', url: `/api/checkouts/${id}/cancel` })
  expect(answer.json()).toMatchObject({ state: 'review' })
})

test('with the right keys again, what was paid is booked by its event', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'stripe',
    amountCents: 700,
  })
  await alterCheckout(harness.server, begun, {
    state: 'review',
    reason: 'Stripe does not know it.',
  })
  const report = await reconcile(harness.server)
  expect(report.missed).toBeGreaterThan(0)
  expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
  expect(await requireCheckoutRow(harness.server, begun.ref)).toMatchObject({
    state: 'paid',
    reason: null,
  })
})

test('lists are read from the beginning for another account', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'paypal' })
  await capture(harness.donor, begun)
  await reconcile(harness.server)
  const { autocommit, reader } = harness.server.database
  const marks = autocommit.updateTable('reconcile_marks').where('provider', '=', 'paypal')
  await marks.set({ provider_account: OTHER, seen_until: Date.now() + HOUR_MS / 20 }).execute()
  await autocommit.deleteFrom('webhook_events').execute()
  expect((await reconcile(harness.server)).missed).toBeGreaterThan(0)
  const mark = await reader
    .selectFrom('reconcile_marks')
    .selectAll()
    .where('provider', '=', 'paypal')
    .executeTakeFirstOrThrow()
  expect(mark.provider_account).toMatch(/^[\da-f]{16}$/)
})

test('what was paid with other keys is told to the host, and not fetched in vain', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'paypal' })
  await capture(harness.donor, begun)
  await reconcile(harness.server)
  await alterCheckout(harness.server, begun, { provider_account: OTHER })
  const fault = { provider: 'paypal', fault: '403', times: 1_000, path: '/v2/' }
  await harness.payments.control('/faults', fault)
  const { concerns, unreachable } = await reconcile(harness.server, { scope: 'all' })
  expect(unreachable).toBe(0)
  expect(concerns).toContainEqual(
    expect.objectContaining({
      kind: 'payments_elsewhere',
      subject: 'paypal',
      message: expect.stringMatching(/^1 paid checkout is of another account of PayPal /),
      resolutions: ['dismiss'],
    }),
  )
})
