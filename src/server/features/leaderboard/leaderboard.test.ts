import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import {
  changeBoard,
  openBoardDatabase,
  seedDonations,
  type BoardFixture,
} from '#tests/helpers/databases/board.ts'
import type { TestDatabase } from '#tests/helpers/databases/database.ts'
import { createLeaderboard, type Leaderboard } from './leaderboard.ts'

const logger = pino({ level: 'silent' })

let database: TestDatabase
let leaderboard: Leaderboard

beforeEach(async () => {
  database = await openBoardDatabase()
  leaderboard = createLeaderboard({
    database,
    payments: 'sandbox',
    limits: { maxCents: 1_000_000 },
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

/** The board as it stands after every change so far. */
async function readAll(limit = 500): Promise<LeaderboardEntry[]> {
  const entries: LeaderboardEntry[] = []
  let after: string | undefined
  do {
    const page = await leaderboard.page({ limit, after })
    entries.push(...page.entries)
    after = page.next ?? undefined
  } while (after !== undefined)
  return entries
}

const places = (entries: readonly LeaderboardEntry[]) =>
  entries.map(({ position, id }) => [position, id] as const)

describe('the order of the board', () => {
  test('the highest amount ranks first, of equal amounts the earlier one', async () => {
    await change({ id: 'a', amountCents: 500 }, { id: 'b', amountCents: 900 })
    await leaderboard.start()
    await change({ id: 'c', amountCents: 500 }, { id: 'd', amountCents: 100 })
    await leaderboard.catchUp()
    expect(places(await readAll())).toEqual([
      [1, 'b'],
      [2, 'a'],
      [3, 'c'],
      [4, 'd'],
    ])
    expect(leaderboard.total).toEqual({ count: 4, amountCents: 2_000 })
  })

  test('a donation without a name, or without money left, is not on it', async () => {
    await change(
      { id: 'nameless', name: null, amountCents: 900 },
      { id: 'refunded', amountCents: 900 },
      { id: 'refunded', amountCents: 0 },
      { id: 'shown', amountCents: 100 },
    )
    await leaderboard.start()
    await change({ id: 'nameless too', name: null, amountCents: 900 })
    await leaderboard.catchUp()
    expect(places(await readAll())).toEqual([[1, 'shown']])
    expect(leaderboard.total).toEqual({ count: 1, amountCents: 100 })
  })

  test('an entry has the public fields and no others', async () => {
    await change({ id: 'a', name: 'Ada', amountCents: 500, timestamp: 1_767_225_600_000 })
    await leaderboard.start()
    expect(await readAll()).toEqual([
      {
        position: 1,
        id: 'a',
        name: 'Ada',
        amountCents: 500,
        timestamp: '2026-01-01T00:00:00.000Z',
      },
    ])
  })

  test('a won dispute brings the donation back to its old place among equals', async () => {
    await change(...['a', 'b', 'c'].map((id) => ({ id, amountCents: 500 })))
    await leaderboard.start()
    await change({ id: 'b', amountCents: 0 })
    await leaderboard.catchUp()
    expect(places(await readAll())).toEqual([
      [1, 'a'],
      [2, 'c'],
    ])
    await change({ id: 'b', amountCents: 500 })
    await leaderboard.catchUp()
    expect((await readAll()).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

describe('the position of a donation', () => {
  test('counts changes that were committed a moment ago', async () => {
    await leaderboard.start()
    await change({ id: 'a', amountCents: 500 }, { id: 'b', amountCents: 500 })
    expect(await leaderboard.positionOf({ amountCents: 500, sequence: 2 })).toBe(2)
    await change({ id: 'c', amountCents: 600 })
    expect(await leaderboard.positionOf({ amountCents: 500, sequence: 1 })).toBe(2)
  })

  test('is found among thousands of equal amounts, from both ends', async () => {
    await seedDonations(database, { count: 5_000, amountCents: '500' })
    await leaderboard.start()
    for (const sequence of [1, 2_500, 4_500, 5_000]) {
      expect(await leaderboard.positionOf({ amountCents: 500, sequence })).toBe(sequence)
    }
  })
})

test('a database out of reach fails the page as unavailable, and the next read works', async () => {
  await seedDonations(database, { count: 1_500, amountCents: '500' })
  let broken = false
  const flaky = createLeaderboard({
    payments: 'sandbox',
    database: {
      ...database,
      readSnapshot: async (read) => {
        if (broken) throw new Error('connection lost')
        return database.readSnapshot(read)
      },
    },
    logger,
  })
  await flaky.start()
  const { next } = await flaky.page({ limit: 500 })
  broken = true
  await expect(flaky.page({ limit: 1, after: next ?? undefined })).rejects.toMatchObject({
    code: 'unavailable',
  })
  broken = false
  expect((await flaky.page({ limit: 1, after: next ?? undefined })).entries[0]?.position).toBe(501)
  await flaky.close()
})

test('a closed board answers those who still wait, and nobody afterwards', async () => {
  await seedDonations(database, { count: 1_500, amountCents: '500' })
  await leaderboard.start()
  const { next } = await leaderboard.page({ limit: 500 })
  const ask = () => leaderboard.page({ limit: 1, after: next ?? undefined })
  const waiting = Array.from({ length: 100 }, ask)
  await leaderboard.close()
  const outcomes = await Promise.allSettled([...waiting, ask()])
  expect(outcomes[0].status).toBe('fulfilled')
  expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
})
