import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { createFaultRules } from '../faults/faults.ts'
import { forgetOldest } from '../forget-oldest.ts'
import type { Delivery, ProviderDeps } from '../options.ts'
import { Account as PaypalAccount } from '../paypal/account/account.ts'
import { Account as StripeAccount } from '../stripe/account/account.ts'
import { KEYS, TestShop } from './test-shop.ts'
import { WebhookDelivery } from '../webhook-delivery.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('the clock', () => {
  test('goes 400 days ahead and no further, in one step or in many', () => {
    const clock = createClock(() => 1_000)
    clock.advance(399 * DAY_MS)
    expect(() => clock.advance(2 * DAY_MS)).toThrow(
      'The clock goes at most 400 days ahead: send { "reset": true } to set it back.',
    )
    clock.advance(DAY_MS)
    expect(() => clock.advance(1)).toThrow('at most 400 days')
    expect(clock.now()).toBe(1_000 + 400 * DAY_MS)
    expect(clock.hostNow()).toBe(1_000)
  })

  test("is the host's again after it was set back", () => {
    const clock = createClock(() => 1_000)
    clock.advance(DAY_MS)
    clock.reset()
    expect(clock.now()).toBe(1_000)
  })
})

describe('the control routes', () => {
  let shop: TestShop

  beforeEach(async () => {
    shop = new TestShop()
    await shop.open()
  })

  afterEach(() => shop.close())

  test.each([
    ['/clock', { advanceMs: -1 }],
    ['/clock', { advanceMs: 401 * DAY_MS }],
    ['/clock', { advanceMs: 1e300 }],
    ['/clock', { advanceMs: 1, reset: true }],
    ['/webhook-faults', { delayMs: DAY_MS + 1 }],
    ['/webhook-faults', { duplicate: 101 }],
    ['/webhook-faults', { drop: 2 }],
    ['/faults', { provider: 'stripe', fault: '500', times: 1_001 }],
    ['/faults', { provider: 'stripe', fault: '500', path: 'x'.repeat(201) }],
  ])('%s refuses %o', async (path, body) => {
    const answer = await shop.control(path, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: expect.any(String) })
  })

  test('hold a hundred faults, of which met ones make room', async () => {
    const fault = { provider: 'stripe', fault: '500', path: '/v1/events' }
    for (let count = 0; count < 100; count += 1) await shop.requireControl('/faults', fault)
    const refused = await shop.control('/faults', fault)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      error: 'There are 100 faults that nothing has met yet: clear them first.',
    })
    const headers = { authorization: `Bearer ${KEYS.stripe.secretKey}` }
    expect((await fetch(`${shop.url}/v1/events`, { headers })).status).toBe(500)
    expect((await shop.control('/faults', fault)).status).toBe(200)
  })

  test('set everything back at once', async () => {
    await shop.requireControl('/clock', { advanceMs: DAY_MS })
    await shop.requireControl('/webhook-faults', { drop: true })
    await shop.requireControl('/faults', { provider: 'stripe', fault: '500', times: 1_000 })
    await shop.requireControl('/reset', {})
    expect(await shop.requireControl('/state')).toMatchObject({
      now: expect.closeTo(Date.now(), -5),
    })
    await shop.payByCard()
    await expect.poll(() => shop.events).toContain('checkout.session.completed')
  })

  test.each(['rebound.evil.example', 'localhost.evil.example', '127.0.0.1.nip.io'])(
    'are closed to a page whose own name %s leads here',
    async (host) => {
      const { port } = new URL(shop.url)
      const status = await new Promise((resolve, reject) => {
        const headers = { host: `${host}:${port}`, origin: `http://${host}:${port}` }
        request({ host: '127.0.0.1', port, path: '/_sandbox/control/state', headers })
          .once('response', (answer) => resolve(answer.resume().statusCode))
          .once('error', reject)
          .end()
      })
      expect(status).toBe(403)
    },
  )
})

