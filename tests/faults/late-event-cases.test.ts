import { describe, expect, test } from 'vitest'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import { openTestApp } from '../helpers/app/app.ts'
import { readLedger, reconcile, requirePaymentId, sumLedger } from '../helpers/app/ledger.ts'
import {
  begin,
  beginAndPay,
  deliver,
  fetchCheckout,
  readBoard,
  type BegunCheckout,
} from '../helpers/app/checkouts.ts'
import { openPaymentHarness } from '../helpers/app/payment-harness.ts'

/** The fault cases 5 to 9 and 22 to 24: events that come late, out of order, or in parts. */

const harness = openPaymentHarness()

async function tell(provider: ProviderName, type: string, body: string): Promise<void> {
  const event = await harness.payments.requireWebhook({ provider, type, body })
  expect((await deliver(harness.server, provider, event)).statusCode).toBe(200)
}

async function settled(): Promise<void> {
  const findWaiting = () =>
    harness.server.database.reader
      .selectFrom('webhook_events')
      .select('event_id')
      .where('handled_at', 'is', null)
      .execute()
  await expect.poll(findWaiting).toEqual([])
}

/** Pays at the provider without delivering any event. */
async function payWithoutEvents(
  provider: ProviderName,
  amountCents: number,
): Promise<BegunCheckout & { paymentId: string }> {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents })
  if (provider === 'paypal') {
    // As if another node had captured it, of whose database this is an older copy.
    await captureElsewhere()
  }
  return { ...begun, paymentId: await requirePaymentId(harness.payments, begun.ref) }
}

async function captureElsewhere(): Promise<void> {
  const rows = await harness.server.database.reader.selectFrom('checkouts').selectAll().execute()
  const { payments, installationId } = harness
  const another = await openTestApp({ payments, installationId })
  await another.database.autocommit.insertInto('checkouts').values(rows).execute()
  await reconcile(another)
  expect(await readBoard(another)).toHaveLength(1)
  await another.close()
}

const REFUNDED = { stripe: 'charge.refunded', paypal: 'capture.refunded' }
const COMPLETED = { stripe: 'session.completed', paypal: 'capture.completed' }

describe.each(PROVIDERS)('by %s', (provider) => {
  test('5: a refund event before the completed one leaves the right net', async () => {
    const begun = await payWithoutEvents(provider, 1_000)
    const { paymentId } = begun
    await harness.payments.control('/refunds', { provider, paymentId, amountCents: 300 })
    await tell(provider, REFUNDED[provider], paymentId)
    await settled()
    expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
    await tell(provider, COMPLETED[provider], begun.ref)
    await settled()
    expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
    expect(await readLedger(harness.server)).toEqual([
      ['capture', 1_000],
      ['refund', 300],
    ])
  })

  test('6: a late completed event after a refund leaves it refunded', async () => {
    const { paymentId, ref } = await payWithoutEvents(provider, 1_000)
    await harness.payments.control('/refunds', { provider, paymentId })
    await tell(provider, REFUNDED[provider], paymentId)
    await settled()
    await tell(provider, COMPLETED[provider], ref)
    await settled()
    expect(await readBoard(harness.server)).toEqual([])
    expect(await sumLedger(harness.server)).toBe(0)
  })

  test('22: two partial refunds, told of again and again, leave the exact cents', async () => {
    const begun = await payWithoutEvents(provider, 1_000)
    const { paymentId } = begun
    await fetchCheckout(harness.donor, begun)
    for (const amountCents of [101, 202]) {
      await harness.payments.control('/refunds', { provider, paymentId, amountCents })
    }
    const event = await harness.payments.requireWebhook({
      provider,
      type: REFUNDED[provider],
      body: paymentId,
    })
    await Promise.all(Array.from({ length: 6 }, () => deliver(harness.server, provider, event)))
    await settled()
    await reconcile(harness.server)
    expect(await readBoard(harness.server)).toEqual([['Ada', 697]])
    expect(await sumLedger(harness.server)).toBe(697)
  })

  test.each([
    ['won', 1_000, [['Ada', 1_000]]],
    ['lost', 0, []],
  ] as const)('24: a dispute that is %s leaves the board right', async (outcome, net, board) => {
    const begun = await payWithoutEvents(provider, 1_000)
    const { paymentId } = begun
    await fetchCheckout(harness.donor, begun)
    await harness.payments.control('/disputes', { provider, paymentId })
    await tell(provider, 'dispute.created', paymentId)
    await settled()
    expect(await readBoard(harness.server)).toEqual([])
    const disputeId = await requireDisputeId()
    await harness.payments.control('/disputes/outcome', { provider, disputeId, outcome })
    await tell(provider, provider === 'stripe' ? 'dispute.closed' : 'dispute.resolved', disputeId)
    await settled()
    expect(await readBoard(harness.server)).toEqual(board)
    expect(await sumLedger(harness.server)).toBe(net)
  })
})

describe('by Stripe', () => {
  test('7: completed and unpaid is not on the board', async () => {
    const begun = await begin(harness.donor, 'stripe', 600)
    await harness.payments.payers.stripe.payLater(begun.ref, begun.url)
    await tell('stripe', 'session.completed', begun.ref)
    await settled()
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('processing')
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('8: an asynchronous payment that fails has failed', async () => {
    const begun = await begin(harness.donor, 'stripe', 600)
    await harness.payments.payers.stripe.payLater(begun.ref, begun.url)
    const decision = { provider: 'stripe', paymentId: begun.ref, outcome: 'failed' }
    await harness.payments.control('/pending', decision)
    await tell('stripe', 'async_payment_failed', begun.ref)
    await settled()
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('failed')
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('9: a success after the checkout had expired is paid', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'stripe',
      amountCents: 600,
    })
    await harness.server.database.autocommit
      .updateTable('checkouts')
      .set({ state: 'expired' })
      .execute()
    await tell('stripe', 'session.completed', begun.ref)
    await settled()
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('paid')
    expect(await readBoard(harness.server)).toEqual([['Ada', 600]])
  })

  test('23: a refund that fails after it was pending brings the amount back', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'stripe',
      amountCents: 1_000,
    })
    await fetchCheckout(harness.donor, begun)
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    const refund = { provider: 'stripe', paymentId, amountCents: 400, status: 'pending' }
    await harness.payments.control('/refunds', refund)
    await tell('stripe', 'refund.created', paymentId)
    await settled()
    expect(await readBoard(harness.server)).toEqual([['Ada', 600]])
    const { body } = await harness.payments.requireWebhook({
      provider: 'stripe',
      type: 'refund.created',
      body: paymentId,
    })
    const refundId = /"id":"(re_\w+)"/.exec(body)?.[1]
    await harness.payments.control('/refunds/outcome', { refundId, outcome: 'failed' })
    await tell('stripe', 'refund.failed', String(refundId))
    await settled()
    expect(await readBoard(harness.server)).toEqual([['Ada', 1_000]])
    expect(await readLedger(harness.server)).toEqual([
      ['capture', 1_000],
      ['refund', 400],
      ['refund_reversal', 400],
    ])
  })
})

async function requireDisputeId(): Promise<string> {
  const row = await harness.server.database.reader
    .selectFrom('ledger_entries')
    .select('object_id')
    .where('kind', '=', 'dispute_open')
    .executeTakeFirstOrThrow()
  return row.object_id
}
