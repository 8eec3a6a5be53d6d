import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { openTestApp } from '../helpers/app/app.ts'
import { readLedger, reconcile } from '../helpers/app/ledger.ts'
import {
  begin,
  beginAndPay,
  capture,
  deliver,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
  type BegunCheckout,
} from '../helpers/app/checkouts.ts'
import { takenCents } from '../helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '../helpers/app/payment-harness.ts'

/** The fault cases 1 to 4 and 10 to 13: each payment is credited once. */

const harness = openPaymentHarness()

async function expectCreditedOnce(begun: BegunCheckout, amountCents: number): Promise<void> {
  await expect.poll(() => readBoard(harness.server)).toEqual([['Ada', amountCents]])
  expect(await readLedger(harness.server)).toEqual([['capture', amountCents]])
  expect(await takenCents(harness.payments, begun)).toEqual([amountCents])
}

describe.each(PROVIDERS)('by %s', (provider) => {
  test('1: the same event ten times in parallel is one credit', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 700 })
    const event = await harness.requirePaymentEvent(begun)
    await Promise.all(Array.from({ length: 10 }, () => deliver(harness.server, provider, event)))
    await expectCreditedOnce(begun, 700)
  })

  test('2: return, webhook and reconciler at once are one credit', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 800 })
    const event = await harness.requirePaymentEvent(begun)
    await Promise.all([
      fetchCheckout(harness.donor, begun),
      ...(provider === 'paypal' ? [capture(harness.donor, begun)] : []),
      deliver(harness.server, provider, event),
      reconcile(harness.server),
    ])
    await expectCreditedOnce(begun, 800)
  })

  test('3: a webhook before our create answer is stored is not lost', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider, amountCents: 900 })
    await harness.server.database.autocommit
      .updateTable('checkouts')
      .set({ provider_ref: null, state: 'created' })
      .where('provider_ref', '=', begun.ref)
      .execute()
    await deliver(harness.server, provider, await harness.requirePaymentEvent(begun))
    await expectCreditedOnce(begun, 900)
    expect(await requireCheckoutRow(harness.server, begun.ref)).toMatchObject({ state: 'paid' })
  })

  test('4: with no webhook and the tab closed, the reconciler credits', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider,
      amountCents: 1_100,
    })
    await reconcile(harness.server)
    await expectCreditedOnce(begun, 1_100)
  })
})

describe('by PayPal', () => {
  test('10: a capture whose answer is lost is asked for under the same key, and taken once', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'paypal',
      amountCents: 600,
    })
    const lost = { provider: 'paypal', fault: 'cut', path: '/capture', times: 9 }
    await harness.payments.control('/faults', lost)
    const answer = await capture(harness.donor, begun)
    expect(answer.json()).toMatchObject({
      error: {
        code: 'unavailable',
        message: 'PayPal cannot be reached right now. Please try again in a moment.',
      },
    })
    await harness.payments.control('/faults/clear', {})
    expect((await capture(harness.donor, begun)).json()).toMatchObject({ status: 'COMPLETED' })
    await expectCreditedOnce(begun, 600)
  })

  test('11: an order that is captured already is looked up and settled', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'paypal',
      amountCents: 650,
    })
    const before = await requireCheckoutRow(harness.server, begun.ref)
    await capture(harness.donor, begun)
    const { payments, installationId } = harness
    const another = await openTestApp({ payments, installationId })
    const elsewhere = await another.signUp()
    const user = await another.database.autocommit
      .selectFrom('user')
      .select('id')
      .executeTakeFirstOrThrow()
    await another.database.autocommit
      .insertInto('checkouts')
      .values({ ...before, user_id: user['id'], idempotency_key: 'another' })
      .execute()
    expect((await capture(elsewhere, begun)).json()).toMatchObject({ status: 'COMPLETED' })
    expect(await readBoard(another)).toEqual([['Ada', 650]])
    expect(await takenCents(harness.payments, begun)).toEqual([650])
    await another.close()
  })

  test('12: after a declined instrument another one pays, under another key, once', async () => {
    const begun = await begin(harness.donor, 'paypal', 750)
    await harness.payments.payers.paypal.beDeclined(begun.ref, null)
    expect((await capture(harness.donor, begun)).json()).toMatchObject({
      error: {
        code: 'failed-precondition',
        message:
          'PayPal declined this way of paying, and nothing was charged. Please choose another one.',
      },
    })
    expect(await readBoard(harness.server)).toEqual([])
    await harness.payments.payers.paypal.pay(begun.ref, null)
    expect((await capture(harness.donor, begun)).json()).toMatchObject({ status: 'COMPLETED' })
    await expectCreditedOnce(begun, 750)
  })

  test.each([
    ['completed', 'succeeded', 'paid', [['Ada', 500]]],
    ['denied', 'failed', 'failed', []],
  ] as const)(
    '13: a pending capture that is %s later ends so',
    async (_what, outcome, state, board) => {
      const begun = await begin(harness.donor, 'paypal', 500)
      await harness.payments.payers.paypal.payLater(begun.ref, null)
      expect((await capture(harness.donor, begun)).json()).toEqual({
        status: 'PENDING',
        donation: null,
      })
      expect(await readBoard(harness.server)).toEqual([])
      const { body } = await harness.payments.requireWebhook({
        provider: 'paypal',
        type: 'capture.pending',
        body: begun.ref,
      })
      const captureId = /"id":"(\w+)","status":"PENDING"/.exec(body)?.[1]
      await harness.payments.control('/pending', { provider: 'paypal', captureId, outcome })
      await reconcile(harness.server)
      expect((await fetchCheckout(harness.donor, begun)).state).toBe(state)
      expect(await readBoard(harness.server)).toEqual(board)
    },
  )
})
