import { describe, expect, test } from 'vitest'
import { expectError, openTestApp } from '#tests/helpers/app/app.ts'
import {
  BEGIN_REQUEST,
  beginWithProof,
  declineCards,
  addDeclines,
} from '#tests/helpers/app/card-testing.ts'
import {
  begin,
  capture,
  deliver,
  requireCheckoutRow,
  requestCheckout,
} from '#tests/helpers/app/checkouts.ts'
import { requireChallenge, solve } from '#tests/helpers/app/proof-of-work.ts'
import { takenCents } from '#tests/helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const FREE_DECLINES = 5

const harness = openPaymentHarness()

describe('declines', () => {
  test('of cards are counted once each, however often Stripe tells of them', async () => {
    const { events } = await declineCards(harness, { count: FREE_DECLINES })
    for (const event of events.slice(1)) {
      await deliver(harness.server, 'stripe', event)
      await deliver(harness.server, 'stripe', event)
    }
    await expectDeclines(FREE_DECLINES - 1)
    expect((await requestCheckout(harness.donor, 'stripe')).statusCode).toBe(200)
    for (const event of events) await deliver(harness.server, 'stripe', event)
    await expectDeclines(FREE_DECLINES)
    requireChallenge(await requestCheckout(harness.donor, 'stripe'))
  })

  test('of the wallet are counted, and survive a restart', async () => {
    const begun = await begin(harness.donor, 'paypal')
    for (let attempt = 0; attempt < FREE_DECLINES; attempt += 1) {
      await harness.payments.payers.paypal.beDeclined(begun.ref, null)
      expectError(await capture(harness.donor, begun), 409, 'failed-precondition')
    }
    const restarted = await openTestApp({
      payments: harness.payments,
      database: harness.server.database,
    })
    const request = { ...BEGIN_REQUEST, headers: { cookie: harness.donor.cookie } }
    requireChallenge(await restarted.call(request))
    await restarted.app.close()
  })

  test('of many accounts at one address ask a fresh account there for a proof', async () => {
    const hall = '198.51.100.7'
    for (let count = 0; count < 5; count += 1) {
      await addDeclines(harness, await harness.server.signUp(), { count: 4, remoteAddress: hall })
    }
    const fresh = await harness.server.signUp()
    const here = await fresh.call({ ...BEGIN_REQUEST, remoteAddress: hall })
    const proof = await solve(requireChallenge(here))
    const elsewhere = await fresh.call({ ...BEGIN_REQUEST, remoteAddress: '198.51.100.8' })
    expect(elsewhere.statusCode).toBe(200)
    expect((await beginWithProof(fresh, proof, hall)).statusCode).toBe(200)
  })

  test('keep no address that anybody can read', async () => {
    await addDeclines(harness, harness.donor, { count: 1, remoteAddress: '198.51.100.7' })
    const { reader } = harness.server.database
    const kept = [
      await reader.selectFrom('declines').selectAll().execute(),
      await reader.selectFrom('checkout_origins').selectAll().execute(),
    ]
    expect(kept).toMatchObject([[{}], [{}]])
    expect(JSON.stringify(kept)).not.toContain('198.51')
  })

  /** Waits until the webhook events are handled. */
  async function expectDeclines(count: number): Promise<void> {
    await expect
      .poll(async () => {
        const waiting = await harness.server.database.reader
          .selectFrom('webhook_events')
          .select('id')
          .where('handled_at', 'is', null)
          .execute()
        return [waiting.length, (await harness.server.countRows())['declines']]
      })
      .toEqual([0, count])
  }
})

test('a checkout in which ten cards were declined is closed, at Stripe too', async () => {
  const { begun, events } = await declineCards(harness, { count: 10 })
  for (const event of events) await deliver(harness.server, 'stripe', event)
  await expect
    .poll(async () => (await requireCheckoutRow(harness.server, begun.ref)).state)
    .toBe('cancelled')
  const page = await fetch(begun.url ?? '')
  expect(await page.text()).toContain('This payment page has expired.')
})

test('a wallet order of which ten captures were declined is captured no more', async () => {
  const begun = await begin(harness.donor, 'paypal')
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await harness.payments.payers.paypal.beDeclined(begun.ref, null)
    expectError(await capture(harness.donor, begun), 409, 'failed-precondition')
  }
  await harness.payments.payers.paypal.pay(begun.ref, null)
  expectError(await capture(harness.donor, begun), 409, 'failed-precondition')
  expect(await takenCents(harness.payments, begun)).toEqual([])
})

describe('an account of which thirty attempts were declined in an hour', () => {
  test('has a page that it opened before closed at the next decline', async () => {
    const { begun, events } = await declineCards(harness, { count: 1 })
    await addDeclines(harness, harness.donor, { count: 30 })
    for (const event of events) await deliver(harness.server, 'stripe', event)
    await expect
      .poll(async () => (await requireCheckoutRow(harness.server, begun.ref)).state)
      .toBe('cancelled')
  })

  test('has nothing captured of a wallet order that it opened before', async () => {
    const begun = await begin(harness.donor, 'paypal')
    await addDeclines(harness, harness.donor, { count: 30 })
    await harness.payments.payers.paypal.pay(begun.ref, null)
    expectError(await capture(harness.donor, begun), 409, 'failed-precondition')
    expect(await takenCents(harness.payments, begun)).toEqual([])
  })
})
