import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { ownLimitsSchema, type LimitsUpdate, type OwnLimits } from '#contract/spending.ts'
import {
  expectError,
  OPERATOR_TOKEN,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '#tests/helpers/app/app.ts'
import {
  begin,
  beginAndPay,
  capture,
  deliver,
  fetchCheckout,
  requestCheckout,
  requireCheckoutRow,
} from '#tests/helpers/app/checkouts.ts'
import { give } from '#tests/helpers/app/gifts.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'
import { takenCents } from '#tests/helpers/app/provider-accounts.ts'
import { openFreshPostgres } from '#tests/helpers/databases/databases.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MOMENT = String.raw`[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d\s[AP]M \(UTC\)`

const harness = openPaymentHarness()

const read = (answer: TestResponse): OwnLimits => {
  expect(answer.statusCode).toBe(200)
  return ownLimitsSchema.strict().parse(answer.json())
}

const setLimits = async (payload: Partial<LimitsUpdate>) =>
  read(
    await harness.donor.call({
      method: 'PUT',
      url: ROUTES.ownLimits,
      payload: { dayCents: null, weekCents: null, ...payload },
    }),
  )

const pause = async () =>
  read(await harness.donor.call({ method: 'POST', url: ROUTES.ownPause, payload: {} }))

const readLimits = async () => read(await harness.donor.call({ url: ROUTES.ownLimits }))

const giveNow = (amountCents: number) =>
  give(harness.server, harness.donor, { amountCents, timestamp: Date.now() })

describe('a donor', () => {
  test('has no limit, no pause and reads nothing of their donations at first', async () => {
    await giveNow(500)
    expect(await readLimits()).toEqual({
      day: { cents: null, later: null },
      week: { cents: null, later: null },
      pausedUntil: null,
      host: { dayCents: null, weekCents: null },
      left: [],
      lastHour: null,
    })
  })

  test('reads what is left of a limit, and what an open payment holds', async () => {
    await setLimits({ dayCents: 5_000 })
    await giveNow(2_000)
    await begin(harness.donor, 'stripe', 1_000)
    const { left, lastHour } = await readLimits()
    expect(left).toMatchObject([
      { span: 'day', limitCents: 5_000, isOwn: true, openCents: 1_000, leftCents: 2_000 },
    ])
    expect(lastHour).toEqual({ count: 1, amountCents: 2_000 })
  })

  test.each(['stripe', 'paypal'] as const)(
    'over a limit begins nothing with %s',
    async (provider) => {
      await setLimits({ dayCents: 5_000 })
      await giveNow(3_000)
      const refused = await requestCheckout(harness.donor, provider, 2_500)
      expect(expectError(refused, 409, 'failed-precondition')).toBe(
        'Your limit is $50.00 a day, and $20.00 of it are left until midnight (UTC).',
      )
      expect(refused.json()).toMatchObject({ error: { reason: 'OVER_SPENDING_LIMIT' } })
      await giveNow(2_000)
      expect(
        expectError(
          await requestCheckout(harness.donor, provider, 100),
          409,
          'failed-precondition',
        ),
      ).toBe('Your limit is $50.00 a day, and it is used up until midnight (UTC).')
    },
  )

  test('reads that an open payment holds the rest, and may donate once it is cancelled', async () => {
    await setLimits({ weekCents: 5_000 })
    const { ref } = await begin(harness.donor, 'stripe', 4_000)
    const refused = await requestCheckout(harness.donor, 'paypal', 2_000)
    expect(expectError(refused, 409, 'failed-precondition')).toMatch(
      new RegExp(
        `^Your limit is \\$50\\.00 a week, and \\$40\\.00 of it wait to be paid until ${MOMENT} at the latest\\.$`,
      ),
    )
    await harness.donor.call({ method: 'POST', url: `/api/checkouts/${ref}/cancel` })
    expect((await requestCheckout(harness.donor, 'paypal', 2_000)).statusCode).toBe(200)
  })

  test('in a pause reads until when, and nobody can end it', async () => {
    const { pausedUntil } = await pause()
    const left = Date.parse(pausedUntil ?? '') - Date.now()
    expect(left).toBeGreaterThan(DAY_MS - 60_000)
    expect(left).toBeLessThanOrEqual(DAY_MS)
    for (const provider of ['stripe', 'paypal'] as const) {
      const refused = await requestCheckout(harness.donor, provider)
      expect(expectError(refused, 409, 'failed-precondition')).toMatch(
        new RegExp(`^You have paused your donations until ${MOMENT}\\.$`),
      )
      expect(refused.json()).toMatchObject({ error: { reason: 'PAUSED' } })
    }
    expect((await setLimits({ dayCents: 90_000 })).pausedUntil).toBe(pausedUntil)
    for (const method of ['DELETE', 'PUT', 'PATCH'] as const) {
      const answer = await harness.donor.call({ method, url: ROUTES.ownPause, payload: {} })
      expect(answer.statusCode).toBe(405)
    }
    harness.clockOffsetMs = DAY_MS - 60_000
    expectError(await requestCheckout(harness.donor, 'stripe'), 409, 'failed-precondition')
    harness.clockOffsetMs = DAY_MS + 60_000
    expect((await requestCheckout(harness.donor, 'paypal')).statusCode).toBe(200)
  })

  test('waits 24 hours for a raised limit, and reads until when', async () => {
    await setLimits({ dayCents: 500 })
    const { day } = await setLimits({ dayCents: 9_000 })
    expect(day).toMatchObject({ cents: 500, later: { cents: 9_000 } })
    expectError(await requestCheckout(harness.donor, 'stripe', 600), 409, 'failed-precondition')
    harness.clockOffsetMs = DAY_MS + 1_000
    expect((await readLimits()).day).toEqual({ cents: 9_000, later: null })
    expect((await requestCheckout(harness.donor, 'paypal', 600)).statusCode).toBe(200)
  })

  test.each([
    [{ dayCents: 99 }, 'The limit a day must be at least $1.00.'],
    [{ weekCents: 1.5 }, 'The limit a week must be a whole number of cents, or null for none.'],
    [{ weekCents: 100_000_000 }, 'The limit a week must be at most $999,999.99.'],
  ])('cannot set %j', async (limits, sentence) => {
    const payload = { dayCents: null, weekCents: null, ...limits }
    const answer = await harness.donor.call({ method: 'PUT', url: ROUTES.ownLimits, payload })
    expect(expectError(answer, 400, 'invalid-argument')).toBe(sentence)
  })
})

describe('a payment that was begun before', () => {
  test('has its card page closed by a pause', async () => {
    const begun = await begin(harness.donor, 'stripe')
    await pause()
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('cancelled')
    expect(await (await fetch(begun.url ?? '')).text()).toContain('This payment page has expired.')
  })

  test('has its card page closed by a lowered limit only if it no longer fits', async () => {
    const fits = await begin(harness.donor, 'stripe', 1_000)
    const doesNot = await begin(harness.donor, 'stripe', 1_000)
    await setLimits({ dayCents: 1_500 })
    expect((await fetchCheckout(harness.donor, fits)).state).toBe('awaiting_payer')
    expect((await fetchCheckout(harness.donor, doesNot)).state).toBe('cancelled')
  })

  test('is counted if its money came all the same', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'stripe' })
    await pause()
    expect((await fetchCheckout(harness.donor, begun)).state).toBe('paid')
  })

  test('is not captured in a pause, and its payer reads why', async () => {
    const begun = await beginAndPay(harness.donor, harness.payments, { provider: 'paypal' })
    await pause()
    const refused = await capture(harness.donor, begun)
    expect(expectError(refused, 409, 'failed-precondition')).toMatch(
      new RegExp(`^You have paused your donations until ${MOMENT}\\.$`),
    )
    const event = await harness.requirePaymentEvent(begun)
    await deliver(harness.server, 'paypal', event)
    harness.clockOffsetMs = DAY_MS + 60_000
    await fetchCheckout(harness.donor, begun)
    expect(await takenCents(harness.payments, begun)).toEqual([])
    expect((await requireCheckoutRow(harness.server, begun.ref)).state).toBe('cancelled')
  })

  test('has its card page closed by the reconciler if the host has lowered the limit', async () => {
    const server = await openTestApp({ payments: harness.payments })
    const donor = await server.signUp()
    const begun = await begin(donor, 'stripe', 5_000)
    await publishLimits(server, { dayCents: 2_000, weekCents: null })
    const answer = await server.call({
      method: 'POST',
      url: '/api/reconciliations',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      payload: { scope: 'unfinished', retryParked: false },
    })
    expect(answer.statusCode).toBe(200)
    expect((await requireCheckoutRow(server, begun.ref)).state).toBe('cancelled')
    expect(await (await fetch(begun.url ?? '')).text()).toContain('This payment page has expired.')
    await server.close()
  })

  test('is not captured over a limit of the host that came meanwhile', async () => {
    const server = await openTestApp({ payments: harness.payments })
    const donor = await server.signUp()
    const begun = await beginAndPay(donor, harness.payments, {
      provider: 'paypal',
      amountCents: 5_000,
    })
    await publishLimits(server, { dayCents: 2_000, weekCents: null })
    expect(expectError(await capture(donor, begun), 409, 'failed-precondition')).toBe(
      'The limit here is $20.00 a day for everybody, and $20.00 of it are left until midnight (UTC).',
    )
    expect(await takenCents(harness.payments, begun)).toEqual([])
    await server.close()
  })
})

