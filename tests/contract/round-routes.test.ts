import { describe, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { roundDetailsSchema, roundListSchema } from '#contract/rounds.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { expectError } from '../helpers/app/app.ts'
import { give } from '../helpers/app/gifts.ts'
import { MINUTE, openHostHarness } from '../helpers/app/host-harness.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

describe.each(DATABASES)('the routes of rounds on $name', ({ open }) => {
  const harness = openHostHarness(open)
  const { at } = harness

  function post(path: string, payload?: object, who = harness.host) {
    const url = `/api/host/rounds${path}`
    return who.call({ method: 'POST', url, ...(payload && { payload }) })
  }

  async function create(fields: object = {}): Promise<string> {
    const answer = await post('', {
      name: 'Final hour',
      startsAt: at(0),
      endsAt: at(60),
      ...fields,
    })
    expect(answer.statusCode).toBe(200)
    return hostRoundsSchema.strict().parse(answer.json()).rounds[0]?.id ?? ''
  }

  async function read(path: string): Promise<unknown> {
    const answer = await harness.server.call({ url: path })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  /** Books a donation of a donor who stands at this place; returns a function that refunds a part. */
  async function giveAs(place: number) {
    const amounts = { user_id: `u${place}`, amount_cents: 100_000 - 100 * place }
    const checkout = buildCheckout(amounts)
    await harness.database.write(insertCheckouts, checkout)
    const capture = { name: `Donor ${place}`, timestamp: harness.now }
    await harness.database.write(bookCaptures, buildCapture(checkout, capture))
    return (amountCents: number) => {
      const movements = [{ kind: 'refund' as const, objectId: `re_${place}`, amountCents }]
      return harness.database.write(bookCaptures, buildCapture(checkout, { ...capture, movements }))
    }
  }

  const list = async () => roundListSchema.strict().parse(await read('/api/rounds'))

  test('without a round nothing differs', async () => {
    expect(await list()).toEqual({ now: at(0), current: null, rounds: [], next: null })
    expect(await read('/api/campaign')).not.toHaveProperty('round')
    expectError(await harness.server.call({ url: '/api/boards/round' }), 404, 'not-found')
    expectError(await harness.server.call({ url: '/api/rounds/none' }), 404, 'not-found')
  })

  test('only an owner creates rounds, and two never run at once', async () => {
    const ada = await harness.server.signUp('ada@donor.example')
    const body = { name: 'Final hour', startsAt: at(0), endsAt: at(60) }
    expectError(await post('', body, ada), 403, 'permission-denied')
    await create({ overtimes: 5 })
    const overlap = await post('', { ...body, startsAt: at(62), endsAt: at(90) })
    expectError(overlap, 409, 'failed-precondition')
    expectError(await post('', { ...body, endsAt: at(0) }), 409, 'failed-precondition')
    expectError(await post('', { ...body, name: '' }), 400, 'invalid-argument')
  })

  test('a round begins now or later, or a few minutes ago: so long was its form open', async () => {
    const past = { startsAt: at(-5.1), endsAt: at(60) }
    const refused = await post('', { name: 'Yesterday', ...past })
    const sentence = 'Its start is in the past: a round begins now or later.'
    expect(expectError(refused, 409, 'failed-precondition')).toBe(sentence)
    const id = await create({ startsAt: at(10) })
    const patch = (payload: object) =>
      harness.host.call({ method: 'PATCH', url: `/api/host/rounds/${id}`, payload })
    expect(expectError(await patch(past), 409, 'failed-precondition')).toBe(sentence)
    expect((await patch({ startsAt: at(-5) })).statusCode).toBe(200)
    const { rounds } = hostRoundsSchema.parse(
      (await harness.host.call({ url: '/api/host/rounds' })).json(),
    )
    expect(rounds[0]?.startsAt).toBe(at(-5))
  })

  test('a round that was cancelled is told later only if it ran', async () => {
    const ran = await create({ name: 'Ran', startsAt: at(0), endsAt: at(5) })
    const never = await create({ name: 'Never ran', startsAt: at(20), endsAt: at(30) })
    harness.now += MINUTE
    for (const id of [ran, never]) expect((await post(`/${id}/cancel`)).statusCode).toBe(200)
    harness.now += 60 * MINUTE
    expect((await list()).rounds.map(({ round }) => round.name)).toEqual(['Ran'])
  })

  test('a round is on the page, ends early, and has results of the public names', async () => {
    const ada = await harness.server.signUp('ada@donor.example')
    const id = await create({ prize: 'A signed poster' })
    harness.now += MINUTE
    await give(harness.server, ada, { amountCents: 700, timestamp: harness.now })
    harness.bus.publish()
    await expect
      .poll(async () => read('/api/campaign'))
      .toMatchObject({ round: { id, name: 'Final hour', prize: 'A signed poster' } })
    await expect
      .poll(async () => read('/api/boards/round'))
      .toMatchObject({ entries: [{ name: 'Ada', amountCents: 700 }] })
    harness.now += MINUTE
    expect((await post(`/${id}/end`)).statusCode).toBe(200)
    harness.now += 6_000
    harness.bus.publish()
    await expect.poll(async () => (await list()).rounds[0]?.winner?.name).toBe('Ada')
    const details = roundDetailsSchema.strict().parse(await read(`/api/rounds/${id}`))
    expect(details).toMatchObject({
      round: { endedEarly: true, results: 1 },
      results: { version: 1, rows: [{ rank: 1, name: 'Ada', amountCents: 700 }] },
    })
    const file = await harness.host.call({ url: `/api/host/rounds/${id}/results.csv` })
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="results-2026-12-01-version-1.csv"',
    )
    expect(file.body.split('\r\n')).toEqual([
      'rank,name,amount,currency,email,struck,id,former_rank,former_amount',
      expect.stringMatching(/^1,Ada,7,USD,ada@donor\.example,false,[^,\s]+,,$/),
      '',
    ])
    expectError(await harness.server.call({ url: `/api/rounds/${id}?version=2` }), 404, 'not-found')
    expectError(await post(`/${id}/cancel`), 409, 'failed-precondition')
    expectError(await post('/none/cancel'), 404, 'not-found')
  })

  test.each(['donation', 'donor'] as const)(
    'a table of the results has all places of a round that ranks by %s, each once',
    async (ranks) => {
      const id = await create({ ranks })
      harness.now += MINUTE
      const ada = await harness.server.signUp('ada@donor.example')
      const count = 120
      for (let place = 1; place <= count; place += 1) await giveAs(place)
      await give(harness.server, ada, { amountCents: 100, timestamp: harness.now })
      harness.now += MINUTE
      await post(`/${id}/end`)
      harness.now += 6_000
      harness.bus.publish()
      await expect.poll(async () => (await list()).rounds[0]?.round.results).toBe(1)
      const file = await harness.host.call({ url: `/api/host/rounds/${id}/results.csv` })
      const lines = file.body.trimEnd().split('\r\n').slice(1)
      expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
        ...Array.from({ length: count }, (_, index) => [
          String(index + 1),
          `Donor ${index + 1}`,
          String(1_000 - index - 1),
        ]),
        [String(count + 1), 'Ada', '1'],
      ])
      expect(lines.at(-1)).toContain(',ada@donor.example,false,')
      expect(new Set(lines.map((line) => line.split(',')[6])).size).toBe(count + 1)
    },
  )

  test.each(['donation', 'donor'] as const)(
    'a table of the results has what fell by a refund in part once, with its former place: %s',
    async (ranks) => {
      const id = await create({ ranks })
      harness.now += MINUTE
      const count = 110
      const refundFirst = await giveAs(1)
      for (let place = 2; place <= count; place += 1) await giveAs(place)
      harness.now += MINUTE
      await post(`/${id}/end`)
      harness.now += 6_000
      harness.bus.publish()
      await expect.poll(async () => (await list()).rounds[0]?.round.results).toBe(1)
      await refundFirst(99_000)
      harness.bus.publish()
      await expect.poll(async () => (await list()).rounds[0]?.round.results).toBe(2)
      const file = await harness.host.call({ url: `/api/host/rounds/${id}/results.csv` })
      const lines = file.body.trimEnd().split('\r\n').slice(1)
      expect(lines).toHaveLength(count)
      expect(lines.at(-1)).toMatch(/^110,Donor 1,9,USD,,false,[^,]+,1,999$/)
    },
  )

  test('a round that another follows at once stays on the page until its result was told', async () => {
    const heat = await create({ name: 'Heat', endsAt: at(10) })
    const next = await create({ name: 'Next heat', startsAt: at(10) })
    harness.now += 10 * MINUTE
    harness.bus.publish()
    await expect
      .poll(async () => read('/api/campaign'))
      .toMatchObject({ round: { id: next }, lastRound: { id: heat, results: null } })
    harness.now += 6_000
    harness.bus.publish()
    await expect
      .poll(async () => read('/api/campaign'))
      .toMatchObject({ round: { id: next }, lastRound: { id: heat, results: 1 } })
    harness.now += 5 * MINUTE
    harness.bus.publish()
    await expect.poll(async () => read('/api/campaign')).not.toHaveProperty('lastRound')
  })

  test('a round ends with the second of the press, since providers tell whole seconds', async () => {
    const id = await create()
    harness.now += MINUTE + 400
    expect((await post(`/${id}/end`)).statusCode).toBe(200)
    const { round } = roundDetailsSchema.parse(await read(`/api/rounds/${id}`))
    expect(Date.parse(round.endsAt)).toBe(harness.now + 600)
    expectError(await post(`/${id}/end`), 409, 'failed-precondition')
  })

  test('a round that overtime has made longer than it was ends at once, too', async () => {
    const ada = await harness.server.signUp('ada@donor.example')
    const id = await create({ endsAt: at(0.5), overtimes: 3 })
    harness.now += 1_000
    await give(harness.server, ada, { amountCents: 700, timestamp: harness.now })
    harness.bus.publish()
    await expect.poll(async () => (await list()).current?.overtime.used).toBe(1)
    harness.now += 40_000
    expect((await post(`/${id}/end`)).statusCode).toBe(200)
    const { round } = roundDetailsSchema.parse(await read(`/api/rounds/${id}`))
    expect(round).toMatchObject({ endsAt: at(0), endedEarly: true })
  })

  test('a round whose results are recorded is over, with whatever overtime it did not need', async () => {
    await create({ endsAt: at(10), overtimes: 5 })
    const next = { name: 'Next hour', startsAt: at(10), endsAt: at(20) }
    harness.now += 10 * MINUTE
    expectError(await post('', next), 409, 'failed-precondition')
    harness.now += 6_000
    harness.bus.publish()
    await expect.poll(async () => (await list()).rounds[0]?.round.results).toBe(1)
    await create(next)
  })

  test('a round begins and ends with a second, since providers tell whole seconds', async () => {
    const ada = await harness.server.signUp('ada@donor.example')
    harness.now += 700
    const id = await create({ startsAt: at(0), endsAt: at(10) })
    // Money that is taken at once is of the second that has begun before.
    await give(harness.server, ada, { amountCents: 700, timestamp: harness.now - 700 })
    const { round } = roundDetailsSchema.parse(await read(`/api/rounds/${id}`))
    expect([round.startsAt, round.endsAt].map(Date.parse)).toEqual([
      harness.now - 700,
      harness.now - 700 + 10 * MINUTE,
    ])
    // Rounds that follow each other in the caller's ms do so in seconds.
    const next = await create({ name: 'Next hour', startsAt: at(10), endsAt: at(20) })
    const url = `/api/host/rounds/${next}`
    const payload = { startsAt: at(11), endsAt: at(21) }
    expect((await harness.host.call({ method: 'PATCH', url, payload })).statusCode).toBe(200)
    const changed = roundDetailsSchema.parse(await read(`/api/rounds/${next}`)).round
    expect(Date.parse(changed.startsAt)).toBe(harness.now - 700 + 11 * MINUTE)
    harness.now += 10 * MINUTE + 6_000
    harness.bus.publish()
    await expect.poll(async () => (await list()).rounds[0]?.winner?.name).toBe('Ada')
  })

  test('once a round runs, it can only be longer, or cancelled; the audit tells it', async () => {
    const id = await create({ startsAt: at(10), endsAt: at(60) })
    const patch = (payload: object) =>
      harness.host.call({ method: 'PATCH', url: `/api/host/rounds/${id}`, payload })
    expect((await patch({ startsAt: at(5), ranks: 'donation' })).statusCode).toBe(200)
    harness.now += 20 * MINUTE
    expectError(await patch({ endsAt: at(30) }), 409, 'failed-precondition')
    expectError(await patch({ ranks: 'donor' }), 409, 'failed-precondition')
    expect((await patch({ endsAt: at(50), prize: 'Fame' })).statusCode).toBe(200)
    expect((await post(`/${id}/cancel`)).statusCode).toBe(200)
    expectError(
      await harness.host.call({ url: `/api/host/rounds/${id}/results.csv` }),
      404,
      'not-found',
    )
    await expect.poll(async () => (await list()).current).toMatchObject({ id, cancelled: true })
    await expect
      .poll(async () => read('/api/campaign'))
      .toMatchObject({ round: { id, cancelled: true } })
    const board = () => harness.server.call({ url: '/api/boards/round' })
    await expect.poll(async () => (await board()).statusCode).toBe(404)
    expectError(await board(), 404, 'not-found')
    harness.now += 10 * MINUTE
    await expect.poll(async () => (await list()).current).toBeNull()
    const audit = auditPageSchema.parse(
      (await harness.host.call({ url: `/api/host/audit?subject=${id}` })).json(),
    )
    expect(audit.entries.map(({ action }) => action)).toEqual([
      'round.cancelled',
      'round.extended',
      'round.edited',
      'round.created',
    ])
  })

  test.each(['planned together', 'created after the first'])(
    'the board of a round that begins in the minute of another is its own: %s',
    async (planned) => {
      const [ada, ben] = [
        await harness.server.signUp('ada@donor.example'),
        await harness.server.signUp('ben@donor.example'),
      ]
      const second = { name: 'Second', startsAt: at(0.2), endsAt: at(2) }
      await create({ name: 'First', endsAt: at(0.1) })
      if (planned === 'planned together') await create(second)
      await give(harness.server, ada, { amountCents: 700, timestamp: harness.now + 1_000 })
      harness.now += 2_000
      harness.bus.publish()
      const rows = async () => {
        const board = leaderboardPageSchema.parse(await read('/api/boards/donors-round?limit=100'))
        return board.entries.map(({ amountCents }) => amountCents)
      }
      await expect.poll(rows).toEqual([700])
      harness.now += 9_500
      harness.bus.publish()
      await expect.poll(async () => (await list()).rounds.at(-1)?.round.results).toBe(1)
      if (planned !== 'planned together') await create(second)
      harness.now += 1_500
      await expect.poll(async () => (await list()).current?.name).toBe('Second')
      await expect.poll(rows).toEqual([])
      await give(harness.server, ben, { amountCents: 300, timestamp: harness.now })
      harness.bus.publish()
      await expect.poll(rows).toEqual([300])
    },
  )
})
