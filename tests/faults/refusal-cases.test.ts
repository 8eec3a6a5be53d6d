import { describe, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { expectError, openTestApp } from '../helpers/app.ts'
import { reconcile } from '../helpers/ledger.ts'
import { buildCheckout } from '../helpers/builders.ts'
import { createCrc32Collision } from '../helpers/crc32-collision.ts'
import {
  alterCheckout,
  begin,
  beginAndPay,
  capture,
  deliver,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
} from '../helpers/checkouts.ts'
import { openHttpDouble } from '../helpers/http-double.ts'
import { createForeign, takenCents } from '../helpers/provider-accounts.ts'
import { openShop } from '../helpers/shop.ts'

/** The fault cases 14 to 21: what must be refused, or must wait for the host. */

const MINUTE_MS = 60_000

const shop = openShop()

describe.each(['/api/create-checkout-session', '/api/paypal/orders'])('14: at %s', (url) => {
  test.each(['-500', '1e9', 'NaN', '0.001', '"5.00"', '9007199254740992'])(
    'the amount %s from a browser is refused, and nothing is begun',
    async (amount) => {
      const answer = await shop.donor.call({
        method: 'POST',
        url,
        payload: `{"amountCents":${amount}}`,
        headers: { 'content-type': 'application/json' },
      })
      expectError(answer, 400, 'invalid-argument')
      expect(await shop.server.countRows()).toMatchObject({ checkouts: 0 })
    },
  )
})

describe.each(PROVIDERS)('by %s', (provider) => {
  test('15: an amount that is not ours waits in review with its reason', async () => {
    const begun = await beginAndPay(shop.donor, shop.payments, { provider })
    await alterCheckout(shop.server, begun, { amount_cents: 400 })
    const { concerns } = await reconcile(shop.server)
    expect(concerns.map(({ message }) => message)).toContain(
      'The payment is of 500 cents, not of 400.',
    )
    expect((await fetchCheckout(shop.donor, begun)).state).toBe('review')
    expect(await readBoard(shop.server)).toEqual([])
  })

  test('16: a currency that is not ours waits in review with its reason', async () => {
    const begun = await begin(shop.donor, provider)
    const { id } = await requireCheckoutRow(shop.server, begun.ref)
    const wanted = { checkoutId: id, amountCents: 500, currency: 'EUR' }
    const foreign = await createForeign(shop.payments, provider, wanted)
    await shop.payments.payers[provider].pay(foreign.ref, foreign.url)
    await alterCheckout(shop.server, begun, { provider_ref: foreign.ref })
    await reconcile(shop.server)
    expect(await requireCheckoutRow(shop.server, foreign.ref)).toMatchObject({
      state: 'review',
      reason: 'The payment is in EUR.',
    })
    expect(await readBoard(shop.server)).toEqual([])
  })

  test('17: another person’s payment is not found, and names nobody', async () => {
    const begun = await beginAndPay(shop.donor, shop.payments, { provider })
    const eve = await shop.server.signUp()
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
    expect(await readBoard(shop.server)).toEqual([])
  })

  test('18: one session or order on two checkouts is refused by the database', async () => {
    const begun = await begin(shop.donor, provider)
    const second = buildCheckout({ provider, provider_ref: begun.ref })
    await expect(shop.server.database.write(insertCheckouts, second)).rejects.toThrow(
      'checkouts.insert',
    )
  })

  test('19: an event with a bad, old, future or missing signature is refused, and not stored', async () => {
    const event = await shop.requirePaymentEvent(
      await beginAndPay(shop.donor, shop.payments, { provider }),
    )
    const other = await shop.requirePaymentEvent(
      await beginAndPay(shop.donor, shop.payments, { provider }),
    )
    const late = provider === 'stripe' ? 6 * MINUTE_MS : 5 * 24 * 60 * MINUTE_MS
    const attempts = [
      { shift: 0, delivery: { ...event, headers: other.headers } },
      { shift: 0, delivery: { ...event, headers: { 'content-type': 'application/json' } } },
      { shift: late, delivery: event },
      { shift: -6 * MINUTE_MS, delivery: event },
    ]
    for (const { shift, delivery } of attempts) {
      shop.shiftMs = shift
      expectError(await deliver(shop.server, provider, delivery), 400, 'invalid-argument')
    }
    expect(await shop.server.countRows()).toMatchObject({ webhook_events: 0 })
  })

  test('21: a payment of the other mode is not taken for one of ours', async () => {
    const begun = await beginAndPay(shop.donor, shop.payments, { provider })
    const event = await shop.requirePaymentEvent(begun)
    const live = await openTestApp({ payments: shop.payments, livemode: true })
    const answer = await deliver(live, provider, event)
    if (provider === 'stripe') expectError(answer, 400, 'invalid-argument')
    expect(await readBoard(live)).toEqual([])
    await live.close()
    await alterCheckout(shop.server, begun, { livemode: 1 })
    await reconcile(shop.server)
    expect((await fetchCheckout(shop.donor, begun)).state).toBe('review')
    expect(await readBoard(shop.server)).toEqual([])
  })
})

describe('20: a PayPal event', () => {
  test('with a body forged to the same CRC-32 has no effect', async () => {
    const paid = await beginAndPay(shop.donor, shop.payments, {
      provider: 'paypal',
      amountCents: 500,
    })
    const unpaid = await begin(shop.donor, 'paypal', 900_000)
    const { body, headers } = await shop.requirePaymentEvent(paid)
    const resource = `"resource":{"id":"${unpaid.ref}"}`
    const forged = createCrc32Collision(
      `{"id":"WH-FORGED","event_type":"CHECKOUT.ORDER.APPROVED",${resource},"filler":"`,
      '"}',
      crc32(body),
    )
    const answer = await deliver(shop.server, 'paypal', { body: forged.toString(), headers })
    expect(answer.statusCode).toBe(200)
    const handled = () =>
      shop.server.database.reader.selectFrom('webhook_events').select('outcome').execute()
    await expect.poll(handled).toEqual([{ outcome: 'awaiting_payer' }])
    expect(await readBoard(shop.server)).toEqual([])
    expect(await takenCents(shop.payments, unpaid)).toEqual([])
  })

  test('whose certificate is elsewhere is refused, and nobody is asked for it', async () => {
    const elsewhere = await openHttpDouble(() => ({ body: {} }))
    const { body, headers } = await shop.requirePaymentEvent(
      await beginAndPay(shop.donor, shop.payments, { provider: 'paypal' }),
    )
    const path = '/v1/notifications/certs/CERT-1'
    for (const base of [elsewhere.url, `${elsewhere.url}/https://api.paypal.com`]) {
      const forged = { ...headers, 'paypal-cert-url': `${base}${path}` }
      const answer = await deliver(shop.server, 'paypal', { body, headers: forged })
      expectError(answer, 400, 'invalid-argument')
    }
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })
})
