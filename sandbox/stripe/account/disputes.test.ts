import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEYS, TestShop } from '../../tests/test-shop.ts'

let shop: TestShop
let paymentId: string

beforeEach(async () => {
  shop = new TestShop()
  await shop.open()
  paymentId = await shop.pay('stripe')
})

afterEach(() => shop.close())

async function read(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${KEYS.stripe.secretKey}` }
  return (await fetch(`${shop.url}/v1/${path}`, { headers })).json()
}

async function requireDisputed(cents: number) {
  const { stripe } = await shop.listPayments()
  expect(stripe).toMatchObject([{ disputedCents: cents }])
}

test('an inquiry holds no money until it becomes a dispute', async () => {
  const status = 'warning_needs_response'
  const disputeId = await shop.create('/disputes/stripe', { paymentId, status })
  expect(await read(`disputes/${disputeId}`)).toMatchObject({ status, amount: 500 })
  await requireDisputed(0)
  await shop.requireControl('/disputes/stripe/change', {
    disputeId,
    status: 'needs_response',
    amount: 300,
  })
  expect(await read(`disputes/${disputeId}`)).toMatchObject({
    status: 'needs_response',
    amount: 300,
  })
  await requireDisputed(300)
  await expect.poll(() => shop.events).toContain('charge.dispute.funds_withdrawn')
})

test('a dispute that is prevented, and one that is opened again, move the money', async () => {
  const disputeId = await shop.create('/disputes/stripe', { paymentId, amount: 200 })
  await requireDisputed(200)
  await shop.requireControl('/disputes/stripe/change', { disputeId, status: 'prevented' })
  await requireDisputed(0)
  await expect.poll(() => shop.events).toContain('charge.dispute.closed')
  await shop.requireControl('/disputes/stripe/change', { disputeId, status: 'needs_response' })
  await requireDisputed(200)
})

test('a refund that is canceled while it waits for the payer gives the money back', async () => {
  const asked = { provider: 'stripe', paymentId, amountCents: 100, status: 'requires_action' }
  const refundId = await shop.create('/refunds', asked)
  expect(await read(`refunds/${refundId}`)).toMatchObject({ status: 'requires_action' })
  expect(await read(`charges/${paymentId}`)).toMatchObject({ amount_refunded: 100 })
  await shop.requireControl('/refunds/outcome', { refundId, outcome: 'canceled' })
  expect(await read(`refunds/${refundId}`)).toMatchObject({ status: 'canceled' })
  expect(await read(`charges/${paymentId}`)).toMatchObject({ amount_refunded: 0 })
})

test('no dispute is over more than is left', async () => {
  const answer = await shop.control('/disputes/stripe', { paymentId, amount: 501 })
  expect(answer.status).toBe(400)
})

test('lists show what is new a while after its event, at the latest when there is no lag', async () => {
  await shop.requireControl('/stripe/lag', { mostMs: 3_600_000 })
  const refundId = await shop.create('/refunds', {
    provider: 'stripe',
    paymentId,
    amountCents: 100,
  })
  await expect.poll(() => shop.events).toContain('refund.created')
  expect(await read(`charges/${paymentId}`)).toMatchObject({ amount_refunded: 100 })
  expect(await read(`refunds?charge=${paymentId}`)).toMatchObject({ data: [] })
  await shop.requireControl('/stripe/lag', { mostMs: 0 })
  expect(await read(`refunds?charge=${paymentId}`)).toMatchObject({ data: [{ id: refundId }] })
  expect(await read(`refunds/${refundId}`)).toMatchObject({ id: refundId })
})
