import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { isAboutLedger } from '#contract/concerns.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { expectError } from '#tests/helpers/app/app.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { readLedger, reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import {
  alterCheckout,
  begin,
  beginAndPay,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
  requestCheckout,
} from '#tests/helpers/app/checkouts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'
import { bookCaptures, findUnfinished, insertCheckouts } from '#server/features/checkouts/store.ts'

const HOUR_MS = 60 * 60 * 1000

const harness = openPaymentHarness()

/**
 * Returns the concerns without those about waiting events: the providers still send events of
 * earlier tests' payments, which this test's database does not have.
 */
function concernsOf({ concerns }: ReconcileReport) {
  return concerns.filter(({ kind }) => kind !== 'event_waiting' && isAboutLedger(kind))
}

describe.each(PROVIDERS)('a payment by %s', (provider) => {
  test('of which nothing was ever heard is found, and booked', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 700 })
    const report = await reconcile(harness.server)
    const { id } = await requireCheckoutRow(harness.server, begun.ref)
    expect(report.mended).toContainEqual({
      checkoutId: id,
      from: 'awaiting_payer',
      to: 'paid',
      cents: 700,
    })
    expect(report.driftCents).toBe(0)
    expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
  })

  test('that is found a day later counts where the provider took it', async () => {
    await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 700 })
    harness.clockOffsetMs = 24 * HOUR_MS
    await reconcile(harness.server)
    const { timestamp, captured_at: capturedAt } = await harness.server.database.reader
      .selectFrom('donations')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(timestamp - (capturedAt ?? 0)).toBeGreaterThan(23 * HOUR_MS)
    expect(Math.abs(Date.now() - (capturedAt ?? 0))).toBeLessThan(HOUR_MS)
  })

  test('whose refund was never heard of is mended', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 900 })
    await reconcile(harness.server)
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/refunds', { provider, paymentId, amountCents: 250 })
    const report = await reconcile(harness.server)
    expect(report.missed).toBeGreaterThan(0)
    expect(report.driftCents).toBe(0)
    expect(await readBoard(harness.server)).toEqual([['Ada', 650]])
  })

  test('whose refund was missed while the clock was wrong is mended', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 900 })
    harness.clockOffsetMs = 24 * HOUR_MS
    await reconcile(harness.server)
    harness.clockOffsetMs = 0
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/refunds', { provider, paymentId, amountCents: 250 })
    expect((await reconcile(harness.server)).missed).toBeGreaterThan(0)
    expect(await readBoard(harness.server)).toEqual([['Ada', 650]])
  })

  test('whose creation was cut off is begun again under the same key, and only once', async () => {
    const begun = await begin(harness.donor, provider)
    await alterCheckout(harness.server, begun, { provider_ref: null, state: 'created' })
    await reconcile(harness.server)
    expect(await requireCheckoutRow(harness.server, begun.ref)).toMatchObject({
      state: 'awaiting_payer',
    })
  })

  test('whose creation was cut off and whose time is over has expired', async () => {
    const begun = await begin(harness.donor, provider)
    const { id } = await requireCheckoutRow(harness.server, begun.ref)
    await alterCheckout(harness.server, begun, { provider_ref: null, state: 'created' })
    harness.clockOffsetMs = 2 * HOUR_MS
    await reconcile(harness.server)
    expect(await fetchCheckout(harness.donor, { ref: id })).toMatchObject({ state: 'expired' })
  })

  test('that cannot be asked about comes again', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 400 })
    const fault = { provider, fault: '500', times: 50 }
    await harness.payments.control('/faults', fault)
    expect(await reconcile(harness.server)).toMatchObject({ unreachable: 1, mended: [] })
    expect((await requireCheckoutRow(harness.server, begun.ref)).state).toBe('awaiting_payer')
    await harness.payments.control('/faults/clear', {})
    expect(await reconcile(harness.server)).toMatchObject({ unreachable: 0, driftCents: 0 })
    expect(await readBoard(harness.server)).toEqual([['Ada', 400]])
  })
})

/**
 * The concerns when disputes may not be read: PayPal's list of disputes is required, Stripe's is
 * skipped.
 */
const CONCERNS_ON_DENIAL = {
  stripe: ['permission_missing'],
  paypal: ['list_unreadable', 'permission_missing'],
}

describe.each(PROVIDERS)('a permission of %s that is lost while the server runs', (provider) => {
  test('is told by hand with the payments that nobody can compare, until it is given', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 900 })
    const { uncompared: before } = await reconcile(harness.server)
    await harness.payments.control('/faults', {
      provider,
      fault: '403',
      path: '/disputes',
      times: 99,
    })
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/disputes', { provider, paymentId })
    const during = await reconcile(harness.server)
    expect(concernsOf(during).map(({ kind }) => kind)).toEqual(CONCERNS_ON_DENIAL[provider])
    expect(during).toMatchObject({ uncompared: before + 1, driftCents: 0 })
    await harness.payments.control('/faults/clear', {})
    const after = await reconcile(harness.server)
    expect(after).toMatchObject({ uncompared: before, driftCents: 0 })
    expect(concernsOf(after)).toEqual([])
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('makes no drift of what is booked already and cannot be read', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 900 })
    await reconcile(harness.server)
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/disputes', { provider, paymentId })
    const { uncompared: before } = await reconcile(harness.server)
    await harness.payments.control('/faults', {
      provider,
      fault: '403',
      path: '/disputes',
      times: 99,
    })
    const report = await reconcile(harness.server)
    expect(report).toMatchObject({ unreachable: 1, uncompared: before + 1, driftCents: 0 })
    expect(concernsOf(report).map(({ kind }) => kind)).toEqual(CONCERNS_ON_DENIAL[provider])
  })
})