test('of the host’s limits a donor reads, who has none', async () => {
  const server = await openTestApp({ payments: harness.payments })
  const donor = await server.signUp()
  await publishLimits(server, { dayCents: 2_000, weekCents: 3_000 })
  const limits = read(await donor.call({ url: ROUTES.ownLimits }))
  expect(limits.host).toEqual({ dayCents: 2_000, weekCents: 3_000 })
  expect(limits.left).toMatchObject([
    { span: 'day', limitCents: 2_000, isOwn: false },
    { span: 'week', limitCents: 3_000, isOwn: false },
  ])
  await server.close()
})

async function publishLimits(
  server: TestApp,
  spendingLimits: { dayCents: number | null; weekCents: number | null },
): Promise<void> {
  const host = await server.signUpHost()
  const { headers } = await host.call({ url: HOST_ROUTES.campaign })
  const answer = await host.call({
    method: 'PUT',
    url: HOST_ROUTES.campaign,
    headers: { 'if-match': headers.etag },
    payload: { spendingLimits },
  })
  expect(answer.statusCode).toBe(200)
}

describe('two nodes on PostgreSQL', () => {
  let one: TestApp
  let other: TestApp

  beforeEach(async () => {
    const database = await openFreshPostgres()
    one = await openTestApp({ payments: harness.payments, database })
    other = await openTestApp({ payments: harness.payments, database })
    return () => database.close()
  })

  afterEach(async () => {
    await one.close()
    await other.close()
  })

  test('let nobody pass a limit with ten payments at once over both providers', async () => {
    const donor = await one.signUp()
    const headers = { cookie: donor.cookie }
    const payload = { dayCents: 2_000, weekCents: null }
    await donor.call({ method: 'PUT', url: ROUTES.ownLimits, payload })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).call({
          method: 'POST',
          url: index % 3 === 0 ? '/api/paypal/orders' : '/api/create-checkout-session',
          payload: { amountCents: 700 },
          headers,
        }),
      ),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(2)
    expect(codes.filter((code) => code === 409)).toHaveLength(8)
  })
})
