import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import { AllTimeCrowns } from '#server/features/leaderboard/crowns/all-time-crowns.ts'
import { CrownFold } from '#server/features/leaderboard/crowns/crown-fold.ts'
import { viewFold } from '#server/features/leaderboard/crowns/fold-view.ts'
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
function startNode(database: Database) {
  const current = { ...DEFAULT_CAMPAIGN, crowns: true, goal: GOAL }
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

/** Folds the table of donations as it is, in the order of the time. */
async function countAnew(database: Database): Promise<CrownFold> {
  const donations = await database.reader.selectFrom('donations').selectAll().execute()
  const fold = new CrownFold({
    ranks: 'donation',
    milestonesCents: new Set([1_000, 5_000]),
    beforeCents: 0,
  })
  const counted = donations
    .filter(
      ({ name, amount_cents: cents, livemode }) => name !== null && cents > 0 && livemode === 0,
    )
    .map(({ sequence, timestamp, captured_at: at, ...one }) => ({
      sequence,
      at: at ?? timestamp,
      amountCents: one.amount_cents,
      userId: one.user_id,
      name: one.name === ANONYMOUS ? null : one.name,
    }))
    .toSorted((a, b) => a.at - b.at || a.sequence - b.sequence)
  for (const gift of counted) fold.add(gift)
  return fold
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
      name: fc.constantFrom('Ada', ANONYMOUS),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'look' as const }) },
)

describe.each([
  ['SQLite', openBoardDatabase, 30],
  ['PostgreSQL', openFreshPostgres, 3],
])('the crowns of all time on %s', (_name, open, numRuns) => {
  test('are those of the ledger, whatever has happened to it, and the same after a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const database = await open()
        const { crowns } = startNode(database)
        try {
          let count = 0
          for (const { kind, ...one } of steps) {
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
          const [followed, rebuilt] = [await crowns.read(), await startNode(database).crowns.read()]
          const expected = viewFold(await countAnew(database), AT)
          expect(followed && viewFold(followed.fold, AT)).toEqual(expected)
          expect(rebuilt && viewFold(rebuilt.fold, AT)).toEqual(expected)
        } finally {
          await crowns.close()
          await database.close()
        }
      }),
      { numRuns },
    )
  })
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
