import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import type { RankQuote } from '#contract/leaderboard.ts'
import {
  changeBoard,
  openBoardDatabase,
  seedDonations,
  type BoardFixture,
} from '#tests/helpers/databases/board.ts'
import type { TestDatabase } from '#tests/helpers/databases/database.ts'
import { createLeaderboard, type Leaderboard } from './leaderboard.ts'

const MAX_CENTS = 1_000_000

let database: TestDatabase
let leaderboard: Leaderboard

beforeEach(async () => {
  database = await openBoardDatabase()
  const logger = pino({ level: 'silent' })
  leaderboard = createLeaderboard({
    database,
    payments: 'sandbox',
    limits: { maxCents: MAX_CENTS },
    logger,
  })
})

afterEach(async () => {
  await leaderboard.close()
  await database.close()
})

async function change(...fixtures: BoardFixture[]): Promise<void> {
  await database.write(changeBoard, fixtures)
}

function rank(amountCents: number, ...positions: number[]): Promise<RankQuote> {
  return leaderboard.rank({ amountCents, positions })
}

test('on an empty board everything takes the first place and passes nobody', async () => {
  await leaderboard.start()
  expect(await rank(100, 10, 3, 1)).toEqual({
    version: 0,
    position: 1,
    amountCents: 100,
    next: null,
    passing: null,
    aims: [],
  })
})

describe('on a board with equals and a donation of the most that is taken', () => {
  beforeEach(async () => {
    await change(
      { id: 'a', name: 'Ada', amountCents: MAX_CENTS },
      { id: 'b', name: 'Bo', amountCents: 500 },
      { id: 'c', name: 'Cy', amountCents: 500 },
      { id: 'd', name: 'Di', amountCents: 300 },
    )
    await leaderboard.start()
  })

  test('an amount lands below those who gave as much before', async () => {
    expect(await rank(500)).toMatchObject({ position: 4, passing: { name: 'Di' } })
    expect(await rank(501)).toMatchObject({ position: 2, passing: { name: 'Bo' } })
    expect(await rank(300)).toMatchObject({ position: 5, passing: null })
  })

  test('the passed donation is told by id, name and amount, and nothing else', async () => {
    expect((await rank(499)).passing).toEqual({ id: 'd', name: 'Di', amountCents: 300 })
  })

  test('the next place costs one cent more than its holder gave', async () => {
    expect((await rank(200)).next).toEqual({ position: 4, amountCents: 301 })
    expect((await rank(400)).next).toEqual({ position: 2, amountCents: 501 })
  })

  test('nothing is offered above the top or above what the host takes', async () => {
    expect(await rank(501, 1)).toMatchObject({ next: null, aims: [] })
    expect(await rank(MAX_CENTS + 1, 1)).toEqual({
      version: 4,
      position: 1,
      amountCents: MAX_CENTS + 1,
      next: null,
      passing: { id: 'a', name: 'Ada', amountCents: MAX_CENTS },
      aims: [],
    })
  })

  test('an amount that passes one of two equals passes both, and the target is listed once', async () => {
    expect((await rank(100, 3, 2)).aims).toEqual([{ position: 2, amountCents: 501 }])
  })

  test('aims come cheapest first, and only those that are better than what one has', async () => {
    expect((await rank(100, 2, 4, 5, 9)).aims).toEqual([
      { position: 4, amountCents: 301 },
      { position: 2, amountCents: 501 },
    ])
    expect((await rank(400, 4)).aims).toEqual([])
  })

  test('the first place is an aim as soon as its holder can be passed', async () => {
    await change({ id: 'a', amountCents: MAX_CENTS - 1 })
    await leaderboard.catchUp()
    expect((await rank(501, 1)).aims).toEqual([{ position: 1, amountCents: MAX_CENTS }])
  })
})

describe('on a board longer than what is kept in memory', () => {
  beforeEach(async () => {
    // Amounts 10,000 down to 7,001, each given once.
    await seedDonations(database, { count: 3_000, amountCents: '10001 - i' })
    await leaderboard.start()
  })

  test('the passed donor is named at any depth', async () => {
    for (const position of [1, 2, 999, 1_000, 1_001, 2_500, 3_000]) {
      const amountCents = 10_002 - position
      expect(await rank(amountCents, 1)).toMatchObject({
        position,
        passing: { amountCents: amountCents - 1 },
      })
    }
    expect(await rank(7_001)).toMatchObject({ position: 3_001, passing: null })
  })

  test('places out of memory can be aimed at', async () => {
    expect((await rank(100, 3_000, 2_000, 1)).aims).toEqual([
      { position: 3_000, amountCents: 7_002 },
      { position: 2_000, amountCents: 8_002 },
      { position: 1, amountCents: 10_001 },
    ])
  })

  test('place and name are of one version, also while the board changes', async () => {
    const asked = rank(8_000)
    await change({ id: 'high', amountCents: 9_000 }, { id: 'd2002', amountCents: 0 })
    const either = [
      { position: 2_002, passing: { id: 'd2002', name: 'Donor 2002', amountCents: 7_999 } },
      { position: 2_003, passing: { id: 'd2003', name: 'Donor 2003', amountCents: 7_998 } },
    ]
    const { position, passing } = await asked
    expect(either).toContainEqual({ position, passing })
    await leaderboard.catchUp()
    expect(await rank(8_000)).toMatchObject(either[1] ?? {})
  })

  test('amounts with a place in common keep their own donors while the board changes', async () => {
    await leaderboard.close()
    const held = holdReads(database)
    leaderboard = createLeaderboard({
      database: held.database,
      payments: 'sandbox',
      limits: { maxCents: MAX_CENTS },
      logger: pino({ level: 'silent' }),
    })
    // Between 8,000 and 7,998 is room for both amounts.
    await change({ id: 'd2002', amountCents: 7_998 }, { id: 'd2003', amountCents: 7_998 })
    await leaderboard.start()
    await change({ id: 'between', name: 'Bea', amountCents: 7_999 })
    held.hold()
    const asked = [rank(7_999), rank(8_000)]
    await held.whenRead
    await leaderboard.catchUp()
    held.release()
    const [lower, higher] = await Promise.all(asked)
    expect(lower).toMatchObject({ passing: { amountCents: 7_998 } })
    expect(higher).toMatchObject({ passing: { name: 'Bea', amountCents: 7_999 } })
  })
})

/** Returns the database with a reader whose results for quotes come only once they are released. */
function holdReads(database: TestDatabase) {
  const read = Promise.withResolvers<void>()
  let released: PromiseWithResolvers<void> | undefined
  const { reader } = database
  const executeQuery: typeof reader.executeQuery = async (query) => {
    const result = await reader.executeQuery<never>(query)
    const isOfQuote = 'sql' in query && query.sql.includes('"board_head"."version"')
    if (isOfQuote) read.resolve()
    if (isOfQuote) await released?.promise
    return result
  }
  const heldReader = new Proxy(reader, {
    get: (target, name) => {
      if (name === 'executeQuery') return executeQuery
      const value: unknown = Reflect.get(target, name, target)
      const bound: unknown = typeof value === 'function' ? value.bind(target) : value
      return bound
    },
  })
  return {
    database: { ...database, reader: heldReader },
    whenRead: read.promise,
    hold: () => {
      released = Promise.withResolvers()
    },
    release: () => released?.resolve(),
  }
}
