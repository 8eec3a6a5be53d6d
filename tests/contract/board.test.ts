import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentsMode } from '#contract/config.ts'
import type { Database } from '#server/infra/database/database.ts'
import { changeBoard, openBoardDatabase, seedDonations } from '../helpers/databases/board.ts'
import { openFreshPostgres } from '../helpers/databases/databases.ts'
import {
  createLeaderboard,
  type Announcement,
  type Leaderboard,
} from '#server/features/leaderboard/leaderboard.ts'

const logger = pino({ level: 'silent' })

let closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

async function startNode(
  database: Database,
  payments: PaymentsMode = 'sandbox',
): Promise<Leaderboard> {
  const leaderboard = createLeaderboard({ database, payments, logger })
  await leaderboard.start()
  closing.push(() => leaderboard.close())
  return leaderboard
}

describe.each([
  ['SQLite', openBoardDatabase],
  ['PostgreSQL', openFreshPostgres],
])('the board on %s', (_name, open) => {
  async function openDatabase(): Promise<Database> {
    const database = await open()
    closing.push(() => database.close())
    return database
  }

  test('pages follow one another, and positions are found from both ends', async () => {
    const database = await openDatabase()
    await seedDonations(database, { count: 3_000, amountCents: '500 + i % 2' })
    const leaderboard = await startNode(database)
    expect(leaderboard.total).toEqual({ count: 3_000, amountCents: 1_501_500 })
    const first = await leaderboard.page({ limit: 500 })
    const second = await leaderboard.page({ limit: 500, after: first.next ?? undefined })
    expect([...first.entries, ...second.entries].map(({ id, position }) => [position, id])).toEqual(
      Array.from({ length: 1_000 }, (_, index) => [index + 1, `d${2 * index + 1}`]),
    )
    expect(await leaderboard.positionOf({ amountCents: 500, sequence: 2 })).toBe(1_501)
    expect(await leaderboard.positionOf({ amountCents: 500, sequence: 3_000 })).toBe(3_000)
    const equals = [2, 4, 2_000, 3_000].map((sequence) => ({ amountCents: 500, sequence }))
    const places = await leaderboard.read(({ positionsOf }) => positionsOf(equals))
    expect([...places.values()]).toEqual([1_501, 1_502, 2_500, 3_000])
    const aims = await leaderboard.rank({ amountCents: 100, positions: [2_000, 1] })
    expect(aims.aims.map(({ position }) => position)).toEqual([1_501, 1])
    const deep = await leaderboard.rank({ amountCents: 501, positions: [] })
    expect(deep).toMatchObject({ position: 1_501, passing: { name: 'Donor 2', amountCents: 500 } })
  })

  test('two nodes on it come to the same board, also when both look at once', async () => {
    const database = await openDatabase()
    const nodes = [await startNode(database), await startNode(database)]
    const writes = Array.from({ length: 60 }, async (_, n) => {
      await database.write(changeBoard, [{ id: `n${n % 40}`, amountCents: (n % 7) * 100 }])
      await Promise.all(nodes.map((node) => node.catchUp()))
    })
    await Promise.all(writes)
    const [here, there] = await Promise.all(nodes.map((node) => node.page({ limit: 100 })))
    expect(here).toEqual(there)
    expect(here?.version).toBe(60)
    expect(here).toEqual(await (await startNode(database)).page({ limit: 100 }))
  })

  test('a changed donation is announced with its place among equals', async () => {
    const database = await openDatabase()
    await seedDonations(database, { count: 5, amountCents: '500' })
    const leaderboard = await startNode(database)
    const heard: Announcement[] = []
    leaderboard.onChange(async (announcement) => void heard.push(announcement))
    await database.write(changeBoard, [
      { id: 'd2', name: 'Renamed', amountCents: 500 },
      { id: 'd4', amountCents: 0 },
      { id: 'new', amountCents: 500 },
    ])
    await leaderboard.catchUp()
    expect(heard[0]?.change).toMatchObject({
      upserts: [
        { id: 'd2', name: 'Renamed', position: 2 },
        { id: 'new', position: 5 },
      ],
      removals: ['d4'],
    })
  })

  test('each mode has a board of its own, loaded as well as kept up to date', async () => {
    const database = await openDatabase()
    const early = [await startNode(database, 'test'), await startNode(database, 'live')]
    await database.write(changeBoard, [
      { id: 't1', amountCents: 900 },
      { id: 'l1', amountCents: 500, livemode: 1 },
      { id: 't2', amountCents: 500 },
      { id: 'l2', amountCents: 500, livemode: 1 },
      { id: 't3', amountCents: 500 },
      { id: 'l2', name: 'Renamed', amountCents: 500 },
      { id: 't1', amountCents: 700 },
    ])
    await Promise.all(early.map((node) => node.catchUp()))
    const late = [await startNode(database, 'test'), await startNode(database, 'live')]
    for (const [test, live] of [early, late]) {
      expect(await test?.page({ limit: 10 })).toMatchObject({
        version: 7,
        total: { count: 3, amountCents: 1_700 },
        entries: [{ id: 't1' }, { id: 't2' }, { id: 't3' }],
      })
      expect(await live?.page({ limit: 10 })).toMatchObject({
        version: 7,
        total: { count: 2, amountCents: 1_000 },
        entries: [{ id: 'l1' }, { id: 'l2', name: 'Renamed' }],
      })
      expect(await test?.positionOf({ amountCents: 500, sequence: 5 })).toBe(3)
      expect(await live?.positionOf({ amountCents: 500, sequence: 4 })).toBe(2)
      expect(await live?.rank({ amountCents: 600, positions: [] })).toMatchObject({
        position: 1,
        next: null,
        passing: { name: 'Donor l1' },
      })
    }
  })

  test('pages, places and deep ranks count past the donations of the other mode', async () => {
    const database = await openDatabase()
    await seedDonations(database, { count: 4_000, amountCents: '500' })
    await database.autocommit
      .updateTable('donations')
      .set({ livemode: 1 })
      .where(sql`sequence % 2`, '=', 0)
      .execute()
    const live = await startNode(database, 'live')
    expect(live.total).toEqual({ count: 2_000, amountCents: 1_000_000 })
    const first = await live.page({ limit: 500 })
    const second = await live.page({ limit: 500, after: first.next ?? undefined })
    expect(second.entries.map(({ id, position }) => [position, id])).toEqual(
      Array.from({ length: 500 }, (_, index) => [501 + index, `d${2 * (501 + index)}`]),
    )
    const equals = [2, 1_000, 4_000].map((sequence) => ({ amountCents: 500, sequence }))
    const places = await live.read(({ positionsOf }) => positionsOf(equals))
    expect([...places.values()]).toEqual([1, 500, 2_000])
    await database.write(changeBoard, [{ id: 'd3', amountCents: 400 }])
    expect((await live.rank({ amountCents: 450, positions: [] })).passing).toBeNull()
  })

  test('a change of the other mode is announced by its version alone', async () => {
    const database = await openDatabase()
    const live = await startNode(database, 'live')
    const heard: Announcement[] = []
    live.onChange(async (announcement) => void heard.push(announcement))
    await database.write(changeBoard, [{ id: 't1', amountCents: 500 }])
    await live.catchUp()
    const total = { count: 0, amountCents: 0 }
    expect(heard).toEqual([
      {
        since: 0,
        version: 1,
        retracts: false,
        change: { version: 1, upserts: [], removals: [], total },
      },
    ])
  })
})
