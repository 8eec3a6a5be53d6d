import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '#contract/checkout-states.ts'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { expectError } from '#tests/helpers/app/app.ts'
import {
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
  requestCheckout,
} from '#tests/helpers/app/checkouts.ts'
import { takenCents } from '#tests/helpers/app/provider-accounts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness()

describe('a checkout without an amount', () => {
  test.each([undefined, {}])('is of the default amount (body %j)', async (payload) => {
    const answer = await harness.donor.call({
      method: 'POST',
      url: '/api/create-checkout-session',
      ...(payload && { payload }),
    })
    const { id } = answer.json<{ id: string }>()
    expect(await fetchCheckout(harness.donor, { ref: id })).toMatchObject({ amountCents: 500 })
  })
})

describe.each(PROVIDERS)('while %s', (provider) => {
  describe.each([
    ['fails', '500', 503, 'unavailable'],
    ['is overrun', '429', 503, 'unavailable'],
    ['does not respond', 'timeout', 504, 'deadline-exceeded'],
    ['sends a malformed response', 'malformed', 503, 'unavailable'],
  ] as const)('%s', (_what, fault, status, code) => {
    // Only a provider that never responds is given up soon.
    const outage = openPaymentHarness({ providerTimeoutMs: fault === 'timeout' ? 1_000 : 60_000 })

    test('a payment cannot begin, and can after', async () => {
      const { donor, payments, server } = outage
      const met = { provider, fault, method: 'POST', path: '/v', times: 10 }
      await payments.control('/faults', met)
      expectError(await requestCheckout(donor, provider), status, code)
      expect(await readBoard(server)).toEqual([])
      await payments.control('/faults/clear', {})

      const begun = await beginAndPay(donor, payments, { provider, amountCents: 650 })
      if (provider === 'paypal') await capture(donor, begun)
      expect((await fetchCheckout(donor, begun)).state).toBe('paid')
      expect(await readBoard(server)).toEqual([['Ada', 650]])
      expect(await server.countRows()).toMatchObject({ donations: 1 })
    })
  })

  test('loses one response, nobody notices and nothing is begun twice', async () => {
    const path = provider === 'stripe' ? 'sessions' : 'orders'
    await harness.payments.control('/faults', {
      provider,
      fault: 'cut',
      method: 'POST',
      path,
      times: 1,
    })
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    if (provider === 'paypal') await capture(harness.donor, begun)
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('paid')
    expect(await harness.server.countRows()).toMatchObject({ checkouts: 1, donations: 1 })
  })

  test('is unavailable, the known state of a payment is returned', async () => {
    const begun = await begin(harness.donor, provider)
    await harness.payments.control('/faults', { provider, fault: '500', method: 'GET', times: 10 })
    expect(await fetchCheckout(harness.donor, begun)).toMatchObject({
      state: 'awaiting_payer',
      donation: null,
    })
  })
})

describe('a capture', () => {
  test('whose response was lost is repeated, and takes the money once', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'paypal',
      amountCents: 700,
    })
    const lost = { provider: 'paypal', fault: 'cut', method: 'POST', path: '/capture', times: 1 }
    await harness.payments.control('/faults', lost)
    expect((await capture(harness.donor, begun)).json()).toMatchObject({ status: 'COMPLETED' })
    expect(await takenCents(harness.payments, begun)).toEqual([700])
    expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
  })

  test('whose responses were all lost is found by the next status request', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'paypal',
      amountCents: 700,
    })
    const lost = { provider: 'paypal', fault: 'cut', method: 'POST', path: '/capture', times: 5 }
    await harness.payments.control('/faults', lost)
    expectError(await capture(harness.donor, begun), 503, 'unavailable')
    expect(await fetchCheckout(harness.donor, begun)).toMatchObject({ state: 'paid' })
    expect(await takenCents(harness.payments, begun)).toEqual([700])
    expect(await readBoard(harness.server)).toEqual([['Ada', 700]])
  })

  test('that was declined leaves another try, which pays once', async () => {
    const begun = await begin(harness.donor, 'paypal', 700)
    await harness.payments.payers.paypal.beDeclined(begun.ref, null)
    const message = expectError(await capture(harness.donor, begun), 409, 'failed-precondition')
    expect(message).toContain('nothing was charged')
    expect((await requireCheckoutRow(harness.server, begun.ref)).capture_attempt).toBe(1)
    await harness.payments.payers.paypal.pay(begun.ref, null)
    expect((await capture(harness.donor, begun)).json()).toMatchObject({
      status: 'COMPLETED',
      donation: { name: 'Ada', amountCents: 700, position: 1 },
    })
    expect(await takenCents(harness.payments, begun)).toEqual([700])
  })

  test('of an order that nobody approved takes nothing', async () => {
    const begun = await begin(harness.donor, 'paypal')
    expectError(await capture(harness.donor, begun), 409, 'failed-precondition')
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('awaiting_payer')
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('believes nothing of what the browser says was paid', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, {
      provider: 'paypal',
      amountCents: 300,
    })
    const answer = await harness.donor.call({
      method: 'POST',
      url: `/api/paypal/orders/${begun.ref}/capture`,
      payload: { amountCents: 999_900, captured: true, name: 'Eve', userId: 'u', id: 'd' },
    })
    expect(answer.json()).toMatchObject({ donation: { name: 'Ada', amountCents: 300 } })
    expect(await readBoard(harness.server)).toEqual([['Ada', 300]])
  })
})

