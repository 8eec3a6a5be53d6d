import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { PROVIDERS, type ProviderName } from '#contract/checkout-states.ts'
import { concernSchema, type Resolution } from '#contract/concerns.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import {
  expectError,
  HOST_EMAIL,
  type TestResponse,
  type TestDonor,
} from '#tests/helpers/app/app.ts'
import { readLedger, reconcile, requirePaymentId } from '#tests/helpers/app/ledger.ts'
import {
  alterCheckout,
  begin,
  beginAndPay,
  deliver,
  fetchCheckout,
  readBoard,
  requireCheckoutRow,
  type BegunCheckout,
} from '#tests/helpers/app/checkouts.ts'
import {
  captureForeign,
  createForeign,
  refundedCents,
} from '#tests/helpers/app/provider-accounts.ts'
import { LONG_TIMEOUT } from '#tests/helpers/vitest/long-timeout.ts'
import { KEYS } from '#tests/helpers/providers/payment-providers.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness({ adminEmail: HOST_EMAIL })

let host: TestDonor

beforeEach(async () => {
  host = await harness.server.signUpHost()
})

function resolve(id: string, resolution: Resolution): Promise<TestResponse> {
  return host.call({
    method: 'POST',
    url: `${HOST_ROUTES.reviews}/${id}`,
    payload: { resolution, reason: 'I have asked the donor.' },
  })
}

/** Pays 500 cents for a checkout of 400; returns the payment and the id of its concern. */
async function payOtherAmount(provider: ProviderName): Promise<[BegunCheckout, string]> {
  const begun = await beginAndPay(harness.donor, harness.payments, { provider })
  await captureForeign(harness.payments, begun)
  await alterCheckout(harness.server, begun, { amount_cents: 400 })
  return [begun, await requireConcern()]
}

/** Returns the id of the only open concern. */
async function requireConcern(): Promise<string> {
  const { concerns } = await reconcile(harness.server)
  const [concern] = concerns
  if (concern === undefined || concerns.length > 1) throw new Error(JSON.stringify(concerns))
  return concern.id
}

async function listOpen() {
  return (await reconcile(harness.server, { scope: 'all' })).concerns
}

/** Pays for a checkout in euros; returns the payment and the id of its concern. */
async function payInEuro(provider: ProviderName): Promise<[BegunCheckout, string]> {
  const begun = await begin(harness.donor, provider)
  const { id } = await requireCheckoutRow(harness.server, begun.ref)
  const wanted = { checkoutId: id, amountCents: 500, currency: 'EUR' }
  const foreign = await createForeign(harness.payments, provider, wanted)
  await harness.payments.payers[provider].pay(foreign.ref, foreign.url)
  await captureForeign(harness.payments, foreign)
  await alterCheckout(harness.server, begun, { provider_ref: foreign.ref })
  return [foreign, await requireConcern()]
}

