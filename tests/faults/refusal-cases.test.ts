import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '../helpers/app.ts'
import { reconcile } from '../helpers/books.ts'
import { buildCheckout } from '../helpers/builders.ts'
import { forgeCrc32 } from '../helpers/crc-forgery.ts'
import {
  begin,
  beginAndPay,
  capture,
  deliver,
  look,
  readBoard,
  requireCheckoutRow,
  type Begun,
} from '../helpers/donating.ts'
import { openHttpDouble } from '../helpers/http-double.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/payment-sandbox.ts'
import { createForeign, takenCents } from '../helpers/provider-accounts.ts'

/** The fault cases 14 to 21: what must be refused, or must wait for the host. */

const MINUTE_MS = 60_000

let payments: TestSandbox
let server: TestApp
let donor: TestDonor
let shiftMs = 0

beforeAll(async () => {
  payments = await openTestSandbox()
})

afterAll(() => payments.close())

beforeEach(async () => {
  shiftMs = 0
  server = await openTestApp({ payments, clock: () => Date.now() + shiftMs })
  donor = await server.signUp()
})

afterEach(() => server.close())

const EVENT_OF_PAYMENT = { stripe: 'session.completed', paypal: 'order.approved' }

function requireEvent({ provider, ref }: Begun) {
  return payments.requireWebhook({ provider, type: EVENT_OF_PAYMENT[provider], body: ref })
}

function alter({ ref }: Begun, change: object): Promise<unknown> {
  return server.database.autocommit
    .updateTable('checkouts')
    .set(change)
    .where('provider_ref', '=', ref)
    .execute()
}

describe.each(['/api/create-checkout-session', '/api/paypal/orders'])('14: at %s', (url) => {
  test.each(['-500', '1e9', 'NaN', '0.001', '"5.00"', '9007199254740992'])(
    'the amount %s from a browser is refused, and nothing is begun',
    async (amount) => {
      const answer = await donor.call({
        method: 'POST',
        url,
        payload: `{"amountCents":${amount}}`,
        headers: { 'content-type': 'application/json' },
      })
      expectError(answer, 400, 'invalid-argument')
      expect(await server.countRows()).toMatchObject({ checkouts: 0 })
    },
  )
})

describe.each(PROVIDERS)('by %s', (provider) => {
  test('15: an amount that is not ours waits in review with its reason', async () => {
    const begun = await beginAndPay(donor, payments, { provider })
    await alter(begun, { amount_cents: 400 })
    const { concerns } = await reconcile(server)
    expect(concerns.map(({ reason }) => reason)).toContain(
      'The payment is of 500 cents, not of 400.',
    )
    expect((await look(donor, begun)).state).toBe('review')
    expect(await readBoard(server)).toEqual([])
  })

  test('16: a currency that is not ours waits in review with its reason', async () => {
    const begun = await begin(donor, provider)
    const { id } = await requireCheckoutRow(server, begun.ref)
    const wanted = { checkoutId: id, amountCents: 500, currency: 'EUR' }
    const foreign = await createForeign(payments, provider, wanted)
    await payments.payers[provider].pay(foreign.ref, foreign.url)
    await alter(begun, { provider_ref: foreign.ref })
    await reconcile(server)
    expect(await requireCheckoutRow(server, foreign.ref)).toMatchObject({
      state: 'review',
      reason: 'The payment is in EUR.',
    })
    expect(await readBoard(server)).toEqual([])
  })

  test('17: another person’s payment is not found, and names nobody', async () => {
    const begun = await beginAndPay(donor, payments, { provider })
    const eve = await server.signUp()
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
    expect(await readBoard(server)).toEqual([])
  })

  test('18: one session or order on two checkouts is refused by the database', async () => {
    const begun = await begin(donor, provider)
    const second = buildCheckout({ provider, provider_ref: begun.ref })
    await expect(server.database.write(insertCheckouts, second)).rejects.toThrow('checkouts.insert')
  })

  test('19: an event with a bad, old, future or missing signature is refused, and not stored', async () => {
    const event = await requireEvent(await beginAndPay(donor, payments, { provider }))
    const other = await requireEvent(await beginAndPay(donor, payments, { provider }))
    const late = provider === 'stripe' ? 6 * MINUTE_MS : 5 * 24 * 60 * MINUTE_MS
    const attempts = [
      { shift: 0, delivery: { ...event, headers: other.headers } },
      { shift: 0, delivery: { ...event, headers: { 'content-type': 'application/json' } } },
      { shift: late, delivery: event },
      { shift: -6 * MINUTE_MS, delivery: event },
    ]
    for (const { shift, delivery } of attempts) {
      shiftMs = shift
      expectError(await deliver(server, provider, delivery), 400, 'invalid-argument')
    }
    expect(await server.countRows()).toMatchObject({ webhook_events: 0 })
  })

  test('21: a payment of the other mode is not taken for one of ours', async () => {
    const begun = await beginAndPay(donor, payments, { provider })
    const event = await requireEvent(begun)
    const live = await openTestApp({ payments, livemode: true })
    const answer = await deliver(live, provider, event)
    if (provider === 'stripe') expectError(answer, 400, 'invalid-argument')
    expect(await readBoard(live)).toEqual([])
    await live.close()
    await alter(begun, { livemode: 1 })
    await reconcile(server)
    expect((await look(donor, begun)).state).toBe('review')
    expect(await readBoard(server)).toEqual([])
  })
})

describe('20: a PayPal event', () => {
  test('with a body forged to the same CRC-32 has no effect', async () => {
    const paid = await beginAndPay(donor, payments, { provider: 'paypal', amountCents: 500 })
    const unpaid = await begin(donor, 'paypal', 900_000)
    const { body, headers } = await requireEvent(paid)
    const resource = `"resource":{"id":"${unpaid.ref}"}`
    const forged = forgeCrc32(
      `{"id":"WH-FORGED","event_type":"CHECKOUT.ORDER.APPROVED",${resource},"filler":"`,
      '"}',
      crc32(body),
    )
    const answer = await deliver(server, 'paypal', { body: forged.toString(), headers })
    expect(answer.statusCode).toBe(200)
    const handled = () =>
      server.database.reader.selectFrom('webhook_events').select('outcome').execute()
    await expect.poll(handled).toEqual([{ outcome: 'awaiting_payer' }])
    expect(await readBoard(server)).toEqual([])
    expect(await takenCents(payments, unpaid)).toEqual([])
  })

  test('whose certificate is elsewhere is refused, and nobody is asked for it', async () => {
    const elsewhere = await openHttpDouble(() => ({ body: {} }))
    const { body, headers } = await requireEvent(
      await beginAndPay(donor, payments, { provider: 'paypal' }),
    )
    const path = '/v1/notifications/certs/CERT-1'
    for (const base of [elsewhere.url, `${elsewhere.url}/https://api.paypal.com`]) {
      const forged = { ...headers, 'paypal-cert-url': `${base}${path}` }
      const answer = await deliver(server, 'paypal', { body, headers: forged })
      expectError(answer, 400, 'invalid-argument')
    }
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })
})
