import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import { AllTimeCrowns } from '#server/features/leaderboard/crowns/all-time-crowns.ts'
import { CrownFold } from '#server/features/leaderboard/crowns/crown-fold.ts'
import { DonorFolding } from '#server/features/leaderboard/crowns/fold-donors.ts'
import type { Folded } from '#server/features/leaderboard/crowns/fold-state.ts'
import { viewFold } from '#server/features/leaderboard/crowns/fold-view.ts'
import type { Gift } from '#server/features/leaderboard/crowns/gift.ts'
import type { Database } from '#server/infra/database/database.ts'
import { changeBoard, openBoardDatabase, seedDonations } from '../helpers/databases/board.ts'
import { openFreshPostgres } from '../helpers/databases/databases.ts'

const logger = pino({ level: 'silent' })
const AT = { at: 1_000_000_000_000, isRunning: true, isOver: false }

const GOAL = {
  amountCents: 5_000,
  milestones: [{ amountCents: 1_000, name: 'a keel', description: '' }],
}

/** A host's campaign, a clock, and a node that follows the ledger. */
function startNode(database: Database, boards = DEFAULT_CAMPAIGN.boards) {
  const current = { ...DEFAULT_CAMPAIGN, crowns: true, goal: GOAL, boards }
  const clock = { now: 0 }
  const crowns = new AllTimeCrowns({
    database,
    livemode: 0,
    campaign: { current },
    clock: () => clock.now,
    logger,
  })
  return { crowns, current, clock }
}

/** Reads the counted donations of the table as it is, in the order of the time. */
async function readGifts(database: Database): Promise<Gift[]> {
  const donations = await database.reader.selectFrom('donations').selectAll().execute()
  return donations
    .filter(
      ({ name, amount_cents: cents, livemode }) => name !== null && cents > 0 && livemode === 0,
    )
    .map(({ sequence, timestamp, captured_at: captured, named_at: named, ...one }) => ({
      sequence,
      at: Math.max(captured ?? timestamp, named ?? 0),
      amountCents: one.amount_cents,
      userId: one.user_id,
      name: one.name === ANONYMOUS ? null : one.name,
    }))
    .toSorted((a, b) => a.at - b.at || a.sequence - b.sequence)
}

function createFold(ranks: 'donation' | 'donor'): CrownFold {
  return new CrownFold({ ranks, milestonesCents: new Set([1_000, 5_000]), beforeCents: 0 })
}

/** Folds the table of donations as it is. */
async function countAnew(database: Database): Promise<CrownFold> {
  const fold = createFold('donation')
  for (const gift of await readGifts(database)) fold.add(gift)
  return fold
}

/** Folds the table of donations as it is, by donors. */
async function countDonorsAnew(database: Database): Promise<CrownFold> {
  const gifts = await readGifts(database)
  const named = gifts.flatMap(({ userId, name }) => (name === null ? [] : userId))
  const fold = createFold('donor')
  const folding = new DonorFolding(fold, new Set(named))
  for (const gift of gifts) folding.add(gift)
  folding.finish(undefined)
  return fold
}

/** Returns the donors with the highest sum; undefined in their place if there is none. */
function findLeaders(gifts: readonly Gift[]): (string | undefined)[] {
  const sums = new Map<string, number>()
  for (const { userId, amountCents } of gifts) {
    sums.set(userId, (sums.get(userId) ?? 0) + amountCents)
  }
  const highest = Math.max(...sums.values())
  return sums.size === 0 ? [undefined] : [...sums.keys()].filter((id) => sums.get(id) === highest)
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      userId: fc.constantFrom('ada', 'bo', 'cy'),
      amountCents: fc.integer({ min: 1, max: 6 }).map((dollars) => dollars * 100),
      name: fc.constantFrom('Ada', 'Bo', ANONYMOUS, null),
      capturedAt: fc.integer({ min: 1, max: 20 }),
      livemode: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      nth: fc.nat(),
      amountCents: fc.constantFrom(0, 100, 400),
      name: fc.constantFrom('Ada', ANONYMOUS, null),
      namedAt: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'look' as const }) },
)

describe.each([
  ['SQLite', openBoardDatabase, 30],
  ['PostgreSQL', openFreshPostgres, 3],
])('the crowns of all time on %s', (_name, open, numRuns) => {
  /** Checks the property on a ledger that the steps have made, while a node has followed it. */
  const check = (
    boards: typeof DEFAULT_CAMPAIGN.boards,
    expectRight: (database: Database, folds: (Folded | undefined)[]) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const database = await open()
        const { crowns, clock } = startNode(database, boards)
        try {
          let count = 0
          for (const { kind, ...one } of steps) {
            clock.now += 600_000
            if (kind === 'look') await crowns.read()
            if ('userId' in one) {
              count += 1
              await database.write(changeBoard, [{ ...one, id: `d${count}` }])
            } else if ('nth' in one && count > 0) {
              const { nth, ...change } = one
              const id = `d${1 + (nth % count)}`
              await database.write(changeBoard, [{ ...change, id, retracts: true }])
            }
          }
          clock.now += 600_000
          const read = [await crowns.read(), await startNode(database, boards).crowns.read()]
          await expectRight(
            database,
            read.map((found) => found?.fold),
          )
        } finally {
          await crowns.close()
          await database.close()
        }
      }),
      { numRuns },
    )

  test('are those of the ledger, whatever has happened to it, and the same after a rebuild', () =>
    check(['donations-all-time'], async (database, folds) => {
      const expected = viewFold(await countAnew(database), AT)
      for (const fold of folds) expect(fold && viewFold(fold, AT)).toEqual(expected)
    }))

  test('where the host ranks donors, the first place is that of the highest sum', () =>
    check(['teams-week', 'donors-week'], async (database, folds) => {
      const expected = viewFold(await countDonorsAnew(database), AT)
      const leaders = findLeaders(await readGifts(database))
      for (const fold of folds) {
        expect(fold && viewFold(fold, AT)).toEqual(expected)
        expect(leaders).toContain(fold?.state.leader)
      }
    }))
})

describe('the follower of the crowns', () => {
  test('reads nothing while crowns are off', async () => {
    const database = await openBoardDatabase()
    const node = startNode(database)
    node.current.crowns = false
    await database.close()
    await node.crowns.catchUp()
    expect(await node.crowns.read()).toBeUndefined()
  })

  test('counts all again after a refund far back, in the background and not too often', async () => {
    const database = await openBoardDatabase()
    await seedDonations(database, { count: 3_000, amountCents: '100 + i' })
    const { crowns, clock } = startNode(database)
    const readCount = async () => (await crowns.read())?.fold.state.count
    expect(await readCount()).toBe(3_000)
    await database.write(changeBoard, [{ id: 'd1', amountCents: 0 }])
    expect(await readCount()).toBe(3_000)
    clock.now += 600_000
    await expect.poll(readCount).toBe(2_999)
    await crowns.close()
    await database.close()
  })

  test('counts with the milestones that the host has now', async () => {
    const database = await openBoardDatabase()
    await database.write(changeBoard, [{ id: 'd1', amountCents: 700 }])
    const node = startNode(database)
    const readHits = async () => (await node.crowns.read())?.fold.lists.won.milestone.length
    expect(await readHits()).toBe(0)
    node.current.goal = { amountCents: 700, milestones: [] }
    node.clock.now += 600_000
    await expect.poll(readHits).toBe(1)
    await node.crowns.close()
    await database.close()
  })
})
