import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { crownsSchema, recapSchema, replaySchema } from '#contract/crowns.ts'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import type { Database } from '#server/infra/database/database.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import { give } from '../helpers/app/gifts.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const MINUTE = 60_000

describe.each(DATABASES)('the routes of crowns on $name', ({ open }) => {
  let database: Database
  let server: TestApp
  let host: TestDonor
  let now: number

  beforeEach(async () => {
    now = Date.parse('2026-12-01T20:00:00Z')
    database = await open()
    server = await openTestApp({ database, clock: () => now })
    host = await server.signUpHost()
  })

  afterEach(async () => {
    await server.close()
    await database.close()
  })

  const at = (minutes: number) => new Date(now + minutes * MINUTE).toISOString()

  async function turnOn(changes: object = {}): Promise<void> {
    const headers = { 'if-match': '"0"' }
    const url = '/api/host/campaign'
    const answer = await host.call({
      method: 'PUT',
      url,
      headers,
      payload: { crowns: true, ...changes },
    })
    expect(answer.statusCode).toBe(200)
  }

  async function createRound(ranks: 'donation' | 'donor'): Promise<string> {
    const payload = { name: 'Final hour', startsAt: at(0), endsAt: at(60), ranks }
    const answer = await host.call({ method: 'POST', url: '/api/host/rounds', payload })
    return hostRoundsSchema.parse(answer.json()).rounds[0]?.id ?? ''
  }

  async function read(url: string): Promise<unknown> {
    const answer = await server.call({ url })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  const readCrowns = async () => crownsSchema.strict().parse(await read('/api/crowns'))
  const readRecap = async (path: string) => recapSchema.strict().parse(await read(path))

  /** Reads the board of donors, after it has every change: that is what a donor's own place waits for. */
  async function readDonors(donor: TestDonor) {
    await donor.call({ url: '/api/boards/donors-all-time/own' })
    return leaderboardPageSchema.parse(await read('/api/boards/donors-all-time')).entries
  }

  /** Books a donation a minute later, under a name. */
  async function pay(donor: TestDonor, amountCents: number, name: string): Promise<string> {
    now += MINUTE
    const [id = ''] = await give(server, donor, { amountCents, timestamp: now, name })
    return id
  }

  test('there are none until the host turns them on, except the recap of a round', async () => {
    for (const url of ['/api/crowns', '/api/recap', '/api/replay', '/api/rounds/none/recap']) {
      expectError(await server.call({ url }), 404, 'not-found')
    }
    const id = await createRound('donation')
    expect(await readRecap(`/api/rounds/${id}/recap`)).toMatchObject({
      total: { count: 0 },
      reigns: [],
      crowns: [],
    })
    expect(await read(`/api/rounds/${id}/replay`)).toEqual({ steps: [], next: null })
  })

  test('they name their holders as the board does now, with what they did before', async () => {
    await turnOn()
    const [ada, bo] = [await server.signUp('ada@x.example'), await server.signUp('bo@x.example')]
    await pay(ada, 500, 'Ada')
    const id = await pay(bo, 900, 'Bo')
    now += 10 * MINUTE
    const { crowns, round } = await readCrowns()
    expect(round).toBeNull()
    expect(crowns.map(({ kind, name }) => [kind, name])).toEqual([
      ['reigning', 'Bo'],
      ['longest-reign', 'Bo'],
      ['biggest', 'Bo'],
      ['most-given', 'Bo'],
      ['leap', 'Bo'],
      ['first', 'Ada'],
    ])
    expect(crowns[0]).toMatchObject({
      value: 10 * MINUTE,
      isGrowing: true,
      changes: 2,
      history: [{ name: 'Bo', to: null }, { name: 'Ada' }],
    })
    expect(crowns[0]?.rows).toContain(id)
    const steps = replaySchema.strict().parse(await read('/api/replay?limit=1'))
    expect(steps).toMatchObject({ steps: [{ name: 'Ada', amountCents: 500 }], next: '1' })
    expect(await read('/api/replay?after=1')).toMatchObject({ steps: [{ name: 'Bo' }], next: null })
    expectError(await server.call({ url: '/api/replay?after=x' }), 400, 'invalid-argument')
  })

  test('where the host ranks donors, the first place is that of the board, and stands at its row', async () => {
    await turnOn({ boards: ['donors-all-time'] })
    const [ada, bo] = [await server.signUp('ada@x.example'), await server.signUp('bo@x.example')]
    await pay(ada, 500, 'Ada')
    const biggest = await pay(bo, 600, 'Bo')
    await pay(ada, 300, 'Ada')
    const entries = await readDonors(ada)
    expect(entries.map(({ name }) => name)).toEqual(['Ada', 'Bo'])
    const { crowns } = await readCrowns()
    const rowsOf = (wanted: string) => crowns.find(({ kind }) => kind === wanted)?.rows
    expect(rowsOf('reigning')).toEqual([entries[0]?.id])
    expect(rowsOf('most-given')).toEqual([entries[0]?.id])
    expect(rowsOf('biggest')).toEqual([biggest, entries[1]?.id])
    expect(await readRecap('/api/recap')).toMatchObject({
      ranks: 'donor',
      reigns: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Ada', to: null }],
    })
    // A change since then is told soon, though everything is counted again.
    await pay(bo, 900, 'Bo')
    expect((await readCrowns()).crowns[0]).toMatchObject({ kind: 'reigning', name: 'Bo' })
  })

  test('where the host ranks donors, no anonymous donation is linked with its donor', async () => {
    await turnOn({ boards: ['donors-all-time'] })
    const ada = await server.signUp('ada@x.example')
    await pay(ada, 500, 'Ada')
    const id = await pay(ada, 900, ANONYMOUS)
    const entries = await readDonors(ada)
    const { crowns } = await readCrowns()
    const find = (wanted: string) => crowns.find(({ kind }) => kind === wanted)
    expect(find('biggest')).toMatchObject({ name: ANONYMOUS, rows: [id] })
    expect(find('reigning')?.rows).toEqual([entries[0]?.id])
  })

  test('a round that does not exist has no part in the recap of all time', async () => {
    await turnOn()
    const urls = ['/api/rounds/undefined/recap', '/api/recap']
    const answers = await Promise.all(urls.map((url) => server.call({ url })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200])
  })

  test.each(['', '/rounds/ID'])('all who ask for /api%s/replay share an answer', async (path) => {
    await turnOn()
    const id = await createRound('donation')
    await pay(await server.signUp('ada@x.example'), 500, 'Ada')
    const url = `/api${path.replace('ID', id)}/replay`
    const readName = async () => replaySchema.parse(await read(url)).steps[0]?.name
    expect(await readName()).toBe('Ada')
    // Nothing tells of this change, so it shows when the answer was found.
    await database.autocommit.updateTable('donations').set({ name: 'Bo' }).execute()
    expect(await readName()).toBe('Ada')
    now += 1_000
    expect(await readName()).toBe('Bo')
    expect((await server.call({ url: `${url}?limit=501` })).statusCode).toBe(400)
  })

  test('a round that was cancelled has none', async () => {
    await turnOn()
    const id = await createRound('donation')
    await pay(await server.signUp('ada@x.example'), 500, 'Ada')
    expect((await readCrowns()).round?.id).toBe(id)
    await host.call({ method: 'POST', url: `/api/host/rounds/${id}/cancel` })
    now += 1_000
    expect((await readCrowns()).round).toBeNull()
  })

  test('a recap of a round has its course, who led when, and its last donation', async () => {
    await turnOn()
    const id = await createRound('donation')
    const [ada, bo] = [await server.signUp('ada@x.example'), await server.signUp('bo@x.example')]
    await pay(ada, 1_000, 'Ada')
    await pay(bo, 990, 'Bo')
    await pay(bo, 2_000, 'Bo')
    now += 90 * MINUTE
    const recap = await readRecap(`/api/rounds/${id}/recap`)
    expect(recap).toMatchObject({
      round: { id },
      ranks: 'donation',
      total: { count: 3, amountCents: 3_990 },
      reigns: [
        { name: 'Ada', value: 1_000 },
        { name: 'Bo', value: 2_000, to: null },
      ],
      closest: { first: 'Ada', second: 'Bo', behindCents: 10 },
      leap: { name: 'Bo', places: 2 },
    })
    expect(recap.course.map(({ cents }) => cents[0])).toEqual([1_000, 1_000, 2_000])
    const kinds = new Map(recap.crowns.map(({ kind, name, value }) => [kind, [name, value]]))
    expect(kinds.get('last')).toEqual(['Bo', 2_000])
    expect(kinds.get('longest-reign')).toEqual(['Bo', 57 * MINUTE])
  })

  test('nothing says whose an anonymous donation is', async () => {
    await turnOn()
    const id = await createRound('donor')
    const ada = await server.signUp('ada@x.example')
    await pay(ada, 300, 'Ada')
    const hidden = await pay(ada, 7_700, ANONYMOUS)
    await pay(ada, 200, 'Ada')
    now += 90 * MINUTE
    const { crowns } = await readCrowns()
    for (const { kind, name, rows } of crowns) {
      const isHers = kind === 'first'
      expect([kind, name, rows.length]).toEqual([kind, isHers ? 'Ada' : ANONYMOUS, isHers ? 2 : 1])
    }
    const recap = await readRecap(`/api/rounds/${id}/recap`)
    const replay = replaySchema.parse(await read(`/api/rounds/${id}/replay`))
    expect(replay.steps.map(({ name, amountCents }) => [name, amountCents])).toEqual([
      ['Ada', 300],
      ['Ada', 8_200],
    ])
    expect(recap.reigns).toMatchObject([{ name: 'Ada', value: 300 }])
    const biggest = recap.crowns.find(({ kind }) => kind === 'biggest')
    expect(biggest).toMatchObject({ name: ANONYMOUS, rows: [hidden], value: 7_700 })
    expect(JSON.stringify(replay)).not.toContain(hidden)
  })

  test('nothing joins anonymous donations of one donor in two rounds', async () => {
    await turnOn()
    const [ada, bo] = [await server.signUp('ada@x.example'), await server.signUp('bo@x.example')]
    const readIds = async (names: string[]) => {
      const id = await createRound('donor')
      await pay(ada, 300, names[0] ?? '')
      await pay(bo, 200, names[1] ?? '')
      const { round } = await readCrowns()
      now += 90 * MINUTE
      const { steps } = replaySchema.parse(await read(`/api/rounds/${id}/replay`))
      const reigning = round?.crowns.find(({ kind }) => kind === 'reigning')
      expect(reigning?.rows).toEqual([steps[0]?.id])
      return steps.map((step) => step.id)
    }
    const [named, first, second, again] = [
      await readIds(['Ada', 'Bo']),
      await readIds([ANONYMOUS, 'Bo']),
      await readIds([ANONYMOUS, ANONYMOUS]),
      await readIds(['Ada', 'Bo']),
    ]
    expect(again).toEqual(named)
    expect(first[1]).toBe(named[1])
    expect(new Set([...named, first[0], ...second]).size).toBe(5)
  })

  test('a name that its donor takes back is nowhere any more', async () => {
    await turnOn()
    const ada = await server.signUp('ada@x.example')
    const id = await pay(ada, 500, 'Ada')
    expect(JSON.stringify(await readCrowns())).toContain('Ada')
    const payload = { anonymous: true }
    await ada.call({ method: 'PATCH', url: `/api/donations/${id}`, payload })
    now += MINUTE
    for (const url of ['/api/crowns', '/api/recap', '/api/replay']) {
      expect(JSON.stringify(await read(url))).not.toContain('Ada')
    }
  })
})
