import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { expectError } from '#tests/helpers/app/app.ts'
import { readLedger, reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import {
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  readBoard,
} from '#tests/helpers/app/checkouts.ts'
import { takenCents } from '#tests/helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'
import { denied, unavailable } from '#server/payments/failures/failures.ts'
import { NO_HISTORY, requireWhole } from './history.ts'

const HOUR_MS = 60 * 60 * 1000

const harness = openPaymentHarness()

describe.each([
  ['stripe', '/v1/disputes'],
  ['paypal', '/v1/customer/disputes'],
] as const)('a key of %s that may not read disputes', (provider, path) => {
  const deny = () =>
    harness.payments.control('/faults', { provider, fault: '403', path, times: 1_000 })

  test('does not hold up captures and refunds', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider,
      amountCents: 7_000,
    })
    await deny()
    await reconcile(harness.server)
    expect(await readBoard(harness.server)).toEqual([['Ada', 7_000]])
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/refunds', { provider, paymentId, amountCents: 2_000 })
    await reconcile(harness.server)
    expect(await readBoard(harness.server)).toEqual([['Ada', 5_000]])
  })

  test('makes events about a dispute wait until it may', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider,
      amountCents: 7_000,
    })
    await reconcile(harness.server)
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/disputes', { provider, paymentId })
    await deny()
    await reconcile(harness.server)
    expect(await readBoard(harness.server)).toEqual([['Ada', 7_000]])
    await harness.payments.control('/faults/clear', {})
    harness.clockOffsetMs = HOUR_MS
    await reconcile(harness.server)
    expect(await readBoard(harness.server)).toEqual([])
  })
})

test('a declined wallet is charged only if its payer approves again', async () => {
  const begun = await begin(harness.donor, 'paypal', 15_000)
  await harness.payments.payers.paypal.beDeclined(begun.ref, null)
  expectError(await capture(harness.donor, begun), 409, 'failed-precondition')
  // PayPal would capture it now, but only its payer may ask for that.
  await harness.payments.payers.paypal.pay(begun.ref, null)
  await reconcile(harness.server)
  await fetchCheckout(harness.donor, begun)
  expect(await takenCents(harness.payments, begun)).toEqual([])
  expect((await capture(harness.donor, begun)).statusCode).toBe(200)
  expect(await takenCents(harness.payments, begun)).toEqual([15_000])
})

test('a refund that only the charge names is booked after a while, and as itself once it is listed', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'stripe',
    amountCents: 900,
  })
  await reconcile(harness.server)
  await harness.payments.control('/stripe/lag', { mostMs: 24 * HOUR_MS })
  const paymentId = await requirePaymentId(harness.payments, begun.ref)
  await harness.payments.control('/refunds', { provider: 'stripe', paymentId, amountCents: 250 })
  // Drops the events that name the refund, so that only the charge says that there is one.
  await harness.server.database.autocommit
    .updateTable('webhook_events')
    .set({ handled_at: 1 })
    .execute()
  const all = { scope: 'all' } as const
  const dropped = { provider: 'stripe', fault: '500', path: '/v1/events', times: 100 }
  await harness.payments.control('/faults', dropped)
  await reconcile(harness.server, all)
  expect(await readBoard(harness.server)).toEqual([['Ada', 900]])
  harness.clockOffsetMs = HOUR_MS
  await reconcile(harness.server, all)
  expect(await readBoard(harness.server)).toEqual([['Ada', 650]])
  await harness.payments.control('/stripe/lag', { mostMs: 0 })
  await reconcile(harness.server, all)
  expect(await readBoard(harness.server)).toEqual([['Ada', 650]])
  expect(await readLedger(harness.server)).toEqual([
    ['capture', 900],
    ['refund', 250],
    ['refund', 250],
    ['refund_reversal', 250],
  ])
})

describe('the history of a payment', () => {
  const away = { part: 'disputes', error: unavailable('Stripe', 'away') } as const
  const permission = { part: 'disputes', error: denied('Stripe', 'permission', 'no') } as const
  const dispute = { part: 'disputes', id: 'du_1' } as const
  const refund = { part: 'refunds', id: 're_1' } as const

  test.each([
    ['all was read', {}, [refund]],
    ['a part may not be read and nothing asks for it', { unread: [permission] }, [refund]],
  ])('is whole where %s', (_, history, expected) => {
    expect(() => requireWhole({ ...NO_HISTORY, ...history }, expected)).not.toThrow()
  })

  test.each([
    ['a part could not be read', { unread: [away] }, [], away.error.message],
    [
      'what is asked for may not be read',
      { unread: [permission] },
      [dispute],
      permission.error.message,
    ],
    [
      'what is asked for is not there yet',
      { missing: ['re_1'] },
      [refund],
      'The provider does not list what it has told of.',
    ],
  ])('is not whole where %s', (_, history, expected, message) => {
    const check = () => requireWhole({ ...NO_HISTORY, ...history }, expected)
    expect(check).toThrow(AppError)
    expect(check).toThrow(message)
  })
})
