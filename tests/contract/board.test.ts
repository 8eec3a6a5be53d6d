import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, test } from 'vitest'
import type { Database } from '#server/infra/database/database.ts'
import { openPostgres } from '#server/infra/database/postgres.ts'
import { changeBoard, openBoardDatabase, seedDonations } from '../helpers/board.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
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

async function openFreshPostgres(): Promise<Database> {
  return openPostgres(await createPostgresDatabase(inject('postgresUrl'), `board_${randomUUID()}`))
}

async function startNode(database: Database): Promise<Leaderboard> {
  const leaderboard = createLeaderboard({ database, logger })
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
      await Promise.all(nodes.map((node) => node.look()))
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
    await leaderboard.look()
    expect(heard[0]?.change).toMatchObject({
      upserts: [
        { id: 'd2', name: 'Renamed', position: 2 },
        { id: 'new', position: 5 },
      ],
      removals: ['d4'],
    })
  })
})
