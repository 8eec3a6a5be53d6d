import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createFaultRules } from '../faults/faults.ts'
import type { Delivery } from '../options.ts'
import { createPaypal, type PaypalStandIn } from './main.ts'

const HOUR_MS = 60 * 60 * 1000
const PREFIX = '/_sandbox/paypal'
const ACCOUNT = {
  clientId: 'client',
  clientSecret: 'secret',
  webhookId: 'WH-SHOP',
  webhookUrl: 'http://shop/hook',
}

let app: FastifyInstance
let base: string
let standIn: PaypalStandIn
let deliveries: Delivery[]
let now: number
let token: string
let keys: number
const faults = createFaultRules()

beforeEach(async () => {
  now = Date.UTC(2027, 0, 15)
  keys = 0
  deliveries = []
  faults.clear()
  await open(createStandIn())
})

afterEach(() => app.close())

function createStandIn(): PaypalStandIn {
  return createPaypal(ACCOUNT, {
    publicUrl: 'http://shop',
    clock: () => now,
    hostClock: () => now,
    random: Math.random,
    faults,
    deliver: (delivery) => deliveries.push(delivery),
    changed: () => {},
  })
}

async function open(paypal: PaypalStandIn): Promise<void> {
  standIn = paypal
  app = Fastify({ forceCloseConnections: true })
  await app.register(standIn.routes, { prefix: PREFIX })
  base = `${await app.listen({ port: 0, host: '127.0.0.1' })}${PREFIX}`
  token = await fetchToken()
}

async function fetchToken(): Promise<string> {
  const response = await askForToken('client:secret')
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token
}

function askForToken(credentials: string): Promise<Response> {
  return fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(credentials)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
}

const captureSchema = z.looseObject({ id: z.string(), status: z.string() })
const answerSchema = z.looseObject({
  id: z.string().default(''),
  status: z.string().default(''),
  details: z.array(z.looseObject({ issue: z.string() })).default([]),
  purchase_units: z
    .tuple([
      z.looseObject({ payments: z.looseObject({ captures: z.array(captureSchema) }).optional() }),
    ])
    .optional(),
})

async function call(method: 'GET' | 'POST', path: string, body?: unknown, key?: string) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'paypal-request-id': key }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = answerSchema.parse(await response.json())
  const issue = answer.details[0]?.issue
  const capture = answer.purchase_units?.[0].payments?.captures[0]
  return { code: response.status, headers: response.headers, answer, issue, capture }
}

function describeOrder(invoice: string, value: string) {
  const amount = { currency_code: 'USD', value }
  const unit = { custom_id: 'c1', invoice_id: invoice, description: 'Donation <b>', amount }
  return { intent: 'CAPTURE', purchase_units: [unit], payment_source: { paypal: {} } }
}

async function createOrder({ invoice = 'd1', value = '5.00', key = nextKey() } = {}) {
  return call('POST', '/v2/checkout/orders', describeOrder(invoice, value), key)
}

function nextKey(): string {
  keys += 1
  return `key-${keys}`
}

/** Approves an order; both names succeed unless others are given. */
async function approve(id: string, name: { givenName?: string; surname?: string } = {}) {
  const response = await fetch(`${base}/approve?token=${id}`, {
    method: 'POST',
    body: new URLSearchParams({
      given_name: name.givenName ?? 'Ada',
      surname: name.surname ?? 'Lovelace',
      action: 'pay',
    }),
  })
  expect(response.status).toBe(200)
}

function capture(id: string, key = nextKey()) {
  return call('POST', `/v2/checkout/orders/${id}/capture`, {}, key)
}

async function payOrder(invoice = 'd1', surname = 'Lovelace') {
  const { answer } = await createOrder({ invoice })
  await approve(answer.id, { surname })
  const { capture: taken } = await capture(answer.id)
  return { orderId: answer.id, captureId: taken?.id ?? '' }
}

const eventSchema = z.looseObject({
  id: z.string(),
  event_type: z.string(),
  resource: z.looseObject({}),
})

function readEvents() {
  return deliveries.map(({ body }) => eventSchema.parse(JSON.parse(body)))
}

