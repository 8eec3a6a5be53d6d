import { beforeEach, describe, expect, test } from 'vitest'
import { hostMatchesSchema } from '#contract/host/matches.ts'
import { matchListSchema, ownMatchedSchema, type MatchList } from '#contract/matches.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { expectError, type TestDonor } from '../helpers/app/app.ts'
import { requireUserId } from '../helpers/app/gifts.ts'
import { MINUTE, openHostHarness } from '../helpers/app/host-harness.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

/** A match that goes on. */
const RUNNING = { ended: false, cancelled: false }

describe.each(DATABASES)('what matches have added to one’s own donation on $name', ({ open }) => {
  const harness = openHostHarness(open)
  const { at } = harness
  let ada: TestDonor

  beforeEach(async () => {
    ada = await harness.server.signUp('ada@donor.example')
  })

  async function createMatch(fields: object = {}): Promise<string> {
    const payload = {
      sponsor: 'Acme',
      ratePercent: 100,
      capCents: 1_000,
      startsAt: at(0),
      endsAt: at(60),
      ...fields,
    }
    const answer = await harness.host.call({ method: 'POST', url: '/api/host/matches', payload })
    expect(answer.statusCode).toBe(200)
    return hostMatchesSchema.parse(answer.json()).matches[0]?.id ?? ''
  }

  async function cancelMatch(id: string): Promise<void> {
    const answer = await harness.host.call({
      method: 'POST',
      url: `/api/host/matches/${id}/cancel`,
    })
    expect(answer.statusCode).toBe(200)
  }

  /** Books a donation that was begun some minutes before it is captured, now; returns its id. */
  async function give(amountCents: number, { begunMinutesAgo = 0, name = 'Ada' } = {}) {
    harness.now += 1
    const checkout = buildCheckout({
      user_id: await requireUserId(harness.server, ada),
      amount_cents: amountCents,
      created_at: harness.now - begunMinutesAgo * MINUTE,
    })
    await harness.database.write(insertCheckouts, checkout)
    const named = name === '' ? null : name
    await harness.database.write(
      bookCaptures,
      buildCapture(checkout, { timestamp: harness.now, name: named }),
    )
    return checkout.donation_id
  }

  const ask = (id: string, who = ada) => who.call({ url: `/api/donations/${id}/matched` })

  async function readMatches(): Promise<MatchList> {
    return matchListSchema.parse((await harness.server.call({ url: '/api/matches' })).json())
  }

  async function matchedOf(id: string) {
    const answer = await ask(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    return ownMatchedSchema.strict().parse(answer.json()).matches
  }

  test('a donation with no match has nothing added', async () => {
    expect(await matchedOf(await give(500))).toEqual([])
  })

  test('a donation below the cap is matched in full', async () => {
    await createMatch({ ratePercent: 50 })
    await give(301)
    const matched = { sponsor: 'Acme', ...RUNNING, matchedCents: 100, promisedCents: 100 }
    expect(await matchedOf(await give(200))).toEqual([matched])
  })

  test('of a match that runs out while its donor pays, they read what was left', async () => {
    await createMatch()
    harness.now += 30 * MINUTE
    await give(700)
    const matched = { sponsor: 'Acme', ...RUNNING, matchedCents: 300, promisedCents: 900 }
    expect(await matchedOf(await give(900, { begunMinutesAgo: 5 }))).toEqual([matched])
    const none = { ...matched, matchedCents: 0 }
    expect(await matchedOf(await give(900, { begunMinutesAgo: 5 }))).toEqual([none])
  })

  test('what had run out when the payment was begun was promised to nobody', async () => {
    await createMatch()
    await give(2_000)
    harness.now += MINUTE
    expect(await matchedOf(await give(900))).toEqual([])
  })

  test('of the last of a match no more was promised than it had', async () => {
    await createMatch()
    await give(700)
    harness.now += MINUTE
    const matched = { sponsor: 'Acme', ...RUNNING, matchedCents: 300, promisedCents: 300 }
    expect(await matchedOf(await give(900))).toEqual([matched])
  })

  test('of a match that ends while its donor pays, they read that it had ended', async () => {
    await createMatch({ endsAt: at(10) })
    harness.now += 12 * MINUTE
    const matched = {
      sponsor: 'Acme',
      ...RUNNING,
      ended: true,
      matchedCents: 0,
      promisedCents: 500,
    }
    expect(await matchedOf(await give(500, { begunMinutesAgo: 5 }))).toEqual([matched])
  })

  test('of a match that is cancelled while its donor pays, they read that it adds nothing', async () => {
    const id = await createMatch()
    await give(200)
    harness.now += 10 * MINUTE
    await cancelMatch(id)
    expect(await readMatches()).toMatchObject({ matches: [] })
    const matched = {
      sponsor: 'Acme',
      ...RUNNING,
      cancelled: true,
      matchedCents: 0,
      promisedCents: 800,
    }
    expect(await matchedOf(await give(900, { begunMinutesAgo: 5 }))).toEqual([matched])
  })

  test('of a match that is cancelled just after the payment, they read the same', async () => {
    const id = await createMatch()
    harness.now += 10 * MINUTE
    const mine = await give(500, { begunMinutesAgo: 5 })
    harness.now += 1_000
    await cancelMatch(id)
    const matched = { sponsor: 'Acme', ...RUNNING, cancelled: true }
    expect(await matchedOf(mine)).toEqual([{ ...matched, matchedCents: 0, promisedCents: 500 }])
  })

  test('a match that was cancelled before the payment was begun promised nothing', async () => {
    const id = await createMatch()
    harness.now += MINUTE
    await cancelMatch(id)
    harness.now += 10 * MINUTE
    expect(await matchedOf(await give(500, { begunMinutesAgo: 5 }))).toEqual([])
  })

  test('a match that had run out when the payment was begun promised nothing, also cancelled', async () => {
    const id = await createMatch()
    await give(2_000)
    harness.now += 10 * MINUTE
    await cancelMatch(id)
    expect(await matchedOf(await give(500, { begunMinutesAgo: 5 }))).toEqual([])
  })

  test('it is as it was at the payment, also once more has come in and is known', async () => {
    const id = await createMatch()
    await give(700)
    const mine = await give(200)
    await give(5_000)
    harness.bus.publish()
    await expect
      .poll(readMatches)
      .toMatchObject({ matches: [{ match: { id }, countedCents: 5_900 }] })
    const matched = { sponsor: 'Acme', ...RUNNING, matchedCents: 200, promisedCents: 200 }
    expect(await matchedOf(mine)).toEqual([matched])
  })

  test('a match with room for more has matched all, also long ago', async () => {
    const id = await createMatch({ capCents: 100_000, endsAt: at(600) })
    const mine = await give(200)
    harness.now += 60 * MINUTE
    await give(5_000)
    harness.bus.publish()
    await expect
      .poll(readMatches)
      .toMatchObject({ matches: [{ match: { id }, countedCents: 5_200 }] })
    const matched = { sponsor: 'Acme', ...RUNNING, matchedCents: 200, promisedCents: 200 }
    expect(await matchedOf(mine)).toEqual([matched])
  })

  test('a donation without a name is on no board, and matched by nobody yet', async () => {
    await createMatch()
    expect(await matchedOf(await give(500, { name: '' }))).toEqual([])
  })

  test('only its donor is told', async () => {
    const id = await give(500)
    const mira = await harness.server.signUp('mira@donor.example')
    expectError(
      await harness.server.call({ url: `/api/donations/${id}/matched` }),
      401,
      'unauthenticated',
    )
    expectError(await ask(id, mira), 404, 'not-found')
    expectError(await ask('none'), 404, 'not-found')
  })
})
