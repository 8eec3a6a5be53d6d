import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createSandbox } from './main.ts'
import { listenSandbox, type ListeningSandbox } from './server.ts'

const KEYS = {
  stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' },
  paypal: { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' },
}
const eventSchema = z
  .object({ type: z.string() })
  .or(z.object({ event_type: z.string() }).transform(({ event_type: type }) => ({ type })))

let sandbox: ListeningSandbox
let shop: Server
let shopUrl: string
let events: string[]

beforeEach(async () => {
  events = []
  shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      events.push(eventSchema.parse(JSON.parse(Buffer.concat(chunks).toString())).type)
      response.end()
    })
  })
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve)
  })
  const address = shop.address()
  shopUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  sandbox = await listen()
})

afterEach(async () => {
  await sandbox.close()
  shop.close()
})

function listen(dataFile?: string) {
  return listenSandbox({
    stripe: { ...KEYS.stripe, webhookUrl: `${shopUrl}/stripe` },
    paypal: { ...KEYS.paypal, webhookUrl: `${shopUrl}/paypal` },
    dataFile,
  })
}

function control(path: string, body?: object, headers: Record<string, string> = {}) {
  return fetch(`${sandbox.url}/_sandbox/control${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  })
}

async function requireJson(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

async function submit(url: string, form: Record<string, string>) {
  const body = new URLSearchParams({ ...form, action: 'pay' })
  await fetch(url, { method: 'POST', body, redirect: 'manual' })
}

/** A card payment of five dollars; answers its session. */
async function payByCard(number = '4242424242424242'): Promise<string> {
  const { hostname: host, port } = new URL(sandbox.url)
  const stripe = new Stripe(KEYS.stripe.secretKey, { host, port: Number(port), protocol: 'http' })
  const price_data = { currency: 'usd', unit_amount: 500, product_data: { name: 'Donation' } }
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: 'ours',
    line_items: [{ quantity: 1, price_data }],
    success_url: 'http://shop/',
  })
  await submit(String(url), { email: 'ada@example.com', name: 'Ada Lovelace', number })
  return id
}

const tokenSchema = z.object({ access_token: z.string() })
const orderSchema = z.object({ id: z.string() })
const capturedSchema = z.object({
  purchase_units: z.tuple([
    z.object({ payments: z.object({ captures: z.tuple([z.object({ id: z.string() })]) }) }),
  ]),
})

async function payAndFindCharge(): Promise<string> {
  await payByCard()
  return requireCharge()
}

/** A wallet payment of five dollars; answers its capture. */
async function payByWallet(surname = 'Lovelace'): Promise<string> {
  const base = `${sandbox.url}/_sandbox/paypal`
  const credentials = btoa(`${KEYS.paypal.clientId}:${KEYS.paypal.clientSecret}`)
  const granted = fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = tokenSchema.parse(await requireJson(granted))
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const amount = { currency_code: 'USD', value: '5.00' }
  const body = JSON.stringify({
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: 'ours', amount }],
  })
  const created = fetch(`${base}/v2/checkout/orders`, { method: 'POST', headers, body })
  const { id } = orderSchema.parse(await requireJson(created))
  await submit(`${base}/approve?token=${id}`, { given_name: 'Ada', surname })
  const captured = fetch(`${base}/v2/checkout/orders/${id}/capture`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  const order = capturedSchema.parse(await requireJson(captured))
  return order.purchase_units[0].payments.captures[0].id
}

const paymentsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

async function listPayments() {
  return paymentsSchema.parse(await requireJson(control('/payments')))
}

async function requireCharge(): Promise<string> {
  const [payment] = (await listPayments())['stripe'] ?? []
  return z.string().parse(payment?.['paymentId'])
}

describe('a refund', () => {
  test('of a card payment is told of, and counted', async () => {
    const ref = await payByCard()
    const paymentId = await requireCharge()
    const refund = { provider: 'stripe', paymentId, amountCents: 200 }
    await requireJson(control('/refunds', refund))
    await expect.poll(() => events).toContain('charge.refunded')
    expect(await listPayments()).toMatchObject({
      stripe: [{ ref, reference: 'ours', capturedCents: 500, refundedCents: 200 }],
    })
  })

  test.each(['stripe', 'paypal'])('that fails at %s brings the money back', async (provider) => {
    const paymentId = provider === 'stripe' ? await payAndFindCharge() : await payByWallet()
    const begun = control('/refunds', { provider, paymentId, status: 'pending' })
    const { id: refundId } = orderSchema.parse(await requireJson(begun))
    expect(await listPayments()).toMatchObject({ [provider]: [{ refundedCents: 500 }] })
    await requireJson(control('/refunds/outcome', { provider, refundId, outcome: 'failed' }))
    const told = { stripe: 'refund.failed', paypal: 'PAYMENT.CAPTURE.REFUNDED' }[provider]
    await expect.poll(() => events).toContain(told)
    expect(await listPayments()).toMatchObject({ [provider]: [{ refundedCents: 0 }] })
  })

  test('of a wallet payment takes its capture by that name too', async () => {
    const captureId = await payByWallet()
    await requireJson(control('/refunds', { provider: 'paypal', captureId }))
    await expect.poll(() => events).toContain('PAYMENT.CAPTURE.REFUNDED')
    expect(await requireJson(control('/state'))).toMatchObject({
      paypal: { capturedCents: 500, refundedCents: 500, disputedCents: 0 },
    })
  })
})

describe('a dispute', () => {
  test.each([
    ['won', 0],
    ['lost', 500],
  ])('of a wallet payment that is %s leaves %i cents disputed', async (outcome, disputedCents) => {
    const paymentId = await payByWallet()
    const dispute = control('/disputes', { provider: 'paypal', paymentId })
    const { id: disputeId } = orderSchema.parse(await requireJson(dispute))
    await requireJson(control('/disputes/outcome', { provider: 'paypal', disputeId, outcome }))
    await expect.poll(() => events).toContain('CUSTOMER.DISPUTE.RESOLVED')
    await expect.poll(() => events.includes('PAYMENT.CAPTURE.REVERSED')).toBe(outcome === 'lost')
    expect(await listPayments()).toMatchObject({ paypal: [{ disputedCents }] })
  })

  test.each([
    ['stripe', 'charge.dispute.updated'],
    ['paypal', 'CUSTOMER.DISPUTE.UPDATED'],
  ])('at %s may be under review before it is decided', async (provider, told) => {
    const paymentId = provider === 'stripe' ? await payAndFindCharge() : await payByWallet()
    const opened = control('/disputes', { provider, paymentId })
    const { id: disputeId } = orderSchema.parse(await requireJson(opened))
    await requireJson(control('/disputes/review', { provider, disputeId }))
    await expect.poll(() => events).toContain(told)
    expect(await listPayments()).toMatchObject({ [provider]: [{ disputedCents: 500 }] })
  })

  test.each(['stripe', 'paypal'])(
    'at %s holds what was left, which nobody can then refund',
    async (provider) => {
      const paymentId = provider === 'stripe' ? await payAndFindCharge() : await payByWallet()
      await requireJson(control('/refunds', { provider, paymentId, amountCents: 200 }))
      const opened = control('/disputes', { provider, paymentId })
      const { id: disputeId } = orderSchema.parse(await requireJson(opened))
      const sums = { capturedCents: 500, refundedCents: 200, disputedCents: 300 }
      expect(await requireJson(control('/state'))).toMatchObject({ [provider]: sums })
      const refund = { provider, paymentId, amountCents: 100 }
      expect((await control('/refunds', refund)).status).toBe(400)
      expect((await control('/disputes', { provider, paymentId })).status).toBe(400)
      await requireJson(control('/disputes/outcome', { provider, disputeId, outcome: 'won' }))
      expect((await control('/refunds', refund)).status).toBe(200)
    },
  )

  test('of a card payment may be decided at once', async () => {
    await payByCard()
    const paymentId = await requireCharge()
    await requireJson(control('/disputes', { provider: 'stripe', paymentId, outcome: 'won' }))
    await expect.poll(() => events).toContain('charge.dispute.funds_reinstated')
  })

  test('comes by itself after the card that says so', async () => {
    await payByCard('4000000000000259')
    await requireJson(control('/clock', { advanceMs: 5_000 }))
    await expect.poll(() => events).toContain('charge.dispute.created')
  })
})

describe('a payment that waits', () => {
  test('may fail', async () => {
    const paymentId = await payByCard('4000000000000077')
    await requireJson(control('/pending', { provider: 'stripe', paymentId, outcome: 'failed' }))
    await expect.poll(() => events).toContain('checkout.session.async_payment_failed')
    expect(await listPayments()).toMatchObject({ stripe: [] })
  })

  test('is not counted before it came', async () => {
    const captureId = await payByWallet('PENDING')
    expect(await listPayments()).toMatchObject({ paypal: [] })
    await requireJson(control('/pending', { provider: 'paypal', captureId, outcome: 'succeeded' }))
    expect(await listPayments()).toMatchObject({ paypal: [{ capturedCents: 500 }] })
  })
})

describe('a control route', () => {
  test('refuses pages of other sites', async () => {
    const foreign = await control('/clock', { advanceMs: 1 }, { origin: 'http://evil.example' })
    expect(foreign.status).toBe(403)
    const own = await control('/clock', { advanceMs: 1 }, { origin: sandbox.url })
    expect(own.status).toBe(200)
  })

  test('refuses what a page could send without asking', async () => {
    const url = `${sandbox.url}/_sandbox/control/clock`
    const plain = await fetch(url, { method: 'POST', body: '{"advanceMs":1}' })
    expect(plain.status).toBe(415)
    expect(
      (await fetch(`${sandbox.url}/_sandbox/control/faults/clear`, { method: 'POST' })).status,
    ).toBe(415)
  })

  test.each([
    ['a payment of Stripe', '/refunds', { provider: 'stripe', paymentId: 'none' }],
    ['a payment of PayPal', '/refunds', { provider: 'paypal', paymentId: 'none' }],
    ['a fault', '/faults', { provider: 'paypal', fault: 'none' }],
  ])('says that it does not know %s', async (_what, path, body) => {
    expect((await control(path, body)).status).toBe(400)
  })
})

test('what was there at a stop is there after the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  await sandbox.close()
  sandbox = await listen(join(folder, 'sandbox.json'))
  await payByCard()
  await payByWallet()
  const before = await listPayments()
  await sandbox.close()
  sandbox = await listen(join(folder, 'sandbox.json'))
  expect(await listPayments()).toEqual(before)
  await rm(folder, { recursive: true })
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