describe('a client', () => {
  test('with the wrong secret gets no token', async () => {
    const response = await askForToken('client:guess')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'invalid_client' })
  })

  test('without a token, or with one that is over, is refused', async () => {
    now += 9 * HOUR_MS
    expect(await createOrder()).toMatchObject({
      code: 401,
      answer: { name: 'AUTHENTICATION_FAILURE' },
    })
    token = 'guess'
    expect(await createOrder()).toMatchObject({ code: 401 })
  })

  test.each([
    ['no JSON', '{"intent"', 'MALFORMED_REQUEST_JSON'],
    ['no intent', {}, 'MISSING_REQUIRED_PARAMETER'],
    ['another amount than a decimal', describeOrder('d1', '1e3'), 'INVALID_PARAMETER_SYNTAX'],
    ['a tenth of a cent', describeOrder('d1', '5.001'), 'INVALID_PARAMETER_SYNTAX'],
    ['nothing to pay', describeOrder('d1', '0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('that sends %s is told so', async (_, body, issue) => {
    expect(await call('POST', '/v2/checkout/orders', body, 'key')).toMatchObject({ issue })
  })

  test('that names how it pays must name its request too', async () => {
    const { issue } = await call('POST', '/v2/checkout/orders', describeOrder('d1', '5.00'))
    expect(issue).toBe('PAYPAL_REQUEST_ID_REQUIRED')
  })
})

describe('an order', () => {
  test('waits for the payer, then for the capture, and is complete', async () => {
    const { answer: created } = await createOrder()
    expect(created).toMatchObject({
      status: 'PAYER_ACTION_REQUIRED',
      links: [
        {},
        { rel: 'payer-action', href: `http://shop${PREFIX}/approve?token=${created.id}` },
      ],
    })
    await approve(created.id)
    const { answer: approved } = await call('GET', `/v2/checkout/orders/${created.id}`)
    const name = { given_name: 'Ada', surname: 'Lovelace' }
    expect(approved).toMatchObject({
      status: 'APPROVED',
      payer: { name },
      payment_source: { paypal: { name } },
    })
    const { code, answer, capture: taken } = await capture(created.id)
    expect(code).toBe(201)
    expect(answer.status).toBe('COMPLETED')
    expect(taken).toMatchObject({
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '5.00' },
      custom_id: 'c1',
      invoice_id: 'd1',
      final_capture: true,
    })
  })

  test('may read as approved for a while after its capture was answered', async () => {
    const { answer: created } = await createOrder()
    await approve(created.id)
    standIn.account.log.maxLagMs = HOUR_MS
    const { answer: captured } = await capture(created.id)
    expect(captured.status).toBe('COMPLETED')
    const early = await call('GET', `/v2/checkout/orders/${created.id}`)
    expect([early.answer.status, early.capture]).toEqual(['APPROVED', undefined])
    now += HOUR_MS
    const late = await call('GET', `/v2/checkout/orders/${created.id}`)
    expect([late.answer.status, late.capture?.status]).toEqual(['COMPLETED', 'COMPLETED'])
  })

  test('created again under the same request id is the same one', async () => {
    const { answer: first } = await createOrder({ key: 'once' })
    const { answer: second } = await createOrder({ key: 'once' })
    expect(second.id).toBe(first.id)
  })

  test('is not captured before it is approved, and then under the same request id', async () => {
    const { answer } = await createOrder()
    expect(await capture(answer.id, 'once')).toMatchObject({
      code: 422,
      issue: 'ORDER_NOT_APPROVED',
    })
    await approve(answer.id)
    expect(await capture(answer.id, 'once')).toMatchObject({ code: 201 })
  })

  test('is captured once, whatever the request id', async () => {
    const { answer } = await createOrder()
    await approve(answer.id)
    const { capture: first } = await capture(answer.id, 'once')
    const { code, capture: repeated } = await capture(answer.id, 'once')
    expect({ code, repeated }).toEqual({ code: 200, repeated: first })
    expect(await capture(answer.id, 'twice')).toMatchObject({ issue: 'ORDER_ALREADY_CAPTURED' })
    expect(standIn.sums().capturedCents).toBe(500)
  })

  test('of a payer without a given name has none', async () => {
    const { answer } = await createOrder()
    await approve(answer.id, { givenName: ' ' })
    const { answer: read } = await call('GET', `/v2/checkout/orders/${answer.id}`)
    expect(read).toMatchObject({ payment_source: { paypal: { name: { surname: 'Lovelace' } } } })
    expect(JSON.stringify(read)).not.toContain('given_name')
  })

  test('that nobody approves within three hours is gone', async () => {
    const { answer } = await createOrder()
    now += 3 * HOUR_MS + 1
    expect(await call('GET', `/v2/checkout/orders/${answer.id}`)).toMatchObject({
      code: 404,
      issue: 'INVALID_RESOURCE_ID',
    })
  })
})

