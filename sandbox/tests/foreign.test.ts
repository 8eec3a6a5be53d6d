import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEYS, TestShop } from './test-shop.ts'

let shop: TestShop

beforeEach(async () => {
  shop = new TestShop()
  await shop.open()
})

afterEach(() => shop.close())

test("another program's object is told of and listed as it is, and takes no money", async () => {
  const object = { id: 'cs_test_setup', object: 'checkout.session', amount_total: null }
  await shop.requireControl('/events', {
    provider: 'stripe',
    type: 'checkout.session.completed',
    object,
  })
  await expect.poll(() => shop.events).toContain('checkout.session.completed')
  const headers = { authorization: `Bearer ${KEYS.stripe.secretKey}` }
  const listed = await fetch(`${shop.url}/v1/events`, { headers })
  expect(await listed.json()).toMatchObject({
    data: [{ type: 'checkout.session.completed', data: { object } }],
  })
  expect(await shop.listPayments()).toEqual({ stripe: [], paypal: [] })
})

test("another program's order is told of by PayPal", async () => {
  const object = { id: 'OTHER', intent: 'AUTHORIZE' }
  await shop.requireControl('/events', {
    provider: 'paypal',
    type: 'CHECKOUT.ORDER.APPROVED',
    object,
  })
  await expect.poll(() => shop.events).toContain('CHECKOUT.ORDER.APPROVED')
})
