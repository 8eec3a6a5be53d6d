import { describe, expect, test } from 'vitest'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { roundDetailsSchema, roundListSchema } from '#contract/rounds.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import { give } from '../helpers/app/gifts.ts'
import { MINUTE, openHostHarness } from '../helpers/app/host-harness.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const DAY = 24 * 60 * MINUTE

/** More rounds than any list has. */
const COUNT = 700

describe.each(DATABASES)('with very many rounds on $name', ({ open }) => {
  const harness = openHostHarness(open)
  const { at } = harness

  async function create(): Promise<string> {
    const payload = { name: 'Final hour', startsAt: at(0), endsAt: at(60) }
    const answer = await harness.host.call({ method: 'POST', url: '/api/host/rounds', payload })
    expect(answer.statusCode).toBe(200)
    const { rounds } = hostRoundsSchema.parse(answer.json())
    return rounds.find(({ name }) => name === 'Final hour')?.id ?? ''
  }

  /** Plans further rounds, one a day from a time on; those that are over have results. */
  async function plan(name: string, from: number): Promise<void> {
    const rows = Array.from({ length: COUNT }, (_, index) => ({
      id: `${name}-${String(index).padStart(4, '0')}`,
      livemode: 0 as const,
      name: `${name} ${index}`,
      prize: null,
      ranks: 'donor' as const,
      pending: 'captured' as const,
      starts_at: from + index * DAY,
      ends_at: from + index * DAY + MINUTE,
      overtimes: 0,
      overtimes_used: 0,
      ended_early: 0 as const,
      cancelled_at: null,
      created_at: 0,
    }))
    await insertRows(harness.database.autocommit, 'rounds', rows)
    if (from > harness.now) return
    const results = rows.map(({ id }) => ({
      round_id: id,
      version: 1,
      recorded_at: harness.now,
      feed_version: 0,
      count: 0,
      amount_cents: 0,
    }))
    await insertRows(harness.database.autocommit, 'round_results', results)
  }

  async function read(path: string): Promise<unknown> {
    const answer = await harness.server.call({ url: path })
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer.json()
  }

  const readRound = async (id: string) =>
    roundDetailsSchema.parse(await read(`/api/rounds/${id}`)).round

  test('the one that runs is on the page and in the console, and gets its results', async () => {
    const id = await create()
    await plan('Later', harness.now + DAY)
    harness.bus.publish()
    await expect.poll(async () => read('/api/campaign')).toMatchObject({ round: { id } })
    const console = hostRoundsSchema.parse(
      (await harness.host.call({ url: '/api/host/rounds' })).json(),
    )
    expect(console.rounds.map((one) => one.id)).toContain(id)
    harness.now += 60 * MINUTE + 6_000
    harness.bus.publish()
    await expect.poll(async () => (await readRound(id)).results).toBe(1)
    expect(roundListSchema.parse(await read('/api/rounds')).current?.id).toBe(id)
    await read(`/api/rounds/${id}/recap`)
    const file = await harness.host.call({ url: `/api/host/rounds/${id}/results.csv` })
    expect(file.statusCode).toBe(200)
  })

  test('one of long ago is still there, and late money makes a new version of it', async () => {
    await plan('Heat', harness.now - (COUNT + 1) * DAY)
    harness.bus.publish()
    expect((await readRound('Heat-0000')).results).toBe(1)
    await read('/api/rounds/Heat-0000/recap')
    const ada = await harness.server.signUp('ada@donor.example')
    const timestamp = harness.now - (COUNT + 1) * DAY + 1_000
    await give(harness.server, ada, { amountCents: 700, timestamp })
    harness.bus.publish()
    await expect.poll(async () => (await readRound('Heat-0000')).results).toBe(2)
    const file = await harness.host.call({ url: '/api/host/rounds/Heat-0000/results.csv' })
    expect(file.body).toContain('ada@donor.example')
  })

  test('the hall of fame leads to the first one', async () => {
    await plan('Heat', harness.now - (COUNT + 1) * DAY)
    const names = new Set<string>()
    let next: string | null = ''
    for (let page = 0; next !== null && page < 100; page += 1) {
      const query: string = next === '' ? '' : `?before=${next}`
      const list = roundListSchema.strict().parse(await read(`/api/rounds${query}`))
      for (const { round } of list.rounds) names.add(round.name)
      next = list.next
    }
    expect(names.size).toBe(COUNT)
  })
})
