import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { ProviderClock } from '../provider-clock.ts'
import { verifyStripeEvent } from './webhook.ts'

const NOW = 1_800_000_000_000
const OPTIONS = {
  webhookSecret: 'whsec_ours',
  ownIds: new Set(['ours']),
  livemode: false,
  clock: new ProviderClock(() => NOW),
}

interface Delivery {
  body?: string
  secret?: string
  /** The time at which it was signed, in seconds from now. */
  offset?: number
}

function buildBody(type: string, object: object, overrides: object = {}): string {
  const created = NOW / 1000
  const event = { id: 'evt_1', type, livemode: false, created, data: { object }, ...overrides }
  return JSON.stringify(event)
}

const SESSION = { object: 'checkout.session', id: 'cs_1' }
const CHARGE = { object: 'charge', id: 'ch_1' }
const SESSION_BODY = buildBody('checkout.session.completed', SESSION)

async function deliver({ body = SESSION_BODY, secret, offset = 0 }: Delivery) {
  const header = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: secret ?? OPTIONS.webhookSecret,
    timestamp: NOW / 1000 + offset,
  })
  return verifyStripeEvent(Buffer.from(body), { 'stripe-signature': header }, OPTIONS)
}

const REFUSED = { code: 'invalid-argument' }

describe('an event', () => {
  test('is taken up to five minutes before and after our clock', async () => {
    const type = 'checkout.session.completed'
    const event = {
      id: 'evt_1',
      type,
      paymentRef: 'cs_1',
      captureId: null,
      declined: null,
      claim: null,
    }
    expect(await deliver({})).toMatchObject(event)
    expect(await deliver({ offset: -300 })).toMatchObject(event)
    expect(await deliver({ offset: 300 })).toMatchObject(event)
    await expect(deliver({ offset: -301 })).rejects.toMatchObject(REFUSED)
    await expect(deliver({ offset: 301 })).rejects.toMatchObject(REFUSED)
  })

  test('of the other mode is refused', async () => {
    const body = buildBody('charge.refunded', CHARGE, { livemode: true })
    await expect(deliver({ body })).rejects.toMatchObject(REFUSED)
  })

  test.each([
    ['what is not JSON', 'not JSON'],
    ['what is not an event', '{}'],
    ['an event without a mode', buildBody('charge.refunded', CHARGE, { livemode: null })],
    ['an event about nothing', buildBody('charge.refunded', { object: 'charge' })],
    ['an event about something else', buildBody('refund.failed', { object: 'customer' })],
  ])('is refused when its signature is good but it is %s', async (_, body) => {
    await expect(deliver({ body })).rejects.toMatchObject(REFUSED)
  })

  test('is refused with a time that is none, even when somebody signs it', async () => {
    const secret = OPTIONS.webhookSecret
    const valid = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: SESSION_BODY,
      secret,
      timestamp: NOW / 1000,
    })
    for (const time of ['', 'soon', 'NaN', `${NOW / 1000},t=99999999999`]) {
      const header = valid.replace(/t=\d+/, `t=${time}`)
      const delivery = verifyStripeEvent(
        Buffer.from(SESSION_BODY),
        { 'stripe-signature': header },
        OPTIONS,
      )
      await expect(delivery).rejects.toMatchObject(REFUSED)
    }
  })

  test('that is refused leaves neither its body nor our secret in the error', async () => {
    const body = buildBody('charge.refunded', { ...CHARGE, name: 'Ada Lovelace' })
    const error: unknown = await deliver({ body, secret: 'other' }).catch(
      (thrown: unknown) => thrown,
    )
    const cause = error instanceof Error ? error.cause : undefined
    const shown = JSON.stringify([error, cause]) + String(error) + String(cause)
    expect(shown).not.toContain('Lovelace')
    expect(shown).not.toContain(OPTIONS.webhookSecret)
  })
})

