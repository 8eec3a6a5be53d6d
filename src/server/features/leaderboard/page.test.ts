import { OPERATOR } from '#server/features/audit/audit.ts'
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

describe('pages', () => {
  test('follow one another through equal amounts without a gap or a double', async () => {
    await seedDonations(database, { count: 2_500, amountCents: '100 + (i % 3)' })
    await leaderboard.start()
    for (const limit of [7, 499]) {
      const entries = await readAll(limit)
      expect(entries.map(({ position }) => position)).toEqual(
        Array.from({ length: 2_500 }, (_, index) => index + 1),
      )
      expect(new Set(entries.map(({ id }) => id)).size).toBe(2_500)
      expect(entries.map(({ amountCents }) => amountCents)).toEqual(
        entries.map(({ amountCents }) => amountCents).toSorted((a, b) => b - a),
      )
    }
  })

  test('a page has the version of its rows, also when the board changes meanwhile', async () => {
    await seedDonations(database, { count: 2_000, amountCents: '500' })
    await leaderboard.start()
    const first = await leaderboard.page({ limit: 500 })
    await change({ id: 'new', amountCents: 900 })
    const second = await leaderboard.page({ limit: 2, after: first.next ?? undefined })
    expect(second.version).toBe(2_001)
    expect(second.total.count).toBe(2_001)
    expect(second.entries.map(({ id }) => id)).toEqual(['d501', 'd502'])
    expect(second.entries.map(({ position }) => position)).toEqual([502, 503])
  })

  test('where the end of the equal amounts is in sight, an old cursor gives fresh positions', async () => {
    await change(...['a', 'b', 'c', 'd'].map((id) => ({ id, amountCents: 500 })))
    await leaderboard.start()
    const { next } = await leaderboard.page({ limit: 2 })
    await change({ id: 'a', amountCents: 0 })
    const page = await leaderboard.page({ limit: 2, after: next ?? undefined })
    expect(places(page.entries)).toEqual([
      [2, 'c'],
      [3, 'd'],
    ])
    expect(page.next).toBeNull()
  })

  test('an empty board has one empty page', async () => {
    await leaderboard.start()
    expect(await leaderboard.page({ limit: 100 })).toEqual({
      version: 0,
      total: { count: 0, amountCents: 0 },
      entries: [],
      next: null,
    })
  })

  test('many readers at once each get their own page', async () => {
    await seedDonations(database, { count: 1_500, amountCents: '100 + i' })
    await leaderboard.start()
    const { next } = await leaderboard.page({ limit: 500 })
    const pages = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        leaderboard.page({ limit: index + 1, after: next ?? undefined }),
      ),
    )
    expect(pages.map(({ entries }) => entries.length)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
    expect(pages.every(({ entries }) => entries[0]?.position === 501)).toBe(true)
  })

  test('a cursor that is none is refused with a sentence', async () => {
    await leaderboard.start()
    await expect(leaderboard.page({ limit: 1, after: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid-argument',
    })
  })

  test('the top is read again after it lost many rows', async () => {
    await seedDonations(database, { count: 3_000, amountCents: '100 + i' })
    await leaderboard.start()
    const gone = Array.from({ length: 900 }, (_, index) => `d${3_000 - index}`)
    await change(...gone.map((id) => ({ id, amountCents: 0 })))
    await leaderboard.catchUp()
    expect(leaderboard.top(500)?.entries.map(({ id }) => id)).toEqual(
      Array.from({ length: 500 }, (_, index) => `d${2_100 - index}`),
    )
  })

  test('a feed of more changes than one round takes is followed to its end', async () => {
    await seedDonations(database, { count: 12_000, amountCents: '500' })
    await leaderboard.start()
    const { deleteTestDonations } = await import('#server/features/ledger/store.ts')
    await database.write(deleteTestDonations, { at: Date.now(), actor: OPERATOR })
    await leaderboard.catchUp()
    expect(leaderboard.total).toEqual({ count: 0, amountCents: 0 })
    expect(await readAll()).toEqual([])
  })
})
