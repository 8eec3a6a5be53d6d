import { beforeEach, describe, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import { hostMatchesSchema } from '#contract/host/matches.ts'
import { matchListSchema } from '#contract/matches.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import { expectError, type TestDonor } from '../helpers/app/app.ts'
import { give } from '../helpers/app/gifts.ts'
import { MINUTE, openHostHarness } from '../helpers/app/host-harness.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

describe.each(DATABASES)('the routes of matches on $name', ({ open }) => {
  const harness = openHostHarness(open)
  const { at } = harness
  let ada: TestDonor

  beforeEach(async () => {
    ada = await harness.server.signUp('ada@donor.example')
  })

  const body = (fields: object = {}) => ({
    sponsor: 'Acme',
    ratePercent: 100,
    capCents: 1_000,
    startsAt: at(0),
    endsAt: at(60),
    ...fields,
  })

  function post(path: string, payload: object = {}, who = harness.host) {
    return who.call({ method: 'POST', url: `/api/host/matches${path}`, payload })
  }

  const patch = (id: string, payload: object) =>
    harness.host.call({ method: 'PATCH', url: `/api/host/matches/${id}`, payload })

  async function create(fields: object = {}): Promise<string> {
    const answer = await post('', body(fields))
    expect(answer.statusCode).toBe(200)
    return hostMatchesSchema.strict().parse(answer.json()).matches[0]?.id ?? ''
  }

  async function read(path: string): Promise<unknown> {
    const answer = await harness.server.call({ url: path })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  const list = async () => matchListSchema.strict().parse(await read('/api/matches'))

  const matched = async () => (await list()).matches.map(({ matchedCents }) => matchedCents)

  const refused = async (answer: Awaited<ReturnType<typeof post>>) =>
    expectError(answer, 409, 'failed-precondition')

  test('without a match nothing differs', async () => {
    expect(await list()).toEqual({ now: at(0), version: 0, matches: [] })
    expect(await read('/api/campaign')).not.toHaveProperty('matches')
  })

  test('adds to what is donated up to its cap, and is in no sum, rank or movement', async () => {
    const id = await create()
    await give(harness.server, ada, { amountCents: 700, timestamp: harness.now + 1 })
    harness.bus.publish()
    await expect.poll(matched).toEqual([700])
    await give(harness.server, ada, { amountCents: 900, timestamp: harness.now + 2 })
    harness.bus.publish()
    await expect.poll(matched).toEqual([1_000])
    await expect
      .poll(async () => read('/api/campaign'))
      .toMatchObject({ matches: [{ id, sponsor: 'Acme' }] })
    // The board follows by itself.
    await expect
      .poll(async () => read('/api/leaderboard'))
      .toMatchObject({
        total: { count: 2, amountCents: 1_600 },
        entries: [{ amountCents: 900 }, { amountCents: 700 }],
      })
    const sums = await harness.host.call({ url: '/api/host/exports/matches.csv' })
    expect(sums.body).toContain('Acme,10.00,USD,16.00,100,10.00,')
    const movements = await harness.host.call({ url: '/api/host/exports/movements.csv' })
    expect(movements.body).not.toContain('Acme')
    expect(movements.body.trim().split('\n')).toHaveLength(3)
    const entries = await harness.database.reader.selectFrom('ledger_entries').selectAll().execute()
    expect(entries.map(({ amount_cents: cents }) => cents)).toEqual([700, 900])
  })

  test('takes back what went back, and several matches run each on its own', async () => {
    await create()
    await create({ sponsor: 'Globex', ratePercent: 50 })
    const refund = { kind: 'refund' as const, objectId: 're_1', amountCents: 301 }
    await give(harness.server, ada, {
      amountCents: 700,
      timestamp: harness.now + 1,
      movements: [refund],
    })
    harness.bus.publish()
    await expect.poll(async () => (await matched()).toSorted((a, b) => a - b)).toEqual([199, 399])
  })

  test('begins with the second of its start, and stops with that of the press', async () => {
    harness.now += 574
    const id = await create({ startsAt: at(0), endsAt: at(10) })
    const span = async () => {
      const answer = await harness.host.call({ url: '/api/host/matches' })
      const [match] = hostMatchesSchema.parse(answer.json()).matches
      return [match?.startsAt ?? '', match?.endsAt ?? ''].map((instant) => Date.parse(instant))
    }
    expect(await span()).toEqual([harness.now - 574, harness.now - 574 + 10 * MINUTE])
    // Providers tell whole seconds: money of now is of the second that has begun before.
    await give(harness.server, ada, { amountCents: 300, timestamp: harness.now - 574 })
    harness.bus.publish()
    await expect.poll(matched).toEqual([300])
    harness.now += MINUTE + 126
    await give(harness.server, ada, { amountCents: 200, timestamp: harness.now - 700 })
    expect((await post(`/${id}/stop`)).statusCode).toBe(200)
    expect((await span())[1]).toBe(harness.now + 300)
    expect(await refused(await post(`/${id}/stop`))).toBe('The match is over already.')
    expect(await refused(await patch(id, { capCents: 9_000 }))).toBe('The match is over.')
    await give(harness.server, ada, { amountCents: 100, timestamp: harness.now + 300 })
    harness.bus.publish()
    await expect.poll(matched).toEqual([500])
  })

  test('begins now or later, or a few minutes ago: so long was its form open', async () => {
    await give(harness.server, ada, { amountCents: 700, timestamp: harness.now - 10 * MINUTE })
    const sentence = 'Its start is in the past: a match begins now or later.'
    expect(await refused(await post('', body({ startsAt: at(-5.1) })))).toBe(sentence)
    const id = await create({ startsAt: at(10) })
    expect(await refused(await patch(id, { startsAt: at(-5.1) }))).toBe(sentence)
    expect((await patch(id, { startsAt: at(-5) })).statusCode).toBe(200)
  })

  test('at most twenty matches are to end yet; those that are over leave room', async () => {
    for (let count = 0; count < 20; count += 1) await create()
    expect(await refused(await post('', body()))).toBe('There can be at most 20 matches at a time.')
    harness.now += 24 * 60 * MINUTE
    await create()
  })

  test('once it runs, it can only become more; stopped it stays, cancelled it matches nothing', async () => {
    const id = await create({ startsAt: at(10) })
    expect((await list()).matches).toEqual([])
    expect((await patch(id, { ratePercent: 200, startsAt: at(5) })).statusCode).toBe(200)
    expect(await refused(await post(`/${id}/stop`))).toBe('It has not begun: cancel it instead.')
    harness.now += 20 * MINUTE
    expect(await refused(await patch(id, { ratePercent: 100 }))).toBe(
      'It runs: only its name, a larger cap and a later end can be set.',
    )
    expect(await refused(await patch(id, { capCents: 999 }))).toBe(
      'It runs: its cap can only be larger.',
    )
    expect(await refused(await patch(id, { endsAt: at(1) }))).toBe(
      'It runs: its end can only be later, or now.',
    )
    expect((await patch(id, { sponsor: 'Acme Ltd', capCents: 5_000 })).statusCode).toBe(200)
    await give(harness.server, ada, { amountCents: 700, timestamp: harness.now - 1 })
    expect((await post(`/${id}/stop`)).statusCode).toBe(200)
    await give(harness.server, ada, { amountCents: 700, timestamp: harness.now })
    harness.bus.publish()
    await expect.poll(matched).toEqual([1_400])
    expect(await refused(await post(`/${id}/stop`))).toBe('The match is over already.')
    expect(await refused(await patch(id, { capCents: 9_000 }))).toBe('The match is over.')
    expect((await post(`/${id}/cancel`)).statusCode).toBe(200)
    expect(await refused(await post(`/${id}/cancel`))).toBe('The match is cancelled.')
    harness.bus.publish()
    await expect.poll(matched).toEqual([])
    const audit = auditPageSchema.parse(
      (await harness.host.call({ url: `/api/host/audit?subject=${id}` })).json(),
    )
    expect(audit.entries.map(({ action }) => action)).toEqual([
      'match.cancelled',
      'match.stopped',
      'match.edited',
      'match.edited',
      'match.created',
    ])
  })

  test('a host reads what is wrong with a match', async () => {
    const wrong: [fields: object, sentence: string][] = [
      [{ sponsor: '' }, 'The name of the sponsor must have 1 to 60 characters.'],
      [{ ratePercent: 0.5 }, 'The rate must be a whole number from 1 to 1,000 percent.'],
      [{ ratePercent: 1_001 }, 'The rate must be a whole number from 1 to 1,000 percent.'],
      [{ capCents: 99 }, 'The cap must be an amount from $1.00 to $999,999,999.99.'],
      [{ endsAt: 'soon' }, 'The end must be an instant such as 2026-12-01T20:00:00Z.'],
    ]
    for (const [fields, sentence] of wrong) {
      expect(expectError(await post('', body(fields)), 400, 'invalid-argument')).toBe(sentence)
    }
  })

  test('a treasurer reads what sponsors owe, and changes nothing', async () => {
    const id = await create()
    const treasurer = await harness.server.signUpMember('treasurer')
    const file = '/api/host/exports/matches.csv'
    const list = await treasurer.call({ url: '/api/host/matches' })
    expect(list.json()).toMatchObject({ matches: [{ id }] })
    expect((await treasurer.call({ url: file })).body).toContain(id)
    const change = { url: `/api/host/matches/${id}`, payload: { sponsor: 'Me' } }
    expectError(await treasurer.call({ ...change, method: 'PATCH' }), 403, 'permission-denied')
    const moderator = await harness.server.signUpMember('moderator')
    expectError(await moderator.call({ url: file }), 403, 'permission-denied')
  })

  test('the list has the latest 200, and the file all: somebody owes the older ones, too', async () => {
    const rows = Array.from({ length: 201 }, (_, index) => ({
      id: `match-${index}`,
      livemode: 0 as const,
      sponsor: `Sponsor ${index}`,
      rate_percent: 100,
      cap_cents: 500,
      starts_at: index * MINUTE,
      ends_at: (index + 1) * MINUTE,
      stopped_early: 0 as const,
      cancelled_at: 0,
      created_at: 0,
    }))
    await insertRows(harness.database.autocommit, 'matches', rows)
    const list = hostMatchesSchema.parse(
      (await harness.host.call({ url: '/api/host/matches' })).json(),
    )
    expect([list.matches.length, list.isWhole]).toEqual([200, false])
    const { body: file } = await harness.host.call({ url: '/api/host/exports/matches.csv' })
    expect(file).toContain('\r\nSponsor 0,')
  })

  test('only an owner makes matches, which have an end to come', async () => {
    expectError(await post('', body(), ada), 403, 'permission-denied')
    expect(await refused(await post('', body({ endsAt: at(0) })))).toBe(
      'It must end after its start.',
    )
    expect(await refused(await post('', body({ startsAt: at(-9), endsAt: at(-1) })))).toBe(
      'Its end is in the past.',
    )
    expectError(await post('/none/stop'), 404, 'not-found')
  })
})
