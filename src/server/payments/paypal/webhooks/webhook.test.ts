import { sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { makeCertificate } from '#tests/helpers/providers/certificate.ts'
import { createCrc32Collision } from '#tests/helpers/providers/crc32-collision.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { ProviderClock } from '../../provider-clock.ts'
import { createEventVerifier } from './webhook.ts'

const NOW = Date.UTC(2027, 0, 15)
const DAY_MS = 24 * 60 * 60 * 1000
const WEBHOOK_ID = 'WH-OURS'
const CERT_PATH = '/v1/notifications/certs/CERT-1'
const IN_FORCE = { validFrom: new Date(NOW - DAY_MS), validTo: new Date(NOW + DAY_MS) }
const certificate = makeCertificate(IN_FORCE)

const REFUSED = { code: 'invalid-argument' }

let paypal: HttpDouble
let reply: Reply
let verifyEvent: ReturnType<typeof createEventVerifier>
/** The URLs of all requests, allowed or not. */
let asked: string[]

beforeEach(async () => {
  reply = { body: certificate.pem }
  paypal = await openHttpDouble(() => reply)
  asked = []
  verifyEvent = connect(false)
})

afterEach(() => paypal.close())

function connect(livemode: boolean) {
  return createEventVerifier({
    apiBase: paypal.url,
    livemode,
    webhookId: WEBHOOK_ID,
    ownIds: new Set(['ours']),
    clock: new ProviderClock(() => NOW),
    timeoutMs: 3_000,
    fetch: async (url, init) => {
      asked.push(url)
      return fetch(url.replace(/^https:\/\/[^/]*paypal\.com/, paypal.url), init)
    },
  })
}

function buildBody(event_type: string, resource: object): string {
  return JSON.stringify({ id: 'WH-EVENT-1', event_type, resource })
}

const BODY = buildBody('CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' })

interface Delivery {
  body?: string
  time?: number
  webhookId?: string
  certUrl?: string
  privateKey?: typeof certificate.privateKey
  headers?: Record<string, string | undefined>
}

function signHeaders(body: string, delivery: Delivery = {}) {
  const { webhookId = WEBHOOK_ID, privateKey = certificate.privateKey, time = NOW } = delivery
  const sentAt = new Date(time).toISOString()
  const signed = `transmission-1|${sentAt}|${webhookId}|${crc32(body)}`
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-transmission-id': 'transmission-1',
    'paypal-transmission-time': sentAt,
    'paypal-cert-url': delivery.certUrl ?? `${paypal.url}${CERT_PATH}`,
    'paypal-transmission-sig': sign('sha256', Buffer.from(signed), privateKey).toString('base64'),
    ...delivery.headers,
  }
}

function deliver(delivery: Delivery = {}) {
  const { body = BODY } = delivery
  return verifyEvent(Buffer.from(body), signHeaders(body, delivery))
}

describe('an event', () => {
  test('that PayPal signed for our webhook is taken', async () => {
    expect(await deliver()).toEqual({
      id: 'WH-EVENT-1',
      type: 'CHECKOUT.ORDER.APPROVED',
      paymentRef: 'ORDER1',
      captureId: null,
      otherCaptureIds: [],
      object: null,
      declined: null,
      claim: null,
    })
  })

  test('for another webhook than ours is refused', async () => {
    await expect(deliver({ webhookId: 'WH-THEIRS' })).rejects.toMatchObject(REFUSED)
  })

  test('signed by another key is refused', async () => {
    const { privateKey } = makeCertificate(IN_FORCE)
    await expect(deliver({ privateKey })).rejects.toMatchObject(REFUSED)
  })

  test('whose body was altered is refused', async () => {
    const altered = Buffer.from(BODY.replace('ORDER1', 'ORDER2'))
    await expect(verifyEvent(altered, signHeaders(BODY))).rejects.toMatchObject(REFUSED)
  })

  test('forged to the same CRC-32 is taken, as an event only points to a payment', async () => {
    const prefix = BODY.replace('ORDER1', 'ORDER2').replace(/\}$/, ',"filling":"')
    const forged = createCrc32Collision(prefix, '"}', crc32(BODY))
    expect(await verifyEvent(forged, signHeaders(BODY))).toMatchObject({ paymentRef: 'ORDER2' })
  })

  test.each(['auth-algo', 'transmission-id', 'transmission-time', 'cert-url', 'transmission-sig'])(
    'without its paypal-%s is refused, and nobody is asked',
    async (name) => {
      await expect(deliver({ headers: { [`paypal-${name}`]: undefined } })).rejects.toMatchObject(
        REFUSED,
      )
      expect(asked).toEqual([])
    },
  )

  test('is taken for as long as PayPal repeats it, and five minutes ahead of our clock', async () => {
    await deliver({ time: NOW - 4 * DAY_MS })
    await deliver({ time: NOW + 5 * 60_000 })
    await expect(deliver({ time: NOW - 4 * DAY_MS - 1 })).rejects.toMatchObject(REFUSED)
    await expect(deliver({ time: NOW + 5 * 60_000 + 1 })).rejects.toMatchObject(REFUSED)
    const headers = { 'paypal-transmission-time': 'now' }
    await expect(deliver({ headers })).rejects.toMatchObject(REFUSED)
  })

  test('signed in another way is refused', async () => {
    const headers = { 'paypal-auth-algo': 'SHA1withRSA' }
    await expect(deliver({ headers })).rejects.toMatchObject(REFUSED)
  })

  test.each([
    'not JSON',
    '{}',
    '{"id":"1","event_type":"CHECKOUT.ORDER.APPROVED","resource":null}',
  ])('that is %j is refused, whoever signed it', async (body) => {
    await expect(deliver({ body })).rejects.toMatchObject(REFUSED)
  })
})