describe("somebody else's payment", () => {
  test.each(PROVIDERS)('by %s is not found, and its name does not get out', async (provider) => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    const { id } = await requireCheckoutRow(harness.server, begun.ref)
    const other = await harness.server.signUp()
    for (const known of [begun.ref, id]) {
      const view = await other.call({ url: `/api/checkouts/${known}` })
      const taken = await capture(other, { ...begun, ref: known })
      for (const answer of [view, taken]) {
        // Reads the message alone, because the request's id may have any digits.
        expect(expectError(answer, 404, 'not-found')).not.toMatch(/Ada|donor\.example|500/)
      }
    }
    expect((await requireCheckoutRow(harness.server, begun.ref)).state).toBe('awaiting_payer')
    expect(await readBoard(harness.server)).toEqual([])
  })

  test('stays theirs, whatever a body says of whose it is', async () => {
    const other = await harness.server.signUp()
    const payload = {
      amountCents: 500,
      userId: harness.donor.email,
      user_id: harness.donor.email,
      state: 'paid',
    }
    const answer = await other.call({ method: 'POST', url: '/api/paypal/orders', payload })
    const ref = answer.json<{ id: string }>().id
    expect((await fetchCheckout(other, { ref })).state).toBe('awaiting_payer')
    expectError(await harness.donor.call({ url: `/api/checkouts/${ref}` }), 404, 'not-found')
  })
})

describe('the disclaimer', () => {
  function beginWithProof(acceptance: string | undefined) {
    const cookies = [harness.donor.cookie]
    if (acceptance !== undefined) cookies.push(`${DISCLAIMER_COOKIE}=${acceptance}`)
    return harness.donor.call({
      method: 'POST',
      url: '/api/paypal/orders',
      payload: { amountCents: 500 },
      headers: { cookie: cookies.join('; ') },
    })
  }

  async function keptWith(acceptance: string | undefined) {
    const { id } = (await beginWithProof(acceptance)).json<{ id: string }>()
    const { disclaimer_version, disclaimer_accepted_at } = await requireCheckoutRow(
      harness.server,
      id,
    )
    return [disclaimer_version, disclaimer_accepted_at]
  }

  test('is kept with the payment: which version was accepted, and when', async () => {
    const acceptedAt = '2026-11-20T10:00:00.000Z'
    const acceptance = formatAcceptance({ version: DISCLAIMER_VERSION, acceptedAt })
    expect(await keptWith(acceptance)).toEqual([DISCLAIMER_VERSION, Date.parse(acceptedAt)])
  })

  test('was not accepted later than now', async () => {
    const acceptance = formatAcceptance({ version: 'v', acceptedAt: '2999-01-01T00:00:00.000Z' })
    const [version, acceptedAt] = await keptWith(acceptance)
    expect(version).toBe('v')
    expect(acceptedAt).toBeLessThanOrEqual(Date.now())
  })

  test('is kept as unknown where the browser says nothing of it, or nonsense', async () => {
    expect(await keptWith(undefined)).toEqual([null, null])
    expect(await keptWith('yes')).toEqual([null, null])
    expect(await keptWith(`${'v'.repeat(100)}~2026-11-20T10:00:00.000Z`)).toEqual([null, null])
  })
})