describe.each(PROVIDERS)('a payment by %s in review', (provider) => {
  test('that the host accepts is booked in its own amount, and may be refunded later', async () => {
    const [begun, id] = await payOtherAmount(provider)
    const answer = await resolve(id, 'accept')
    expect(concernSchema.parse(answer.json())).toMatchObject({
      id,
      resolution: 'accept',
      reason: 'I have asked the donor.',
      resolutions: [],
    })
    expect(await readLedger(harness.server)).toEqual([['capture', 500]])
    expect(await readBoard(harness.server)).toEqual([['Ada', 500]])
    expect(await fetchCheckout(harness.donor, begun)).toMatchObject({ state: 'paid' })
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/refunds', { provider, paymentId, amountCents: 200 })
    expect(await reconcile(harness.server, { scope: 'all' })).toMatchObject({
      driftCents: 0,
      concerns: [],
    })
    expect(await readBoard(harness.server)).toEqual([['Ada', 300]])
  })

  test('that the host refunds is refunded once, is booked, and stays off the board', async () => {
    const [begun, id] = await payOtherAmount(provider)
    expect((await resolve(id, 'refund')).statusCode).toBe(200)
    expect(await refundedCents(harness.payments, begun)).toEqual([500])
    expect(await readLedger(harness.server)).toEqual([
      ['capture', 500],
      ['refund', 500],
    ])
    expect(await listOpen()).toEqual([])
    expect(await readBoard(harness.server)).toEqual([])
    expectError(await resolve(id, 'refund'), 409, 'failed-precondition')
  })

  test('whose refund was made, but cut off before it was stored, is refunded once', async () => {
    const [begun, id] = await payOtherAmount(provider)
    const paymentId = await requirePaymentId(harness.payments, begun.ref)
    await harness.payments.control('/refunds', { provider, paymentId })
    expect((await resolve(id, 'refund')).statusCode).toBe(200)
    expect(await refundedCents(harness.payments, begun)).toEqual([500])
    expect(await listOpen()).toEqual([])
  })

  test('in another currency cannot be accepted, but refunded', async () => {
    const [begun, id] = await payInEuro(provider)
    expect(expectError(await resolve(id, 'accept'), 409, 'failed-precondition')).toBe(
      'Only US dollars can be accepted, and this payment is in EUR.',
    )
    expect((await resolve(id, 'refund')).statusCode).toBe(200)
    expect(await refundedCents(harness.payments, begun)).toEqual([500])
  })

  test('of another checkout is neither accepted nor refunded', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider })
    await captureForeign(harness.payments, begun)
    await alterCheckout(harness.server, begun, { id: 'another-checkout' })
    const id = await requireConcern()
    for (const resolution of ['accept', 'refund'] as const) {
      const answer = await resolve(id, resolution)
      expect(expectError(answer, 409, 'failed-precondition')).toBe(
        'This payment belongs to another checkout.',
      )
    }
    expect(await refundedCents(harness.payments, begun)).toEqual([0])
  })

  test('of another mode is not accepted', async () => {
    const [begun, id] = await payOtherAmount(provider)
    await alterCheckout(harness.server, begun, { livemode: 1 })
    expect(expectError(await resolve(id, 'accept'), 409, 'failed-precondition')).toBe(
      'This payment is of another mode: real money and test money do not mix.',
    )
  })

  test('that is not paid is not accepted', async () => {
    const begun = await begin(harness.donor, provider)
    await alterCheckout(harness.server, begun, { amount_cents: 400 })
    const id = await requireConcern()
    expect(expectError(await resolve(id, 'accept'), 409, 'failed-precondition')).toBe(
      'Nothing has been paid of this yet.',
    )
    expect(await listOpen()).toHaveLength(1)
  })

  test('stays dismissed while nothing changes', async () => {
    const [, id] = await payOtherAmount(provider)
    expect((await resolve(id, 'dismiss')).statusCode).toBe(200)
    expect(await listOpen()).toEqual([])
  })
})

test('a payment by card in review that a bank disputes is not refunded, and the host reads why', async () => {
  const [begun, id] = await payOtherAmount('stripe')
  const paymentId = await requirePaymentId(harness.payments, begun.ref)
  await harness.payments.control('/disputes', { provider: 'stripe', paymentId })
  expect(expectError(await resolve(id, 'refund'), 409, 'failed-precondition')).toMatch(
    /refused to give the money back\. Please look at the payment in its dashboard\.$/,
  )
  expect(await listOpen()).toHaveLength(1)
})

/** Makes Stripe's only refund fail, as a bank may days later. */
async function failRefund(begun: BegunCheckout): Promise<void> {
  const chargeId = await requirePaymentId(harness.payments, begun.ref)
  const answer = await fetch(`${harness.payments.apiBase.stripe}/v1/refunds?charge=${chargeId}`, {
    headers: { authorization: `Bearer ${KEYS.stripe.secretKey}` },
  })
  const { data } = z
    .object({ data: z.object({ id: z.string() }).array() })
    .parse(await answer.json())
  const [refund] = data
  await harness.payments.control('/refunds/outcome', { refundId: refund?.id, outcome: 'failed' })
}