describe('a capture', () => {
  test('that is declined stays so under its request id; the payer may choose again', async () => {
    const { answer } = await createOrder()
    await approve(answer.id, { surname: 'decline' })
    const declined = { code: 422, issue: 'INSTRUMENT_DECLINED' }
    expect(await capture(answer.id, 'first')).toMatchObject(declined)
    await approve(answer.id)
    expect(await capture(answer.id, 'first')).toMatchObject(declined)
    expect(await capture(answer.id, 'second')).toMatchObject({ capture: { status: 'COMPLETED' } })
    expect(standIn.sums().capturedCents).toBe(500)
  })

  test.each([
    ['COMPLETED', 'COMPLETED', 500],
    ['DENIED', 'DECLINED', 0],
  ] as const)('that is held back can become %s', async (outcome, status, capturedCents) => {
    const { captureId } = await payOrder('d1', 'PENDING')
    const path = `/v2/payments/captures/${captureId}`
    expect(await call('GET', path)).toMatchObject({
      answer: { status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } },
    })
    expect(standIn.sums().capturedCents).toBe(0)
    standIn.account.resolvePending(captureId, outcome)
    expect(await call('GET', path)).toMatchObject({ answer: { status } })
    expect(standIn.sums().capturedCents).toBe(capturedCents)
    expect(readEvents().map(({ event_type }) => event_type)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.PENDING',
      `PAYMENT.CAPTURE.${outcome}`,
    ])
  })

  test('of an invoice that is paid is refused', async () => {
    await payOrder('d1')
    const { answer } = await createOrder({ invoice: 'd1' })
    await approve(answer.id)
    expect(await capture(answer.id)).toMatchObject({ code: 422, issue: 'DUPLICATE_INVOICE_ID' })
  })

  test('of an invoice that was denied is taken, also after a restart', async () => {
    const { captureId } = await payOrder('d1', 'PENDING')
    standIn.account.resolvePending(captureId, 'DENIED')
    standIn.restore(JSON.parse(JSON.stringify(standIn.snapshot())))
    await payOrder('d1')
    expect(standIn.sums().capturedCents).toBe(500)
  })

  test('is refunded in parts up to what was taken', async () => {
    const { captureId, orderId } = await payOrder()
    const path = `/v2/payments/captures/${captureId}/refund`
    const part = { amount: { currency_code: 'USD', value: '2.00' } }
    const { answer: refund } = await call('POST', path, part, 'once')
    expect(await call('POST', path, part, 'once')).toMatchObject({ answer: { id: refund.id } })
    const { capture: partly } = await call('GET', `/v2/checkout/orders/${orderId}`)
    expect(partly).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
    const tooMuch = { amount: { currency_code: 'USD', value: '3.01' } }
    expect(await call('POST', path, tooMuch)).toMatchObject({ issue: 'REFUND_AMOUNT_EXCEEDED' })
    standIn.account.returns.refund(captureId)
    expect(await call('POST', path)).toMatchObject({ issue: 'CAPTURE_FULLY_REFUNDED' })
    expect(standIn.sums()).toEqual({ capturedCents: 500, refundedCents: 500, disputedCents: 0 })
  })

  test('can be disputed, and counts as such unless the dispute is won', async () => {
    const { captureId } = await payOrder()
    const { id: disputeId } = standIn.account.returns.openDispute(captureId)
    expect(await call('GET', `/v1/customer/disputes/${disputeId}`)).toMatchObject({
      answer: { status: 'OPEN', disputed_transactions: [{ seller_transaction_id: captureId }] },
    })
    expect(standIn.sums().disputedCents).toBe(500)
    standIn.account.returns.closeDispute(disputeId, 'won')
    expect(standIn.sums().disputedCents).toBe(0)
    expect(readEvents().at(-1)).toMatchObject({
      event_type: 'CUSTOMER.DISPUTE.RESOLVED',
      resource: { dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } },
    })
  })
})

