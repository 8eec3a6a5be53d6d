import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boardListSchema } from '#contract/board-list.ts'
import type { BoardId } from '#contract/boards.ts'
import { leaderboardPageSchema, rankQuoteSchema } from '#contract/leaderboard.ts'
import { ownPlaceSchema } from '#contract/own-place.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import {
  expectError,
  openTestApp,
  PASSWORD,
  type TestApp,
  type TestDonor,
} from '../helpers/app/app.ts'
import { give, requireUserId, type Gift } from '../helpers/app/gifts.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

/** The time of all requests, so that no day ends in the middle of a test. */
const NOW = Date.now()

describe.each(DATABASES)('the routes of the boards on $name', ({ open }) => {
  let database: Database
  let bus: Bus
  let server: TestApp
  let host: TestDonor
  let ada: TestDonor
  let bo: TestDonor

  beforeEach(async () => {
    database = await open()
    bus = createMemoryBus()
    server = await openTestApp({ database, bus, clock: () => NOW })
    host = await server.signUpHost()
    ada = await server.signUp('ada@donor.example')
    bo = await server.signUp('bo@donor.example')
  })

  afterEach(async () => {
    await server.close()
    await database.close()
  })

  async function choose(...boards: BoardId[]): Promise<void> {
    const { version } = (await server.call({ url: '/api/campaign' })).json<{ version: number }>()
    const answer = await host.call({
      method: 'PUT',
      url: '/api/host/campaign',
      payload: { boards, timeZone: 'Asia/Tokyo' },
      headers: { 'if-match': `"${version}"` },
    })
    expect(answer.statusCode).toBe(200)
  }

  async function read(path: string): Promise<unknown> {
    const answer = await server.call({ url: path })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    return answer.json()
  }

  /** Books donations, and waits until all boards have them. */
  async function donate(donor: TestDonor, ...gifts: Gift[]): Promise<void> {
    await give(server, donor, ...gifts)
    bus.publish()
    const { version } = await database.reader
      .selectFrom('board_head')
      .select('version')
      .executeTakeFirstOrThrow()
    const { boards } = (await server.call({ url: '/api/campaign' })).json<{ boards: BoardId[] }>()
    for (const id of boards) {
      await expect.poll(async () => (await readBoard(id)).version % 2e6).toBe(version)
    }
  }

  const readBoard = async (id: string) =>
    leaderboardPageSchema.strict().parse(await read(`/api/boards/${id}`))

  test('before the host chooses any, there is the default board alone', async () => {
    await donate(ada, { amountCents: 500 })
    const { boards } = boardListSchema.parse(await read('/api/boards'))
    expect(boards).toEqual([
      {
        id: 'donations-all-time',
        ranks: 'donation',
        span: 'all-time',
        startsAt: null,
        endsAt: null,
        total: { count: 1, amountCents: 500 },
      },
    ])
    for (const path of ['', '/rank?amountCents=500', '/live']) {
      for (const id of ['donors-all-time', 'nonsense', '__proto__']) {
        const answer = await server.call({ url: `/api/boards/${id}${path}` })
        expect(expectError(answer, 404, 'not-found')).toBe('There is no such board.')
      }
    }
  })

  test('the default board answers as the leaderboard does', async () => {
    await donate(ada, { amountCents: 500 }, { amountCents: 900 })
    await donate(bo, { amountCents: 700 })
    for (const path of ['?limit=2', '/rank?amountCents=600&positions=1']) {
      const board = await server.call({ url: `/api/boards/donations-all-time${path}` })
      const leaderboard = await server.call({ url: `/api/leaderboard${path}` })
      expect(board.body).toBe(leaderboard.body)
    }
  })

  test('the boards are those of the host, in their order, each with its sums', async () => {
    await choose('donors-today', 'donors-all-time')
    await donate(ada, { amountCents: 900, timestamp: 1_500 })
    await donate(bo, { amountCents: 500, timestamp: NOW })
    const { boards } = boardListSchema.parse(await read('/api/boards'))
    expect(boards).toMatchObject([
      { id: 'donors-today', ranks: 'donor', span: 'today', total: { count: 1, amountCents: 500 } },
      { id: 'donors-all-time', startsAt: null, total: { count: 2, amountCents: 1_400 } },
    ])
    // Midnight of Tokyo, which has no summer time.
    expect(boards[0]?.startsAt).toMatch(/T15:00:00\.000Z$/)
    expect(boards[0]?.endsAt).toMatch(/T15:00:00\.000Z$/)
    const answer = await server.call({ url: '/api/boards/donations-all-time' })
    expect(expectError(answer, 404, 'not-found')).toBe('There is no such board.')
  })

  test('a donor stands with the sum of their donations, anonymous ones too', async () => {
    await choose('donors-all-time', 'donations-all-time')
    await donate(ada, { amountCents: 300 }, { amountCents: 400, name: 'Anonymous' })
    await donate(bo, { amountCents: 500 })
    const page = await readBoard('donors-all-time')
    expect(page).toMatchObject({
      total: { count: 2, amountCents: 1_200 },
      entries: [
        { position: 1, name: 'Ada', amountCents: 700 },
        { position: 2, amountCents: 500 },
      ],
      next: null,
    })
    expect(JSON.stringify(page)).not.toContain(await requireUserId(server, ada))
    const quote = await read('/api/boards/donors-all-time/rank?amountCents=600&positions=1')
    expect(rankQuoteSchema.strict().parse(quote)).toEqual({
      version: page.version,
      position: 2,
      amountCents: 600,
      next: { position: 1, amountCents: 701 },
      passing: { id: page.entries[1]?.id, name: 'Ada', amountCents: 500 },
      aims: [{ position: 1, amountCents: 701 }],
    })
  })

  test('no row tells whose an anonymous donation is, neither by its time nor by its id', async () => {
    await choose('donors-all-time', 'donors-today', 'donations-all-time')
    await donate(ada, { amountCents: 300, timestamp: NOW - 2 * 86_400_000 })
    await donate(ada, { amountCents: 400, name: 'Anonymous', timestamp: NOW })
    const first = async (id: string) => (await readBoard(id)).entries[0]
    const [all, today] = [await first('donors-all-time'), await first('donors-today')]
    expect(all).toMatchObject({ name: 'Ada', amountCents: 700 })
    expect(today).toMatchObject({ name: 'Anonymous', amountCents: 400 })
    expect(all?.timestamp).not.toBe((await first('donations-all-time'))?.timestamp)
    expect(today?.id).not.toBe(all?.id)
    // Their donor knows the row.
    const own = await ada.call({ url: '/api/boards/donors-today/own' })
    expect(ownPlaceSchema.parse(own.json())).toMatchObject({ id: today?.id })
  })

  test('tells donors their own place and sum alone, and whom more would pass', async () => {
    await choose('donors-all-time', 'donations-today')
    await donate(ada, { amountCents: 300 }, { amountCents: 400, name: 'Anonymous' })
    await donate(bo, { amountCents: 500, name: 'Bo' })
    const { entries } = await readBoard('donors-all-time')
    const own = async (donor: TestDonor) => {
      const answer = await donor.call({ url: '/api/boards/donors-all-time/own' })
      expect(answer.headers['cache-control']).toBe('no-store')
      return ownPlaceSchema.strict().parse(answer.json())
    }
    expect(await own(ada)).toEqual({
      id: entries[0]?.id,
      place: { position: 1, amountCents: 700, above: null, linkedDonationId: expect.any(String) },
    })
    expect(await own(bo)).toEqual({
      id: entries[1]?.id,
      place: {
        position: 2,
        amountCents: 500,
        above: { name: 'Ada', amountCents: 700 },
        linkedDonationId: expect.any(String),
      },
    })
    expect(await own(host)).toMatchObject({ place: null })
    const url = '/api/boards/donors-all-time/own'
    expectError(await server.call({ url }), 401, 'unauthenticated')
    const donations = await ada.call({ url: '/api/boards/donations-today/own' })
    expectError(donations, 409, 'failed-precondition')
    expectError(await ada.call({ url: '/api/boards/donors-week/own' }), 404, 'not-found')
  })

  test('tells donors the donation whose link leads to their row: the one that names it', async () => {
    await choose('donors-all-time')
    const linked = async () => {
      const answer = await ada.call({ url: '/api/boards/donors-all-time/own' })
      return ownPlaceSchema.parse(answer.json()).place?.linkedDonationId
    }
    const giveAs = async (name: string) => {
      const [id = ''] = await give(server, ada, { amountCents: 500, name })
      return id
    }
    await giveAs('Anonymous')
    expect(await linked()).toBeNull()
    const held = await giveAs('A donor')
    await giveAs('Anonymous')
    expect(await linked()).toBe(held)
    const named = await giveAs('Ada')
    await giveAs('A donor')
    expect(await linked()).toBe(named)
  })

  test('a page follows another one by its cursor', async () => {
    await choose('donors-all-time')
    for (const donor of [ada, bo, host]) await donate(donor, { amountCents: 500 })
    const { entries } = await readBoard('donors-all-time')
    const first = await readBoard('donors-all-time?limit=2')
    const second = await readBoard(`donors-all-time?limit=2&after=${first.next}`)
    expect([...first.entries, ...second.entries]).toEqual(entries)
    expect(second.next).toBeNull()
    const answer = await server.call({ url: '/api/boards/donors-all-time?after=nonsense' })
    expectError(answer, 400, 'invalid-argument')
  })

  test('money that goes back, and a deleted account, move the donor', async () => {
    await choose('donors-all-time')
    const refund = { kind: 'refund' as const, objectId: 're_1', amountCents: 300 }
    await donate(ada, { amountCents: 800, movements: [refund] }, { amountCents: 100 })
    await donate(bo, { amountCents: 700, name: 'Bo' })
    const shown = async () =>
      (await readBoard('donors-all-time')).entries.map(({ name, amountCents }) => [
        name,
        amountCents,
      ])
    await expect.poll(shown).toEqual([
      ['Bo', 700],
      ['Ada', 600],
    ])
    const deletion = { method: 'POST', url: '/api/me/deletion' } as const
    const answer = await bo.call({ ...deletion, payload: { password: PASSWORD } })
    expect(answer.statusCode).toBeLessThan(300)
    await expect.poll(shown).toEqual([
      ['Anonymous', 700],
      ['Ada', 600],
    ])
  })
})