describe('a refund from review that fails days later', () => {
  test('leaves a donation in its own amount', async () => {
    const [begun, id] = await payOtherAmount('stripe')
    await resolve(id, 'refund')
    await failRefund(begun)
    expect(await reconcile(harness.server, { scope: 'all' })).toMatchObject({
      driftCents: 0,
      concerns: [],
    })
    expect(await readBoard(harness.server)).toEqual([['Ada', 500]])
  })

  test('goes to review again if the ledger cannot hold the money', async () => {
    const [begun, id] = await payInEuro('stripe')
    await resolve(id, 'refund')
    expect(await listOpen()).toEqual([])
    await failRefund(begun)
    const [concern] = await listOpen()
    expect(concern).toMatchObject({
      id,
      message: 'The payment is in EUR, and giving it back has failed.',
    })
    expect((await resolve(id, 'refund')).statusCode).toBe(200)
    expect(await refundedCents(harness.payments, begun)).toEqual([500])
    expect(await listOpen()).toEqual([])
  })
})

test('a concern that two hosts decide at once is decided once', async () => {
  const [, id] = await payOtherAmount('stripe')
  const [accepted, refunded] = await Promise.all([resolve(id, 'accept'), resolve(id, 'refund')])
  const isAccepted = accepted.statusCode === 200
  const refused = isAccepted ? refunded : accepted
  expect(expectError(refused, 409, 'failed-precondition')).toBe('This was settled already.')
  expect(await readBoard(harness.server)).toEqual(isAccepted ? [['Ada', 500]] : [])
})

describe('an event that was put aside', () => {
  beforeEach(async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
    await deliver(harness.server, 'stripe', await harness.requirePaymentEvent(begun))
    await vi.waitFor(
      () =>
        harness.server.database.reader
          .selectFrom('webhook_events')
          .select('id')
          .where('handled_at', 'is not', null)
          .executeTakeFirstOrThrow(),
      LONG_TIMEOUT,
    )
    await harness.server.database.autocommit
      .updateTable('webhook_events')
      .set({ handled_at: null, parked_at: 1, outcome: 'unknown payment' })
      .execute()
  })

  test('is handled again', async () => {
    const id = await requireConcern()
    expect(id).toMatch(/^event_parked:stripe:evt_/)
    expect((await resolve(id, 'retry')).statusCode).toBe(200)
    expect(await listOpen()).toEqual([])
    const events = await harness.server.database.reader
      .selectFrom('webhook_events')
      .select(['parked_at', 'outcome'])
      .where('parked_at', 'is not', null)
      .execute()
    expect(events).toEqual([])
  })

  test('cannot be accepted or refunded', async () => {
    const id = await requireConcern()
    expect(expectError(await resolve(id, 'refund'), 409, 'failed-precondition')).toBe(
      'This cannot be settled by "refund", but by: retry, dismiss.',
    )
  })

  test('and could not be read names nothing to try again: it is dismissed', async () => {
    await harness.server.database.autocommit
      .updateTable('webhook_events')
      .set({ payment_ref: null, outcome: 'It cannot be read: data.' })
      .execute()
    const id = await requireConcern()
    const [concern] = await listOpen()
    expect(concern?.message).toMatch(/ was put aside: It cannot be read: data\.$/)
    expect(expectError(await resolve(id, 'retry'), 409, 'failed-precondition')).toBe(
      'This cannot be settled by "retry", but by: dismiss.',
    )
    expect((await resolve(id, 'dismiss')).statusCode).toBe(200)
    expect(await listOpen()).toEqual([])
  })
})

test('a concern that does not exist cannot be decided', async () => {
  expectError(await resolve('payment_in_review:none', 'accept'), 404, 'not-found')
})

test('a decision needs a reason', async () => {
  const answer = await host.call({
    method: 'POST',
    url: `${HOST_ROUTES.reviews}/any`,
    payload: { resolution: 'dismiss', reason: '  ' },
  })
  expect(expectError(answer, 400, 'invalid-argument')).toBe(
    'Give a reason: whoever looks at this later needs it.',
  )
})
