import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { RoundFolds } from '#server/features/leaderboard/crowns/round-folds.ts'
import type { RoundRow } from '#server/features/leaderboard/rounds/round.ts'
import type { Database } from '#server/infra/database/database.ts'
import { changeBoard, openBoardDatabase } from '../helpers/databases/board.ts'
import { openFreshPostgres } from '../helpers/databases/databases.ts'

/** A time after the rest of any small round, ms. */
const LONG = 3_600_000

function buildRound(id: string, startsAt: number): RoundRow {
  return {
    id,
    livemode: 0,
    name: id,
    prize: null,
    ranks: 'donation',
    pending: 'captured',
    starts_at: startsAt,
    ends_at: startsAt + 100,
    overtimes: 0,
    overtimes_used: 0,
    ended_early: 0,
    cancelled_at: null,
    created_at: 0,
  }
}

const [first, second] = [buildRound('first', 100), buildRound('second', 200)]

describe.each([
  ['SQLite', openBoardDatabase],
  ['PostgreSQL', openFreshPostgres],
])('the folds of rounds on %s', (_name, open) => {
  let database: Database
  let folds: RoundFolds
  let now: number
  const current = { ...DEFAULT_CAMPAIGN }

  beforeEach(async () => {
    database = await open()
    now = LONG
    current.goal = null
    folds = new RoundFolds({ database, livemode: 0, campaign: { current }, clock: () => now })
    await book('a', 110)
    await book('b', 210)
  })

  afterEach(() => database.close())

  const book = (id: string, capturedAt: number) =>
    database.write(changeBoard, [{ id, amountCents: 500, capturedAt }])
  const read = (round: RoundRow) => folds.read(round, 'recap')
  const readCount = async (round: RoundRow) => (await read(round)).state.count

  test('stay as they are while donations of other times come', async () => {
    const fold = await read(first)
    now += LONG
    await book('c', 220)
    expect(await read(first)).toBe(fold)
    await book('d', 120)
    await expect.poll(() => readCount(first)).toBe(2)
  })

  test('follow donations before the round where these count towards a milestone', async () => {
    current.goal = { amountCents: 1_500, milestones: [] }
    const readHits = async () => (await read(second)).lists.won.milestone.length
    expect(await readHits()).toBe(0)
    now += LONG
    await book('c', 120)
    await expect.poll(readHits).toBe(1)
  })

  test('rest together: meanwhile the former ones serve', async () => {
    expect([await readCount(first), await readCount(second)]).toEqual([1, 1])
    now += LONG
    await book('c', 120)
    await book('d', 220)
    await expect.poll(() => readCount(first)).toBe(2)
    expect(await readCount(second)).toBe(1)
    now += LONG
    await expect.poll(() => readCount(second)).toBe(2)
  })

  test('for the crowns have a rest of their own', async () => {
    await Promise.all([read(first), read(second)])
    now += LONG
    await book('c', 120)
    await book('d', 220)
    await expect.poll(() => readCount(first)).toBe(2)
    const readCrowns = () => folds.read(second, 'crowns')
    await expect.poll(async () => (await readCrowns()).state.count).toBe(2)
  })

  test('hold nothing that only counting needs', async () => {
    expect(Object.keys(await read(first))).toEqual(['lists', 'state'])
  })
})