describe('what an event concerns', () => {
  const refund = { object: 'refund', id: 're_1', charge: 'ch_1' }
  const dispute = { object: 'dispute', id: 'du_1', charge: { id: 'ch_1' } }

  test.each([
    ['checkout.session.async_payment_failed', SESSION, 'cs_1', null],
    ['charge.refunded', CHARGE, null, 'ch_1'],
    ['refund.failed', refund, null, 'ch_1'],
    ['refund.created', { ...refund, charge: null }, null, null],
    ['charge.dispute.closed', dispute, null, 'ch_1'],
  ])('%s', async (type, object, paymentRef, captureId) => {
    const event = await deliver({ body: buildBody(type, object) })
    expect(event).toMatchObject({ type, paymentRef, captureId, declined: null, claim: null })
  })

  test.each([
    ['refund.failed', refund, { part: 'refunds', id: 're_1' }],
    ['charge.dispute.closed', dispute, { part: 'disputes', id: 'du_1' }],
    ['charge.refunded', CHARGE, null],
  ])('%s names the refund or dispute that it tells of', async (type, object, named) => {
    expect(await deliver({ body: buildBody(type, object) })).toMatchObject({ object: named })
  })

  test.each(['charge.succeeded', 'charge.updated', 'payment_intent.succeeded', 'customer.created'])(
    'is nothing where we do not follow it: %s',
    async (type) => {
      const event = await deliver({ body: buildBody(type, CHARGE) })
      expect(event).toEqual({
        id: 'evt_1',
        type,
        paymentRef: null,
        captureId: null,
        otherCaptureIds: [],
        object: null,
        declined: null,
        claim: null,
      })
    },
  )

  test('a declined attempt names our checkout, and when it was', async () => {
    const intent = { object: 'payment_intent', id: 'pi_1', metadata: { checkout_id: 'c1' } }
    const body = buildBody('payment_intent.payment_failed', intent)
    expect(await deliver({ body })).toMatchObject({
      paymentRef: null,
      captureId: null,
      declined: { checkoutId: 'c1', at: NOW },
    })
  })

  test.each([{}, null, undefined])(
    'a declined attempt of other software, with the metadata %o, is nothing',
    async (metadata) => {
      const intent = { object: 'payment_intent', id: 'pi_1', metadata }
      const body = buildBody('payment_intent.payment_failed', intent)
      expect((await deliver({ body })).declined).toBeNull()
    },
  )
})

describe('whose an event is', () => {
  const OURS = { installation_id: 'ours', checkout_id: 'c1' }
  const COMPLETED = 'checkout.session.completed'
  const setup = {
    ...SESSION,
    mode: 'setup',
    amount_total: null,
    payment_status: 'no_payment_required',
  }

  test.each([
    ['a session of ours', COMPLETED, { ...SESSION, metadata: OURS }, { isMarked: true }],
    [
      'a session of an earlier version, or of other software',
      COMPLETED,
      { ...SESSION, metadata: { checkout_id: 'c1' } },
      { isMarked: false },
    ],
    ['a charge of ours', 'charge.refunded', { ...CHARGE, metadata: OURS }, { isMarked: true }],
  ])('is told by %s', async (_, type, object, claim) => {
    const event = await deliver({ body: buildBody(type, object) })
    expect(event.claim).toEqual({ checkoutId: 'c1', ...claim })
  })

  test.each([
    ['a session to set up a card', COMPLETED, { ...setup, metadata: {} }],
    ['a subscription', COMPLETED, { ...SESSION, mode: 'subscription', metadata: null }],
    [
      'another installation',
      COMPLETED,
      { ...SESSION, metadata: { ...OURS, installation_id: 'theirs' } },
    ],
    [
      "another installation's declined attempt",
      'payment_intent.payment_failed',
      { object: 'payment_intent', metadata: { ...OURS, installation_id: 'theirs' } },
    ],
  ])('is foreign for %s', async (_, type, object) => {
    const event = await deliver({ body: buildBody(type, object) })
    expect(event).toMatchObject({ claim: 'foreign', declined: null })
  })

  test.each([
    ['charge.refunded', { ...CHARGE, metadata: {} }],
    ['refund.created', { object: 'refund', id: 're_1', charge: 'ch_1', metadata: {} }],
    ['charge.dispute.created', { object: 'dispute', id: 'du_1', charge: 'ch_1', metadata: {} }],
  ])('is not told by %s without our metadata', async (type, object) => {
    expect((await deliver({ body: buildBody(type, object) })).claim).toBeNull()
  })
})