test('a checkout that a mistake of ours stops does not stop the others', async () => {
  const bad = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  await alterCheckout(harness.server, bad, { provider: 'nobody' })
  await beginAndPay(harness.donor, harness.payments, { provider: 'stripe', amountCents: 600 })
  const report = await reconcile(harness.server)
  expect(concernsOf(report)).toHaveLength(1)
  expect(await readBoard(harness.server)).toEqual([['Ada', 600]])
})

test('what is paid is asked about again when all is asked for', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'stripe',
    amountCents: 600,
  })
  await fetchCheckout(harness.donor, begun)
  const { checked } = await reconcile(harness.server)
  expect((await reconcile(harness.server, { scope: 'all' })).checked).toBe(checked + 1)
})

test('money that the board lacks shows as drift', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'stripe',
    amountCents: 600,
  })
  await fetchCheckout(harness.donor, begun)
  await harness.server.database.autocommit
    .updateTable('donations')
    .set({ amount_cents: 550 })
    .execute()
  const report = await reconcile(harness.server)
  expect(report.driftCents).toBe(50)
  expect(concernsOf(report)).toEqual([
    expect.objectContaining({
      kind: 'board_drift',
      message: 'The ledger has 600 cents, the board 550.',
    }),
  ])
})

test('donations of the mode that is not shown are audited as well', async () => {
  const { database } = harness.server
  const checkout = buildCheckout({ livemode: 1, amount_cents: 600 })
  await database.write(insertCheckouts, checkout)
  await database.write(bookCaptures, buildCapture(checkout))
  expect((await reconcile(harness.server)).driftCents).toBe(0)
  await database.autocommit.updateTable('donations').set({ amount_cents: 550 }).execute()
  expect((await reconcile(harness.server)).driftCents).toBe(50)
})

test('deleted test donations are no drift, and stay deleted', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'stripe',
    amountCents: 600,
  })
  await fetchCheckout(harness.donor, begun)
  const host = await harness.server.signUpHost()
  const deletion = await host.call({ method: 'DELETE', url: ROUTES.testDonations })
  expect(deletion.json()).toEqual({ deleted: 1 })
  expect(await reconcile(harness.server, { scope: 'all' })).toMatchObject({
    driftCents: 0,
    mended: [],
  })
  expect(await readBoard(harness.server)).toEqual([])
  expect(await readLedger(harness.server)).toEqual([['capture', 600]])
})

test('an answer to our creation that never came is asked for again, and nothing is charged', async () => {
  await harness.payments.control('/faults', {
    provider: 'paypal',
    fault: 'cut',
    path: '/v2/',
    times: 9,
  })
  expectError(await requestCheckout(harness.donor, 'paypal'), 503, 'unavailable')
  await harness.payments.control('/faults/clear', {})
  harness.clockOffsetMs = 2 * 60_000
  const report = await reconcile(harness.server)
  expect(report.mended).toMatchObject([{ from: 'created', to: 'awaiting_payer', cents: 0 }])
})

test('what nobody should pay any more is asked about once an hour', async () => {
  const begun = await begin(harness.donor, 'paypal')
  harness.clockOffsetMs = 5 * HOUR_MS
  await reconcile(harness.server)
  const { next_check_at } = await requireCheckoutRow(harness.server, begun.ref)
  const pauseMs = next_check_at - Date.now() - harness.clockOffsetMs
  expect(pauseMs).toBeGreaterThan(30 * 60_000)
  expect(pauseMs).toBeLessThanOrEqual(HOUR_MS)
})

test('a check that was planned by a clock that was ahead is due', async () => {
  const soon = await begin(harness.donor, 'paypal')
  harness.clockOffsetMs = 12 * HOUR_MS
  const ahead = await begin(harness.donor, 'stripe')
  harness.clockOffsetMs = 0
  const due = await findUnfinished(harness.server.database.reader, Date.now())
  const idOf = async (ref: string) => (await requireCheckoutRow(harness.server, ref)).id
  expect(due).toContain(await idOf(ahead.ref))
  expect(due).not.toContain(await idOf(soon.ref))
})

test('only the operator may reconcile', async () => {
  const url = HOST_ROUTES.reconciliations
  for (const headers of [{}, { authorization: 'Bearer guess' }]) {
    for (const payload of [{}, { scope: 'everything' }]) {
      const answer = await harness.server.app.inject({ method: 'POST', url, headers, payload })
      expectError(answer, 404, 'not-found')
    }
  }
  const asDonor = await harness.donor.call({
    method: 'POST',
    url: HOST_ROUTES.reconciliations,
    payload: {},
  })
  expectError(asDonor, 404, 'not-found')
})
