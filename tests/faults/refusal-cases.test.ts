import { describe, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { expectError, openTestApp } from '../helpers/app/app.ts'
import { reconcile } from '../helpers/app/ledger.ts'
import { buildCheckout } from '../helpers/databases/builders.ts'
import { createCrc32Collision } from '../helpers/providers/crc32-collision.ts'
import {
  alterCheckout,
  begin,
  beginAndPay,
  capture,
  deliver,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
} from '../helpers/app/checkouts.ts'
import { openHttpDouble } from '../helpers/network/http-double.ts'
import { createForeign, takenCents } from '../helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '../helpers/app/payment-harness.ts'

/**
 * The fault cases 14 to 21: requests that must be refused, and payments that must wait in review.
 */

const MINUTE_MS = 60_000

const harness = openPaymentHarness()

describe.each(['/api/create-checkout-session', '/api/paypal/orders'])('14: at %s', (url) => {
  test.each(['-500', '1e9', 'NaN', '0.001', '"5.00"', '9007199254740992'])(
    'the amount %s from a browser is refused, and nothing is begun',
    async (amount) => {
      const answer = await harness.donor.call({
        method: 'POST',
        url,
        payload: `{"amountCents":${amount}}`,
        headers: { 'content-type': 'application/json' },
      })
      expectError(answer, 400, 'invalid-argument')
      expect(await harness.server.countRows()).toMatchObject({ checkouts: 0 })
    },
  )
})

describe.each(PROVIDERS)('by %s', (provider) => {
  test('15: an amount that is not ours waits in review with its reason', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    await alterCheckout(harness.server, begun, { amount_cents: 400 })
    const { concerns } = await reconcile(harness.server)
    expect(concerns.map(({ message }) => message)).toContain(
      'The payment is of 500 cents, not of 400.',
    )
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('review')
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('16: a currency that is not ours waits in review with its reason', async () => {
    const begun = await begin(harness.donor, provider)
    const { id } = await requireCheckoutRow(harness.server, begun.ref)
    const wanted = { checkoutId: id, amountCents: 500, currency: 'EUR' }
    const foreign = await createForeign(harness.payments, provider, wanted)
    await harness.payments.payers[provider].pay(foreign.ref, foreign.url)
    await alterCheckout(harness.server, begun, { provider_ref: foreign.ref })
    await reconcile(harness.server)
    expect(await requireCheckoutRow(harness.server, foreign.ref)).toMatchObject({
      state: 'review',
      reason: 'The payment is in EUR.',
    })
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('17: another person’s payment is not found, and names nobody', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    const eve = await harness.server.signUp()
    const url = `/api/checkouts/${begun.ref}`
    for (const answer of [
      await eve.call({ url }),
      await eve.call({ method: 'POST', url: `${url}/cancel` }),
      await capture(eve, begun),
    ]) {
      expect(expectError(answer, 404, 'not-found')).toBe('There is no such payment of yours.')
      expect(answer.body).not.toContain('Ada')
    }
    expect((await eve.call({ url: '/api/checkouts' })).json()).toEqual({ checkouts: [] })
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('18: one session or order on two checkouts is refused by the database', async () => {
    const begun = await begin(harness.donor, provider)
    const second = buildCheckout({ provider, provider_ref: begun.ref })
    await expect(harness.server.database.write(insertCheckouts, second)).rejects.toThrow(
      'checkouts.insert',
    )
  })

  test('19: an event with a bad, old, future or missing signature is refused, and not stored', async () => {
    const event = await harness.requirePaymentEvent(
      await beginAndPay(harness.donor, harness.payments, { provider }),
    )
    const other = await harness.requirePaymentEvent(
      await beginAndPay(harness.donor, harness.payments, { provider }),
    )
    const late = provider === 'stripe' ? 6 * MINUTE_MS : 5 * 24 * 60 * MINUTE_MS
    const attempts = [
      { shift: 0, delivery: { ...event, headers: other.headers } },
      { shift: 0, delivery: { ...event, headers: { 'content-type': 'application/json' } } },
      { shift: late, delivery: event },
      { shift: -6 * MINUTE_MS, delivery: event },
    ]
    for (const { shift, delivery } of attempts) {
      harness.clockOffsetMs = shift
      expectError(await deliver(harness.server, provider, delivery), 400, 'invalid-argument')
    }
    expect(await harness.server.countRows()).toMatchObject({ webhook_events: 0 })
  })

  test('21: a payment of the other mode is not taken for one of ours', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    const event = await harness.requirePaymentEvent(begun)
    const live = await openTestApp({ payments: harness.payments, livemode: true })
    const answer = await deliver(live, provider, event)
    if (provider === 'stripe') expectError(answer, 400, 'invalid-argument')
    expect(await readBoard(live)).toEqual([])
    await live.close()
    await alterCheckout(harness.server, begun, { livemode: 1 })
    await reconcile(harness.server)
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('review')
    expect(await readBoard(harness.server)).toEqual([])
  })
})

describe('20: a PayPal event', () => {
  test('with a body forged to the same CRC-32 has no effect', async () => {
    const paid = await beginAndPay(harness.donor, harness.payments, {
      provider: 'paypal',
      amountCents: 500,
    })
    const unpaid = await begin(harness.donor, 'paypal', 900_000)
    const { body, headers } = await harness.requirePaymentEvent(paid)
    const resource = `"resource":{"id":"${unpaid.ref}"}`
    const forged = createCrc32Collision(
      `{"id":"WH-FORGED","event_type":"CHECKOUT.ORDER.APPROVED",${resource},"filler":"`,
      '"}',
      crc32(body),
    )
    const answer = await deliver(harness.server, 'paypal', { body: forged.toString(), headers })
    expect(answer.statusCode).toBe(200)
    const handled = () =>
      harness.server.database.reader.selectFrom('webhook_events').select('outcome').execute()
    await expect.poll(handled).toEqual([{ outcome: 'awaiting_payer' }])
    expect(await readBoard(harness.server)).toEqual([])
    expect(await takenCents(harness.payments, unpaid)).toEqual([])
  })

  test('whose certificate is elsewhere is refused, and nobody is asked for it', async () => {
    const elsewhere = await openHttpDouble(() => ({ body: {} }))
    const { body, headers } = await harness.requirePaymentEvent(
      await beginAndPay(harness.donor, harness.payments, { provider: 'paypal' }),
    )
    const path = '/v1/notifications/certs/CERT-1'
    for (const base of [elsewhere.url, `${elsewhere.url}/https://api.paypal.com`]) {
      const forged = { ...headers, 'paypal-cert-url': `${base}${path}` }
      const answer = await deliver(harness.server, 'paypal', { body, headers: forged })
      expectError(answer, 400, 'invalid-argument')
    }
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })
})
