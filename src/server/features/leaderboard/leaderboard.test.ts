import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import type { Entry } from '#contract/leaderboard.ts'
import {
  changeBoard,
  openBoardDatabase,
  seedDonations,
  type BoardFixture,
} from '../../../../tests/helpers/board.ts'
import type { TestDatabase } from '../../../../tests/helpers/database.ts'
import { createLeaderboard, type Announcement, type Leaderboard } from './leaderboard.ts'

const logger = pino({ level: 'silent' })

let database: TestDatabase
let leaderboard: Leaderboard

beforeEach(async () => {
  database = await openBoardDatabase()
  leaderboard = createLeaderboard({ database, limits: { maxCents: 1_000_000 }, logger })
})

afterEach(async () => {
  await leaderboard.close()
  await database.close()
})

async function change(...fixtures: BoardFixture[]): Promise<void> {
  await database.write(changeBoard, fixtures)
}

/** The board as it stands after every change so far. */
async function readAll(limit = 500): Promise<Entry[]> {
  const entries: Entry[] = []
  let after: string | undefined
  do {
    const page = await leaderboard.page({ limit, after })
    entries.push(...page.entries)
    after = page.next ?? undefined
  } while (after !== undefined)
  return entries
}

const places = (entries: readonly Entry[]) =>
  entries.map(({ position, id }) => [position, id] as const)

describe('the order of the board', () => {
  test('the highest amount stands first, of equal amounts the earlier one', async () => {
    await change({ id: 'a', amountCents: 500 }, { id: 'b', amountCents: 900 })
    await leaderboard.start()
    await change({ id: 'c', amountCents: 500 }, { id: 'd', amountCents: 100 })
    await leaderboard.look()
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
    await leaderboard.look()
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
    await leaderboard.look()
    expect(places(await readAll())).toEqual([
      [1, 'a'],
      [2, 'c'],
    ])
    await change({ id: 'b', amountCents: 500 })
    await leaderboard.look()
    expect((await readAll()).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

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

  test('a page tells the version that it is of, also when the board changes meanwhile', async () => {
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
    await leaderboard.look()
    expect(leaderboard.top(500)?.entries.map(({ id }) => id)).toEqual(
      Array.from({ length: 500 }, (_, index) => `d${2_100 - index}`),
    )
  })

  test('a feed of more changes than one round takes is followed to its end', async () => {
    await seedDonations(database, { count: 12_000, amountCents: '500' })
    await leaderboard.start()
    const { deleteTestDonations } = await import('../ledger/store.ts')
    await database.write(deleteTestDonations, undefined)
    await leaderboard.look()
    expect(leaderboard.total).toEqual({ count: 0, amountCents: 0 })
    expect(await readAll()).toEqual([])
  })
})

describe('rank', () => {
  beforeEach(async () => {
    await change(
      { id: 'a', amountCents: 1_000_000 },
      { id: 'b', amountCents: 500 },
      { id: 'c', amountCents: 500 },
      { id: 'd', amountCents: 300 },
    )
    await leaderboard.start()
  })

  test('an amount lands below those who gave as much before', () => {
    expect(leaderboard.rank(500).position).toBe(4)
    expect(leaderboard.rank(501).position).toBe(2)
    expect(leaderboard.rank(100).position).toBe(5)
  })

  test('the next place costs one cent more than its holder gave', () => {
    expect(leaderboard.rank(200).next).toEqual({ position: 4, amountCents: 301 })
    expect(leaderboard.rank(400).next).toEqual({ position: 2, amountCents: 501 })
  })

  test('nothing is offered above the top or above what the host takes', () => {
    expect(leaderboard.rank(501).next).toBeNull()
    expect(leaderboard.rank(1_000_001)).toEqual({
      position: 1,
      amountCents: 1_000_001,
      next: null,
    })
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

describe('announcements', () => {
  let heard: Announcement[]

  beforeEach(async () => {
    heard = []
    await change({ id: 'a', amountCents: 500 })
    await leaderboard.start()
    leaderboard.onChange((announcement) => void heard.push(announcement))
  })

  test('the first change is told at once, with its position', async () => {
    await change({ id: 'b', amountCents: 900 })
    await leaderboard.look()
    expect(heard).toMatchObject([
      {
        since: 1,
        version: 2,
        change: {
          version: 2,
          upserts: [{ position: 1, id: 'b', amountCents: 900 }],
          removals: [],
          total: { count: 2, amountCents: 1_400 },
        },
      },
    ])
  })

  test('changes within the next 100 ms are told together, the last state of each', async () => {
    await change({ id: 'b', amountCents: 900 })
    await leaderboard.look()
    for (const amountCents of [100, 200, 0]) {
      await change({ id: 'c', amountCents })
      await leaderboard.look()
    }
    await change({ id: 'd', amountCents: 500 }, { id: 'a', amountCents: 1_000 })
    await leaderboard.look()
    expect(heard).toHaveLength(1)
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[1]).toMatchObject({ since: 2, version: 7 })
    expect(places(heard[1]?.change?.upserts ?? [])).toEqual([
      [1, 'a'],
      [3, 'd'],
    ])
    expect(heard[1]?.change?.removals).toEqual(['c'])
  })

  test('a donation that comes back among equals is told with its old place', async () => {
    await change({ id: 'b', amountCents: 500 }, { id: 'c', amountCents: 500 })
    await leaderboard.look()
    await change({ id: 'b', name: 'Renamed', amountCents: 500 })
    await expect.poll(() => leaderboard.look().then(() => heard.length)).toBe(2)
    expect(heard[1]?.change?.upserts).toMatchObject([{ position: 2, id: 'b', name: 'Renamed' }])
  })

  test('more than 500 changed rows are told as one great change', async () => {
    await change(
      ...Array.from({ length: 501 }, (_, index) => ({ id: `n${index}`, amountCents: 700 })),
    )
    await leaderboard.look()
    expect(heard).toEqual([{ since: 1, version: 502, change: null }])
  })

  test('a board on which nothing changed says nothing', async () => {
    await leaderboard.look()
    await change({ id: 'nameless', name: null, amountCents: 500 })
    await leaderboard.look()
    expect(heard).toEqual([])
  })

  test('whoever has stopped listening is told nothing', async () => {
    const deaf: Announcement[] = []
    leaderboard.onChange((announcement) => void deaf.push(announcement))()
    await change({ id: 'b', amountCents: 900 })
    await leaderboard.look()
    expect(heard).toHaveLength(1)
    expect(deaf).toEqual([])
  })
})

test('a database out of reach fails the page as unavailable, and the next look works', async () => {
  await seedDonations(database, { count: 1_500, amountCents: '500' })
  let broken = false
  const flaky = createLeaderboard({
    database: {
      ...database,
      get reader() {
        if (broken) throw new Error('connection lost')
        return database.reader
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