describe('the certificate', () => {
  test('is fetched once for many events', async () => {
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    expect(asked).toHaveLength(1)
  })

  test.each([
    'https://api.paypal.com.evil.test/v1/notifications/certs/CERT-1',
    'https://evil.test/v1/notifications/certs/CERT-1',
    'http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com@evil.test/v1/notifications/certs/CERT-1',
    'https://user:pass@api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com/redirect?to=https://evil.test',
    'https://api.sandbox.paypal.com/v1/notifications/certs/../../../upload/1',
    'https://www.paypal.com/v1/notifications/certs/CERT-1',
    'https://127.0.0.1/v1/notifications/certs/CERT-1',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'not a URL',
  ])('at %s is refused, and nobody is asked', async (certUrl) => {
    await expect(deliver({ certUrl })).rejects.toMatchObject(REFUSED)
    expect(asked).toEqual([])
  })

  test("of PayPal's other world is refused", async () => {
    const live = `https://api.paypal.com${CERT_PATH}`
    const sandbox = `https://api.sandbox.paypal.com${CERT_PATH}`
    await expect(deliver({ certUrl: live })).rejects.toMatchObject(REFUSED)
    expect(await deliver({ certUrl: sandbox })).toMatchObject({ id: 'WH-EVENT-1' })
    verifyEvent = connect(true)
    await expect(deliver({ certUrl: sandbox })).rejects.toMatchObject(REFUSED)
    expect(await deliver({ certUrl: live })).toMatchObject({ id: 'WH-EVENT-1' })
  })

  test.each([
    ['over', { validFrom: new Date(NOW - DAY_MS), validTo: new Date(NOW - 1_000) }],
    ['to come', { validFrom: new Date(NOW + 1_000), validTo: new Date(NOW + DAY_MS) }],
    ['of a weak key', { ...IN_FORCE, keyBits: 1024 }],
  ])('that is %s is refused', async (_, options) => {
    const { pem, privateKey } = makeCertificate(options)
    reply = { body: pem }
    await expect(deliver({ privateKey })).rejects.toMatchObject(REFUSED)
  })

  test('that PayPal does not have is refused', async () => {
    reply = { status: 404, body: '' }
    await expect(deliver()).rejects.toMatchObject(REFUSED)
  })

  test('that cannot be fetched now is fetched when the event comes again', async () => {
    reply = { status: 500, body: '' }
    await expect(deliver()).rejects.toMatchObject({ code: 'unavailable' })
    reply = { body: 'not a certificate' }
    await expect(deliver()).rejects.toMatchObject({ code: 'unavailable' })
    reply = 'hang'
    await expect(deliver()).rejects.toMatchObject({ code: 'deadline-exceeded' })
    reply = { body: certificate.pem }
    expect(await deliver()).toMatchObject({ id: 'WH-EVENT-1' })
  })

  test('is asked for a few at a time, however many names are tried, and a known one stays', async () => {
    await deliver()
    reply = 'hang'
    const names = Array.from({ length: 40 }, (_, index) => `${paypal.url}${CERT_PATH}${index}`)
    const guesses = await Promise.allSettled(names.map((certUrl) => deliver({ certUrl })))
    expect(guesses.every(({ status }) => status === 'rejected')).toBe(true)
    expect(asked).toHaveLength(1 + 4)
    expect(await deliver()).toMatchObject({ id: 'WH-EVENT-1' })
  })

  test('is not looked for elsewhere', async () => {
    const elsewhere = await openHttpDouble(() => ({ body: certificate.pem }))
    reply = { status: 302, headers: { location: `${elsewhere.url}${CERT_PATH}` }, body: '' }
    await expect(deliver()).rejects.toMatchObject({ code: 'unavailable' })
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })
})

