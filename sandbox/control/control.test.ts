import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../main.ts'
import { KEYS, TestShop } from '../tests/test-shop.ts'

let shop: TestShop

beforeEach(async () => {
  shop = new TestShop()
  await shop.open()
})

afterEach(() => shop.close())

describe('a payment that waits', () => {
  test('may fail', async () => {
    const paymentId = await shop.payByCard('4000000000000077')
    await shop.requireControl('/pending', { provider: 'stripe', paymentId, outcome: 'failed' })
    await expect.poll(() => shop.events).toContain('checkout.session.async_payment_failed')
    expect(await shop.listPayments()).toMatchObject({ stripe: [] })
  })

  test('is not counted before it came', async () => {
    const captureId = await shop.payByWallet('PENDING')
    expect(await shop.listPayments()).toMatchObject({ paypal: [] })
    await shop.requireControl('/pending', { provider: 'paypal', captureId, outcome: 'succeeded' })
    expect(await shop.listPayments()).toMatchObject({ paypal: [{ capturedCents: 500 }] })
  })
})

describe('a control route', () => {
  test('refuses pages of other sites', async () => {
    const other = await shop.control('/clock', { advanceMs: 1 }, { origin: 'http://evil.example' })
    expect(other.status).toBe(403)
    const own = await shop.control('/clock', { advanceMs: 1 }, { origin: shop.url })
    expect(own.status).toBe(200)
  })

  test('refuses what a page could send without asking', async () => {
    const url = `${shop.url}/_sandbox/control/clock`
    const plain = await fetch(url, { method: 'POST', body: '{"advanceMs":1}' })
    expect(plain.status).toBe(415)
    expect(
      (await fetch(`${shop.url}/_sandbox/control/faults/clear`, { method: 'POST' })).status,
    ).toBe(415)
  })

  test.each([
    ['a payment of Stripe', '/refunds', { provider: 'stripe', paymentId: 'none' }],
    ['a payment of PayPal', '/refunds', { provider: 'paypal', paymentId: 'none' }],
    ['a fault', '/faults', { provider: 'paypal', fault: 'none' }],
  ])('says that it does not know %s', async (_what, path, body) => {
    expect((await shop.control(path, body)).status).toBe(400)
  })
})

test('what was there at a stop is there after the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  // It writes there until it is closed, which comes before.
  onTestFinished(() => rm(folder, { recursive: true }))
  await shop.open(join(folder, 'sandbox.json'))
  await shop.payByCard()
  await shop.payByWallet()
  const before = await shop.listPayments()
  await shop.open(join(folder, 'sandbox.json'))
  expect(await shop.listPayments()).toEqual(before)
})

test.each(['sk_live_x', 'rk_live_x'])('there is no sandbox beside the live key %s', (secretKey) => {
  expect(() =>
    createSandbox({
      publicUrl: 'http://shop',
      stripe: { ...KEYS.stripe, secretKey, webhookUrl: 'http://shop/hook' },
      paypal: { ...KEYS.paypal, webhookUrl: 'http://shop/hook' },
    }),
  ).toThrow('does not run beside a live key')
})
