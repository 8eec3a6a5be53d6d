import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import {
  changeBoard,
  openBoardDatabase,
  type BoardFixture,
} from '#tests/helpers/databases/board.ts'
import type { TestDatabase } from '#tests/helpers/databases/database.ts'
import { createLeaderboard, type Announcement, type Leaderboard } from './leaderboard.ts'

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

const places = (entries: readonly LeaderboardEntry[]) =>
  entries.map(({ position, id }) => [position, id] as const)

describe('announcements', () => {
  let heard: Announcement[]

  beforeEach(async () => {
    heard = []
    await change({ id: 'a', amountCents: 500 })
    await leaderboard.start()
    leaderboard.onChange(async (announcement) => void heard.push(announcement))
  })

  test('the first change is announced at once, with its position', async () => {
    await change({ id: 'b', amountCents: 900 })
    await leaderboard.catchUp()
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

  test('changes until the next announcement are told together, the last state of each', async () => {
    // The pause of 100 ms does not end before the announcement has reached everybody.
    const { promise: told, resolve: endPause } = Promise.withResolvers<void>()
    leaderboard.onChange(() => told)
    await change({ id: 'b', amountCents: 900 })
    await leaderboard.catchUp()
    for (const amountCents of [100, 200, 0]) {
      await change({ id: 'c', amountCents })
      await leaderboard.catchUp()
    }
    await change({ id: 'd', amountCents: 500 }, { id: 'a', amountCents: 1_000 })
    await leaderboard.catchUp()
    expect(heard).toHaveLength(1)
    endPause()
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[1]).toMatchObject({ since: 2, version: 7 })
    expect(places(heard[1]?.change?.upserts ?? [])).toEqual([
      [1, 'a'],
      [3, 'd'],
    ])
    expect(heard[1]?.change?.removals).toEqual(['c'])
  })

  test('a donation that comes back among equals has its old position', async () => {
    await change({ id: 'b', amountCents: 500 }, { id: 'c', amountCents: 500 })
    await leaderboard.catchUp()
    await change({ id: 'b', name: 'Renamed', amountCents: 500 })
    await expect.poll(() => leaderboard.catchUp().then(() => heard.length)).toBe(2)
    expect(heard[1]?.change?.upserts).toMatchObject([{ position: 2, id: 'b', name: 'Renamed' }])
  })

  test('more than 250 changed rows are announced without rows', async () => {
    await change(
      ...Array.from({ length: 251 }, (_, index) => ({ id: `n${index}`, amountCents: 700 })),
    )
    await leaderboard.catchUp()
    expect(heard).toEqual([{ since: 1, version: 252, retracts: false, change: null }])
  })

  test('a board on which nothing changed says nothing', async () => {
    await leaderboard.catchUp()
    expect(heard).toEqual([])
  })

  test('a version without visible changes is announced by its number alone', async () => {
    await change({ id: 'nameless', name: null, amountCents: 500 })
    await leaderboard.catchUp()
    const total = { count: 1, amountCents: 500 }
    expect(heard).toEqual([
      {
        since: 1,
        version: 2,
        retracts: false,
        change: { version: 2, upserts: [], removals: [], total },
      },
    ])
  })

  test('an unsubscribed listener is not called', async () => {
    const deaf: Announcement[] = []
    leaderboard.onChange(async (announcement) => void deaf.push(announcement))()
    await change({ id: 'b', amountCents: 900 })
    await leaderboard.catchUp()
    expect(heard).toHaveLength(1)
    expect(deaf).toEqual([])
  })
})
