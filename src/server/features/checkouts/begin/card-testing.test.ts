import { describe, expect, test } from 'vitest'
import { cookiesOf, expectError, openTestApp, PASSWORD } from '#tests/helpers/app/app.ts'
import {
  BEGIN_REQUEST,
  beginWithProof,
  addCheckouts,
  addDeclines,
} from '#tests/helpers/app/card-testing.ts'
import { requestCheckout } from '#tests/helpers/app/checkouts.ts'
import { requireChallenge, solve } from '#tests/helpers/app/proof-of-work.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const MINUTE_MS = 60_000
const FREE_CHECKOUTS = 20

const harness = openPaymentHarness()

describe('an account that has begun 20 checkouts in ten minutes', () => {
  test('is asked for a proof of work, with which it may go on', async () => {
    await addCheckouts(harness, harness.donor, FREE_CHECKOUTS)
    const refused = await requestCheckout(harness.donor, 'stripe')
    expect(expectError(refused, 429, 'resource-exhausted')).toBe(
      'Please try again: your browser first has to prove that a person is paying.',
    )
    const proof = await solve(requireChallenge(refused))
    expect((await beginWithProof(harness.donor, proof)).statusCode).toBe(200)
  })

  test('may use a proof once, also where it is used many times at once and on two nodes', async () => {
    const other = await openTestApp({
      payments: harness.payments,
      database: harness.server.database,
    })
    await addCheckouts(harness, harness.donor, FREE_CHECKOUTS)
    const proof = await solve(requireChallenge(await requestCheckout(harness.donor, 'stripe')))
    const request = {
      ...BEGIN_REQUEST,
      headers: { 'x-proof-of-work': proof, cookie: harness.donor.cookie },
    }
    const answers = await Promise.all(
      [harness.server, other, harness.server, other, harness.server].map((node) =>
        node.call(request),
      ),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 429)).toHaveLength(4)
    await other.app.close()
  })

  test("cannot use another account's proof, nor that of another session of its own", async () => {
    const eve = await harness.server.signUp()
    await addCheckouts(harness, harness.donor, FREE_CHECKOUTS)
    await addCheckouts(harness, eve, FREE_CHECKOUTS)
    const proof = await solve(requireChallenge(await requestCheckout(harness.donor, 'stripe')))
    requireChallenge(await beginWithProof(eve, proof))
    const signedIn = await harness.server.call({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: harness.donor.email, password: PASSWORD },
    })
    const headers = { 'x-proof-of-work': proof, cookie: cookiesOf(signedIn) }
    requireChallenge(await harness.server.call({ ...BEGIN_REQUEST, headers }))
    expect((await beginWithProof(harness.donor, proof)).statusCode).toBe(200)
  })

  test('needs harder work with every five more', async () => {
    await addCheckouts(harness, harness.donor, FREE_CHECKOUTS + 5)
    const { data } = requireChallenge(await requestCheckout(harness.donor, 'stripe')).parameters
    expect(data.level).toBe(2)
  })

  test('is free again ten minutes later', async () => {
    await addCheckouts(harness, harness.donor, FREE_CHECKOUTS)
    harness.clockOffsetMs = 11 * MINUTE_MS
    expect((await requestCheckout(harness.donor, 'stripe')).statusCode).toBe(200)
  })

  test('is counted exactly when it begins thirty at once on two nodes', async () => {
    const other = await openTestApp({
      payments: harness.payments,
      database: harness.server.database,
    })
    const request = { ...BEGIN_REQUEST, headers: { cookie: harness.donor.cookie } }
    const nodes = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? harness.server : other,
    )
    const answers = await Promise.all(nodes.map((node) => node.call(request)))
    const begun = answers.filter(({ statusCode }) => statusCode === 200)
    expect(begun).toHaveLength(FREE_CHECKOUTS)
    expect((await harness.server.countRows())['checkouts']).toBe(FREE_CHECKOUTS)
    await other.app.close()
  })
})

describe('an account beyond what any proof allows for', () => {
  test('is told when it may begin again after 100 checkouts in an hour', async () => {
    await addCheckouts(harness, harness.donor, 100)
    const refused = await requestCheckout(harness.donor, 'stripe')
    expect(expectError(refused, 429, 'resource-exhausted')).toBe(
      'Too many payments were begun or declined here. Please wait 59 minutes and try again.',
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(58 * 60)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(59 * 60)
    harness.clockOffsetMs = 62 * MINUTE_MS
    expect((await requestCheckout(harness.donor, 'stripe')).statusCode).toBe(200)
  })

  test('is told so after 30 declines in an hour', async () => {
    await addDeclines(harness, harness.donor, { count: 30 })
    const refused = await requestCheckout(harness.donor, 'stripe')
    expect(expectError(refused, 429, 'resource-exhausted')).toContain('Please wait 60 minutes')
    expect(refused.json<{ error: object }>().error).not.toHaveProperty('challenge')
  })
})

test('hundreds of people in one hall begin their payments in a minute', async () => {
  const donors = await Promise.all(Array.from({ length: 3 }, () => harness.server.signUp()))
  const remoteAddress = '198.51.100.7'
  for (let round = 0; round < FREE_CHECKOUTS; round += 1) {
    const answers = await Promise.all(
      donors.map((donor) => donor.call({ ...BEGIN_REQUEST, remoteAddress })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  }
})