describe('what an event concerns', () => {
  const ofOrder = { supplementary_data: { related_ids: { order_id: 'ORDER1' } } }
  const links = [
    { rel: 'self', href: 'https://api.paypal.com/v2/payments/refunds/REFUND1' },
    { rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAPTURE1' },
  ]

  test.each([
    ['CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' }, 'ORDER1', null],
    ['PAYMENT.CAPTURE.COMPLETED', { id: 'CAPTURE1', ...ofOrder }, 'ORDER1', 'CAPTURE1'],
    ['PAYMENT.CAPTURE.DENIED', { id: 'CAPTURE1' }, null, 'CAPTURE1'],
    ['PAYMENT.CAPTURE.REFUNDED', { id: 'REFUND1', links }, null, 'CAPTURE1'],
    ['PAYMENT.REFUND.FAILED', { id: 'REFUND1', links }, null, 'CAPTURE1'],
    ['PAYMENT.CAPTURE.REVERSED', { id: 'REFUND1', links, ...ofOrder }, 'ORDER1', 'CAPTURE1'],
    ['PAYMENT.CAPTURE.REFUNDED', { id: 'REFUND1' }, null, null],
    [
      'CUSTOMER.DISPUTE.CREATED',
      { disputed_transactions: [{ seller_transaction_id: 'CAPTURE1' }] },
      null,
      'CAPTURE1',
    ],
    // Types of events that we do not follow.
    ['BILLING.PLAN.CREATED', { id: 'P-1' }, null, null],
    ['CHECKOUT.ORDER.COMPLETED', { id: 'ORDER1' }, null, null],
    ['PAYMENT.AUTHORIZATION.CREATED', { id: 'A-1', ...ofOrder }, null, null],
  ])('%s', async (type, resource, paymentRef, captureId) => {
    const event = await deliver({ body: buildBody(type, resource) })
    expect(event).toMatchObject({ type, paymentRef, captureId, declined: null, claim: null })
  })

  test.each([
    ['PAYMENT.CAPTURE.REFUNDED', { id: 'REFUND1', links }, { part: 'refunds', id: 'REFUND1' }],
    ['PAYMENT.CAPTURE.REVERSED', { id: 'REFUND1', links }, { part: 'reversals', id: 'REFUND1' }],
    ['PAYMENT.REFUND.FAILED', { id: 'REFUND1', links }, { part: 'refunds', id: 'REFUND1' }],
    ['CUSTOMER.DISPUTE.UPDATED', { dispute_id: 'PP-D-1' }, { part: 'disputes', id: 'PP-D-1' }],
    ['PAYMENT.CAPTURE.COMPLETED', { id: 'CAPTURE1' }, null],
  ])('%s names the refund or dispute that it tells of', async (type, resource, object) => {
    expect(await deliver({ body: buildBody(type, resource) })).toMatchObject({ object })
  })

  test('a dispute over several transactions names every one', async () => {
    const disputed_transactions = ['FOREIGN', 'CAPTURE1', 'CAPTURE2'].map((id) => ({
      seller_transaction_id: id,
    }))
    const body = buildBody('CUSTOMER.DISPUTE.CREATED', { disputed_transactions })
    expect(await deliver({ body })).toMatchObject({
      captureId: 'FOREIGN',
      otherCaptureIds: ['CAPTURE1', 'CAPTURE2'],
    })
  })
})

describe('whose an event is', () => {
  const order = (custom_id: string | undefined, overrides: object = {}) => ({
    id: 'ORDER1',
    intent: 'CAPTURE',
    purchase_units: [{ custom_id }],
    ...overrides,
  })
  const OURS = { checkoutId: 'checkout-1', isMarked: true }

  test.each([
    ['an order of ours', 'CHECKOUT.ORDER.APPROVED', order('ours:checkout-1'), OURS],
    [
      'an order of an earlier version, or of other software',
      'CHECKOUT.ORDER.APPROVED',
      order('checkout-1'),
      { checkoutId: 'checkout-1', isMarked: false },
    ],
    ['another installation', 'CHECKOUT.ORDER.APPROVED', order('theirs:checkout-1'), 'foreign'],
    ['an order without an id', 'CHECKOUT.ORDER.APPROVED', order(undefined), 'foreign'],
    [
      'an order of several units',
      'CHECKOUT.ORDER.APPROVED',
      order('', { purchase_units: [{ custom_id: 'ours:checkout-1' }, {}] }),
      'foreign',
    ],
    [
      'an authorisation',
      'CHECKOUT.ORDER.APPROVED',
      order('ours:checkout-1', { intent: 'AUTHORIZE' }),
      'foreign',
    ],
    ['a capture of ours', 'PAYMENT.CAPTURE.COMPLETED', { custom_id: 'ours:checkout-1' }, OURS],
    ['a capture of a harness', 'PAYMENT.CAPTURE.COMPLETED', { custom_id: '{"id":"7"}' }, 'foreign'],
    ['a capture that does not say', 'PAYMENT.CAPTURE.COMPLETED', { id: 'CAPTURE1' }, null],
    ['a refund, which its maker names', 'PAYMENT.CAPTURE.REFUNDED', { custom_id: 'a:b' }, null],
  ])('is told by %s', async (_, type, resource, claim) => {
    expect((await deliver({ body: buildBody(type, resource) })).claim).toEqual(claim)
  })
})