test('webhooks that wait have an end, copies among them', () => {
  const webhooks = new WebhookDelivery({
    clock: () => 0,
    random: () => 0.5,
    urls: { stripe: 'http://shop', paypal: 'http://shop' },
    fetch: () => Promise.reject(new Error('nobody sends in this test')),
    logger: undefined,
    sign: () => ({}),
    delivered: () => {},
    changed: () => {},
  })
  webhooks.faults = { duplicate: 100 }
  const delivery: Delivery = { id: 'a', provider: 'stripe', body: 'a' }
  for (let count = 0; count < 300; count += 1) webhooks.add(delivery)
  expect(webhooks.waiting).toBe(20_000)
})

describe('what a provider keeps', () => {
  let now: number
  let told: number

  beforeEach(() => {
    now = 0
    told = 0
  })

  const deps: ProviderDeps = {
    publicUrl: 'http://shop',
    clock: () => now,
    hostClock: () => now,
    random: Math.random,
    faults: createFaultRules(),
    deliver: () => {
      told += 1
    },
    changed: () => {},
  }

  function openStripe(): { account: StripeAccount; begin(): string } {
    const account = new StripeAccount(deps)
    const draft = {
      amount: 500,
      currency: 'usd',
      productName: 'Donation',
      clientReferenceId: null,
      metadata: {},
      intentMetadata: {},
      successUrl: 'http://shop/',
      cancelUrl: null,
      submitType: null,
    }
    const begin = () => account.createSession({ ...draft, expiresAt: now / 1000 + 1_800 }).id
    return { account, begin }
  }

  function openPaypal(): { account: PaypalAccount; begin(): string } {
    const account = new PaypalAccount(deps)
    const draft = {
      status: 'CREATED' as const,
      amountCents: 500,
      currency: 'USD',
      referenceId: 'default',
      customId: null,
      invoiceId: null,
      description: null,
      returnUrl: null,
      cancelUrl: null,
    }
    return { account, begin: () => account.createOrder(draft).id }
  }

  test('of sessions makes room by those that came to nothing, and is refused without any', () => {
    const { account, begin } = openStripe()
    for (let count = 0; count < 20_000; count += 1) begin()
    expect(begin).toThrow(
      'The sandbox keeps at most 20000 sessions: delete its file to begin anew.',
    )
    for (const session of [...account.state.sessions.values()].slice(0, 10_000)) {
      session.status = 'expired'
    }
    begin()
    expect(account.state.sessions.size).toBe(10_001)
  })

  test('of orders makes room by those that came to nothing, and is refused without any', () => {
    const { account, begin } = openPaypal()
    for (let count = 0; count < 20_000; count += 1) begin()
    expect(begin).toThrow('PayPal answers 429.')
    now += DAY_MS
    begin()
    expect(account.state.orders.size).toBe(1)
  })

  test('of approvals is twenty for an order, each told once', () => {
    const { account, begin } = openPaypal()
    const order = account.requireOrder(begin())
    let count = 0
    for (; account.mayApprove(order); count += 1) {
      account.approve(order, { givenName: `Ada ${count}`, surname: 'Lovelace' })
    }
    expect(count).toBe(20)
    expect(told).toBe(20)
  })

  test('of refunds that fail is a thousand for a charge', () => {
    const { account, begin } = openStripe()
    const session = account.state.sessions.get(begin())
    if (session === undefined) throw new Error('There is no session.')
    account.pay(session, { email: 'a@b', name: 'Ada', number: '4242424242424242' })
    const [charge = ''] = account.state.charges.keys()
    for (let count = 0; count < 1_000; count += 1) {
      const { id } = account.returns.refund(charge, { status: 'pending' })
      account.returns.decideRefund(id, 'failed')
    }
    expect(() => account.returns.refund(charge)).toThrow('at most 1000 of them for a charge')
  })

  test('of anything else is the newest', () => {
    const kept = new Map(Array.from({ length: 10 }, (_, index) => [`${index}`, index]))
    forgetOldest(kept, 3)
    expect([...kept.keys()]).toEqual(['7', '8', '9'])
  })
})
