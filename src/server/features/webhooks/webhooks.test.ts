import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import { expectError, openTestApp } from '#tests/helpers/app/app.ts'
import {
  beginAndPay,
  capture,
  deliver,
  fetchCheckout,
  readBoard,
  type BegunCheckout,
} from '#tests/helpers/app/checkouts.ts'
import type { ReceivedRequest } from '#tests/helpers/network/http-double.ts'
import { KEYS } from '#tests/helpers/providers/payment-providers.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const harness = openPaymentHarness({ adminEmail: undefined })

/** The event that tells of the money, as it came. */
function requirePaidEvent({ provider, ref }: BegunCheckout): Promise<ReceivedRequest> {
  const type = provider === 'stripe' ? 'session.completed' : 'capture.completed'
  return harness.payments.requireWebhook({ provider, type, body: ref })
}

/** A card that was paid, or an order that was captured; either way the server knows nothing more. */
async function payBehindItsBack(provider: ProviderName): Promise<BegunCheckout> {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider })
  if (provider === 'paypal') {
    await capture(harness.donor, begun)
    await harness.donor.call({ method: 'DELETE', url: '/api/donations/test' })
  }
  return begun
}

function findEvents() {
  return harness.server.database.reader
    .selectFrom('webhook_events')
    .select(['event_id', 'outcome', 'handled_at', 'attempts'])
    .execute()
}

function sign(body: string, { secret = KEYS.stripe.webhookSecret, ageS = 0 } = {}) {
  const timestamp = Math.floor(Date.now() / 1000) - ageS
  return {
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp,
    }),
  }
}

describe.each(PROVIDERS)('an event of %s', (provider) => {
  let event: ReceivedRequest

  beforeEach(async () => {
    event = await requirePaidEvent(await payBehindItsBack(provider))
  })

  async function expectRefused(forged: Pick<ReceivedRequest, 'body' | 'headers'>): Promise<void> {
    const before = await harness.server.countRows()
    expectError(await deliver(harness.server, provider, forged), 400, 'invalid-argument')
    expect(await harness.server.countRows()).toEqual(before)
    expect(await findEvents()).toEqual([])
  }

  test('is taken as it came', async () => {
    const answer = await deliver(harness.server, provider, event)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ received: true })
    expect(await findEvents()).toHaveLength(1)
  })

  test('is refused without a signature', async () => {
    const headers = { 'content-type': 'application/json' }
    await expectRefused({ body: event.body, headers })
  })

  test('is refused with an empty body, or one that is no JSON', async () => {
    await expectRefused({ ...event, body: '' })
    await expectRefused({ ...event, body: 'amount=1' })
  })

  test('is refused where a byte of the body is another', async () => {
    await expectRefused({
      ...event,
      body: event.body.replace('500', '501').replace('5.00', '5.01'),
    })
    await expectRefused({ ...event, body: `${event.body} ` })
    await expectRefused({ ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) })
  })

  test('is refused with the signature of the other provider', async () => {
    const other = provider === 'stripe' ? 'paypal' : 'stripe'
    const foreign = await requirePaidEvent(await payBehindItsBack(other))
    await expectRefused({ body: event.body, headers: foreign.headers })
    await expectRefused(foreign)
  })

  test('is refused when it is replayed after its time', async () => {
    harness.clockOffsetMs = provider === 'stripe' ? 6 * MINUTE_MS : 5 * DAY_MS
    await expectRefused(event)
  })

  test('is refused when it comes from the future', async () => {
    harness.clockOffsetMs = -6 * MINUTE_MS
    await expectRefused(event)
  })

  test('is refused by an installation that takes live money', async () => {
    const live = await openTestApp({ payments: harness.payments, livemode: true })
    try {
      const answer = await deliver(live, provider, event)
      if (provider === 'stripe') expectError(answer, 400, 'invalid-argument')
      // PayPal's events do not contain their mode; on this server the payment belongs to nobody.
      expect(await readBoard(live)).toEqual([])
    } finally {
      await live.close()
    }
  })

  test('delivered ten times at once is stored once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => deliver(harness.server, provider, event)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    await expect.poll(findEvents).toMatchObject([{ outcome: 'paid' }])
  })
})

describe("Stripe's signature", () => {
  const body = '{"id":"evt_1","type":"checkout.session.completed"}'

  test.each([
    ['with another secret', () => sign(body, { secret: 'whsec_of_somebody_else' })],
    ['with an empty secret', () => sign(body, { secret: '' })],
    ['of five minutes ago', () => sign(body, { ageS: 320 })],
    // Signed when it is sent: some time later it would not be of the future any more.
    ['of five minutes from now', () => sign(body, { ageS: -320 })],
    ['over nothing', () => ({ 'stripe-signature': 't=0,v1=' })],
  ])('%s is refused', async (_case, makeHeaders) => {
    const answer = await deliver(harness.server, 'stripe', { body, headers: makeHeaders() })
    expectError(answer, 400, 'invalid-argument')
    expect(await findEvents()).toEqual([])
  })
})

test('an event of a provider that is not offered finds no address', async () => {
  const bare = await openTestApp({ providers: {} })
  try {
    for (const provider of PROVIDERS) {
      const answer = await deliver(bare, provider, { body: '{}', headers: {} })
      expectError(answer, 404, 'not-found')
    }
  } finally {
    await bare.close()
  }
})

test('an event of more than 256 KB is refused as too large', async () => {
  const body = JSON.stringify({ filler: 'x'.repeat(256 * 1024) })
  expectError(
    await deliver(harness.server, 'stripe', { body, headers: sign(body) }),
    413,
    'invalid-argument',
  )
  expect(await findEvents()).toEqual([])
})

test('ten deliveries of a payment by card make one donation', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, {
    provider: 'stripe',
    amountCents: 1_234,
  })
  const event = await requirePaidEvent(begun)
  await Promise.all(Array.from({ length: 10 }, () => deliver(harness.server, 'stripe', event)))
  await expect.poll(() => readBoard(harness.server)).toEqual([['Ada', 1_234]])
  expect((await fetchCheckout(harness.donor, begun)).state).toBe('paid')
  expect(await harness.server.countRows()).toMatchObject({ ledger_entries: 1, donations: 1 })
})

test('an event about nothing of ours is kept, and changes nothing', async () => {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
  const event = await harness.payments.requireWebhook({
    provider: 'stripe',
    type: 'intent.created',
    body: '',
  })
  await deliver(harness.server, 'stripe', event)
  await expect.poll(findEvents).toMatchObject([{ outcome: 'ignored' }])
  expect(await readBoard(harness.server)).toEqual([])
  expect((await fetchCheckout(harness.donor, begun)).state).toBe('paid')
})