describe('an event', () => {
  test('tells its order, and can be looked up and sent again', async () => {
    const { orderId, captureId } = await payOrder()
    const [approved, completed] = readEvents()
    expect(approved).toMatchObject({
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: orderId },
    })
    expect(completed).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { id: captureId, supplementary_data: { related_ids: { order_id: orderId } } },
    })
    const path = `/v1/notifications/webhooks-events/${completed?.id ?? ''}`
    expect(await call('GET', path)).toMatchObject({ answer: completed })
    expect(await call('POST', `${path}/resend`)).toMatchObject({ code: 202 })
    expect(deliveries.at(-1)?.body).toBe(deliveries[1]?.body)
  })

  test('is signed by the certificate that it names', async () => {
    await payOrder()
    const { headers, body } = sendLast()
    const pem = await (await fetch(headers['paypal-cert-url'] ?? '')).text()
    const certificate = new X509Certificate(pem)
    expect(certificate.checkIssued(certificate)).toBe(true)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    const signature = Buffer.from(headers['paypal-transmission-sig'] ?? '', 'base64')
    const { 'paypal-transmission-id': id, 'paypal-transmission-time': time } = headers
    const signed = Buffer.from(`${id}|${time}|WH-SHOP|${crc32(body)}`)
    expect(verify('sha256', signed, certificate.publicKey, signature)).toBe(true)
  })

  test('names the certificate under the address at which its client calls', async () => {
    await payOrder()
    const url = sendLast().headers['paypal-cert-url'] ?? ''
    expect(url.slice(0, base.length)).toBe(base)
    expect(url.slice(base.length)).toMatch(/^\/v1\/notifications\/certs\/[\w-]+$/)
    expect((await fetch(`${url}0`)).status).toBe(404)
  })

  test('is verified as it came, and not as somebody wrote it anew', async () => {
    await payOrder()
    const { headers, body } = sendLast()
    const around = {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: 'WH-SHOP',
    }
    const path = '/v1/notifications/verify-webhook-signature'
    const ask = (event: string) =>
      call('POST', path, `${JSON.stringify(around).slice(0, -1)},"webhook_event":${event}}`)
    expect(await ask(body)).toMatchObject({ answer: { verification_status: 'SUCCESS' } })
    const anew = JSON.stringify(JSON.parse(body), undefined, 1)
    expect(await ask(anew)).toMatchObject({ answer: { verification_status: 'FAILURE' } })
  })

  function sendLast() {
    const delivery = deliveries.at(-1)
    if (delivery === undefined) throw new Error('Nothing was delivered.')
    return { headers: standIn.sign(delivery), body: delivery.body }
  }
})

describe('a fault', () => {
  test.each([
    ['500', 'INTERNAL_SERVER_ERROR', null],
    ['429', 'RATE_LIMIT_REACHED', '1'],
  ] as const)('%s answers so, and does nothing', async (fault, name, retryAfter) => {
    const { answer } = await createOrder()
    await approve(answer.id)
    faults.add({ provider: 'paypal', fault, times: 1 })
    const refused = await capture(answer.id)
    expect(refused).toMatchObject({ code: Number(fault), answer: { name } })
    expect(refused.headers.get('retry-after')).toBe(retryAfter)
    expect(standIn.sums().capturedCents).toBe(0)
  })

  test.each([
    ['cut', 'fetch failed'],
    ['malformed', 'not valid JSON'],
  ] as const)('%s loses the answer, not the money', async (fault, lost) => {
    const { answer } = await createOrder()
    await approve(answer.id)
    faults.add({ provider: 'paypal', fault, times: 1 })
    await expect(capture(answer.id, 'once')).rejects.toThrow(lost)
    expect(await capture(answer.id, 'once')).toMatchObject({ code: 200 })
    expect(standIn.sums().capturedCents).toBe(500)
  })
})

test('what is kept outlives a restart: payments, request ids, certificate', async () => {
  const { orderId, captureId } = await payOrder()
  await createOrder({ invoice: 'd2', key: 'kept' })
  const [first] = deliveries
  if (first === undefined) throw new Error('Nothing was delivered.')
  const certUrl = standIn.sign(first)['paypal-cert-url']
  const kept: unknown = JSON.parse(JSON.stringify(standIn.snapshot()))
  const { answer: waiting } = await createOrder({ invoice: 'd2', key: 'kept' })

  await app.close()
  const restarted = createStandIn()
  restarted.restore(kept)
  expect(restarted.sign(first)['paypal-cert-url']).toBe(certUrl)
  await open(restarted)
  const { capture: taken } = await call('GET', `/v2/checkout/orders/${orderId}`)
  expect(taken?.id).toBe(captureId)
  const { answer: repeated } = await createOrder({ invoice: 'd2', key: 'kept' })
  expect(repeated.id).toBe(waiting.id)
  expect(standIn.sums().capturedCents).toBe(500)
})
