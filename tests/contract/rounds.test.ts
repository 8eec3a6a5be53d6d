import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { OVERTIME_MS } from '#contract/round-times.ts'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { createBoards } from '#server/features/leaderboard/boards/boards.ts'
import { createDonorIds } from '#server/features/leaderboard/boards/donor-ids.ts'
import { createLeaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { findResults, toPublicResults } from '#server/features/leaderboard/rounds/results-store.ts'
import { endOf, toRound } from '#server/features/leaderboard/rounds/round.ts'
import { RoundKeeper } from '#server/features/leaderboard/rounds/round-keeper.ts'
import { readListedRounds } from '#server/features/leaderboard/rounds/round-reads.ts'
import {
  addOvertime,
  createRound,
  endRound,
} from '#server/features/leaderboard/rounds/rounds-store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { ownClock } from '#server/infra/shared-clock.ts'
import { changesLeader, recomputeRound } from '../helpers/rounds/recompute.ts'
import { changeBoard, openBoardDatabase } from '../helpers/databases/board.ts'
import { openFreshPostgres } from '../helpers/databases/databases.ts'

const SECRET = 'a secret of these tests'
const toDonorId = createDonorIds(SECRET)
const logger = pino({ level: 'silent' })

const START = Date.parse('2026-10-24T20:00:00Z')
const LENGTH = 10 * 60_000

let closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

function startKeeper(database: Database, clock: { now: number }): RoundKeeper {
  const keeper = new RoundKeeper({
    database,
    livemode: 0,
    toDonorId,
    onChange: () => {},
    clock: ownClock(() => clock.now),
    // Without a timer, as if the server were down at each instant until it is asked.
    schedule: () => () => {},
    logger,
  })
  closing.push(() => keeper.close())
  return keeper
}

interface Rules {
  ranks: 'donation' | 'donor'
  pending: 'captured' | 'begun'
  overtimes: number
}

async function create(database: Database, rules: Rules): Promise<string> {
  const outcome = await database.write(createRound, {
    livemode: 0,
    actor: OPERATOR,
    at: START - 1,
    request: {
      name: 'Final hour',
      prize: null,
      ...rules,
      startsAt: new Date(START).toISOString(),
      endsAt: new Date(START + LENGTH).toISOString(),
    },
  })
  if (!('id' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.id
}

/** Computes the rows of a round from the table of donations. */
async function recompute(database: Database, rules: Rules, end: number, roundId: string) {
  const donations = await database.reader.selectFrom('donations').selectAll().execute()
  return recomputeRound(donations, { ...rules, start: START, end }, (userId) =>
    toDonorId(`${roundId}:${userId}`),
  )
}

async function requireRound(database: Database) {
  const [known] = (await readListedRounds(database.reader, 0, 0)).rounds
  if (known === undefined) throw new Error('There is no round.')
  return known
}

async function readResults(database: Database, id: string, version?: number) {
  const stored = await findResults(database.reader, id, version)
  const { row } = await requireRound(database)
  return stored && toPublicResults(database.reader, row, stored)
}

const rulesOf: fc.Arbitrary<Rules> = fc.record({
  ranks: fc.constantFrom('donation', 'donor'),
  pending: fc.constantFrom('captured', 'begun'),
  overtimes: fc.constantFrom(0, 1, 2),
})

const edge = fc.constantFrom(START, START + LENGTH, START + LENGTH + OVERTIME_MS)
const instant = fc.oneof(
  fc.integer({ min: START - 60_000, max: START + LENGTH + 3 * OVERTIME_MS }),
  fc.tuple(edge, fc.constantFrom(-1, 0, 1, -30_000, -OVERTIME_MS)).map(([at, byMs]) => at + byMs),
)

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      userId: fc.constantFrom('ada', 'bo', 'cy', 'di'),
      amountCents: fc.integer({ min: 1, max: 6 }).map((dollars) => dollars * 100),
      name: fc.constantFrom('Ada', 'Bo', ANONYMOUS, null),
      capturedAt: instant,
      begunAt: fc.option(instant),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      nth: fc.nat(),
      amountCents: fc.constantFrom(0, 100, 400),
      name: fc.constantFrom('Ada', 'Bo', ANONYMOUS, null),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      toMs: fc.integer({ min: 0, max: LENGTH + 4 * OVERTIME_MS }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'crash' as const }) },
)

const OVER: Step = { kind: 'wait', toMs: LENGTH + 3 * OVERTIME_MS }
const before = fc.array(step, { maxLength: 10 })
const after = fc.array(step, { maxLength: 8 })

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

describe.each([
  ['SQLite', openBoardDatabase, 30],
  ['PostgreSQL', openFreshPostgres, 5],
])('the results of a round on %s', (_name, open, numRuns) => {
  test(
    'are those of the ledger, whoever crashes, and never change without a version',
    {
      timeout: 180_000,
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(rulesOf, before, after, async (rules, early, late) => {
          const database = await open()
          try {
            await play(database, rules, [...early, OVER, ...late])
          } finally {
            for (const close of closing.splice(0)) await close()
            await database.close()
          }
        }),
        { numRuns },
      )
    },
  )

  async function play(database: Database, rules: Rules, steps: readonly Step[]): Promise<void> {
    const clock = { now: START }
    let nodes = [startKeeper(database, clock), startKeeper(database, clock)]
    const id = await create(database, rules)
    const game: Game = { database, rules, clock, id, overtimes: 0, gifts: [], versions: new Map() }
    for (const one of steps) {
      if (one.kind === 'wait') clock.now = Math.max(clock.now, START + one.toMs)
      // A node that crashes leaves all to the other; a new one knows only the database.
      if (one.kind === 'crash') nodes = [startKeeper(database, clock)]
      if (one.kind === 'give') await give(game, one)
      if (one.kind === 'change') await change(game, one)
      for (let turn = 0; turn < 2; turn += 1) {
        await Promise.all(nodes.map((node) => node.catchUp()))
      }
      await expectOvertimes(game)
      const { results } = await requireRound(database)
      await (results === null ? expectOpen(game) : expectFrozen(game, results))
    }
    expect(game.end).toBeDefined()
  }

  interface Game {
    database: Database
    rules: Rules
    clock: { now: number }
    id: string
    /** The overtimes that there must be. */
    overtimes: number
    gifts: string[]
    /** The rows of each version as they were first read. */
    versions: Map<number, string>
    /** The end of the round once it has results. */
    end?: number
  }

  async function give(
    { database, clock, gifts }: Game,
    { kind: _kind, begunAt, ...gift }: Extract<Step, { kind: 'give' }>,
  ): Promise<void> {
    const id = `d${gifts.length + 1}`
    const timestamp = Math.max(clock.now, gift.capturedAt)
    const begun = begunAt === null ? {} : { begunAt: Math.min(begunAt, gift.capturedAt) }
    await database.write(changeBoard, [{ ...gift, id, timestamp, ...begun }])
    gifts.push(id)
  }

  async function change(
    { database, clock, gifts }: Game,
    { nth, amountCents, name }: Extract<Step, { kind: 'change' }>,
  ): Promise<void> {
    const id = gifts[nth % gifts.length]
    if (id === undefined) return
    await database.write(changeBoard, [
      { id, amountCents, name, namedAt: clock.now, retracts: true },
    ])
  }

  /** Adds the overtimes that the donations of now bring, until the round has results. */
  async function expectOvertimes(game: Game): Promise<void> {
    const { database, rules, clock, end } = game
    const donations = await database.reader.selectFrom('donations').selectAll().execute()
    const endNow = () => START + LENGTH + game.overtimes * OVERTIME_MS
    const isNext = () => {
      const lastMinute = endNow() - OVERTIME_MS
      const isOpen = end === undefined && game.overtimes < rules.overtimes
      const span = { ...rules, start: START, end: endNow() }
      return isOpen && clock.now >= lastMinute && changesLeader(donations, span, lastMinute)
    }
    while (isNext()) game.overtimes += 1
    expect((await requireRound(database)).row.overtimes_used).toBe(game.overtimes)
  }

  async function expectOpen({ database, clock, end }: Game): Promise<void> {
    expect(end).toBeUndefined()
    const { row } = await requireRound(database)
    expect(clock.now).toBeLessThan(endOf(row) + 5_000)
  }

  async function expectFrozen(game: Game, results: number): Promise<void> {
    const { database, rules, id, versions } = game
    const { row } = await requireRound(database)
    game.end ??= endOf(row)
    expect(endOf(row)).toBe(game.end)
    const now = await readResults(database, id)
    const expected = await recompute(database, rules, game.end, id)
    const ranked = now?.rows.filter(({ rank }) => rank !== null)
    expect(ranked?.map(({ former: _former, ...row }) => row)).toEqual(expected)
    expect(now?.total.count).toBe(expected.length)
    for (let version = 1; version <= results; version += 1) {
      const rows = JSON.stringify((await findResults(database.reader, id, version))?.rows)
      expect(versions.get(version) ?? rows).toBe(rows)
      versions.set(version, rows)
    }
    expect(new Set(versions.values()).size).toBeGreaterThanOrEqual(Math.min(2, results))
  }
})

describe('a round', () => {
  const RULES: Rules = { ranks: 'donor', pending: 'captured', overtimes: 2 }

  async function begin(rules = RULES) {
    const database = await openBoardDatabase()
    closing.push(() => database.close())
    const clock = { now: START }
    const keeper = startKeeper(database, clock)
    const id = await create(database, rules)
    const give = (userId: string, cents: number, at: number) =>
      database.write(changeBoard, [
        { id: `${userId}-${at}`, userId, name: userId, amountCents: cents, timestamp: at },
      ])
    return { database, clock, keeper, id, give }
  }

  test('gets overtime for a new first place in its last minute, at most as often as said', async () => {
    const { database, clock, keeper, give } = await begin()
    const end = START + LENGTH
    await give('ada', 500, START + 1)
    clock.now = end - 30_000
    await give('ada', 100, clock.now)
    await keeper.catchUp()
    expect((await requireRound(database)).row.overtimes_used).toBe(0)
    await give('bo', 700, clock.now + 1)
    await keeper.catchUp()
    expect(endOf((await requireRound(database)).row)).toBe(end + OVERTIME_MS)
    for (const [index, donor] of ['cy', 'di', 'eve'].entries()) {
      clock.now = end + (index + 1) * OVERTIME_MS - 10_000
      await give(donor, 800 + 100 * index, clock.now)
      await keeper.catchUp()
    }
    const { row } = await requireRound(database)
    expect([row.overtimes_used, endOf(row)]).toEqual([2, end + 2 * OVERTIME_MS])
  })

  test.each([
    ['on its first day', 1],
    ['in its last minute', LENGTH - 20_000],
  ])('gets overtime when what was given %s gets a name and leads', async (_when, paidMs) => {
    const { database, clock, keeper, give } = await begin()
    const end = START + LENGTH
    await give('ada', 500, START + 1)
    const bid = { id: 'bid', userId: 'bo', amountCents: 900, timestamp: START + paidMs }
    await database.write(changeBoard, [{ ...bid, name: null }])
    clock.now = end - 10_000
    await keeper.catchUp()
    expect((await requireRound(database)).row.overtimes_used).toBe(0)
    await database.write(changeBoard, [{ ...bid, name: 'bo', namedAt: clock.now }])
    await keeper.catchUp()
    expect(endOf((await requireRound(database)).row)).toBe(end + OVERTIME_MS)
  })

  test('counts nothing that got its name after the end, also on its board and after a rebuild', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 500, START + 1)
    const bid = { id: 'bid', userId: 'bo', amountCents: 900, timestamp: START + 2 }
    await database.write(changeBoard, [{ ...bid, name: null }])
    clock.now = START + LENGTH + 5_000
    await keeper.catchUp()
    await database.write(changeBoard, [{ ...bid, name: 'bo', namedAt: clock.now }])
    for (const node of [keeper, startKeeper(database, clock)]) {
      await node.catchUp()
      expect(await readResults(database, id)).toMatchObject({
        version: 1,
        rows: [{ name: 'ada', amountCents: 500 }],
      })
    }
    const leaderboard = createLeaderboard({ payments: 'sandbox', database, logger })
    await leaderboard.start()
    closing.push(() => leaderboard.close())
    expect((await leaderboard.page({ limit: 5 })).total.amountCents).toBe(1_400)
  })

  test('is not recorded by a node that has not yet asked what was paid while none ran', async () => {
    const { database, clock, id, give } = await begin()
    const end = START + LENGTH
    await give('ada', 500, START + 1)
    clock.now = end + 10_000
    const late = startKeeper(database, clock)
    let hasAsked = false
    late.holdUntil(() => hasAsked)
    await late.catchUp()
    expect(await readResults(database, id)).toBeUndefined()
    await give('bo', 700, end - 20_000)
    hasAsked = true
    await late.catchUp()
    expect((await requireRound(database)).row.overtimes_used).toBe(1)
    clock.now = end + OVERTIME_MS + 5_000
    await late.catchUp()
    expect(await readResults(database, id)).toMatchObject({
      version: 1,
      rows: [{ name: 'bo' }, { name: 'ada' }],
    })
  })

  test('is recorded half a minute after a start if a provider is away', async () => {
    const { database, clock, id, give } = await begin()
    await give('ada', 500, START + 1)
    clock.now = START + LENGTH + 10_000
    const late = startKeeper(database, clock)
    late.holdUntil(() => false)
    for (const [afterMs, version] of [
      [29_999, undefined],
      [1, 1],
    ] as const) {
      clock.now += afterMs
      await late.catchUp()
      expect((await readResults(database, id))?.version).toBe(version)
    }
  })

  test('gets no overtime once a host has ended it, nor by a node that does not know yet', async () => {
    const { database, id } = await begin()
    const end = START + LENGTH
    await database.write(endRound, { livemode: 0, actor: OPERATOR, at: end - 1, id })
    expect(await database.write(addOvertime, { id, used: 0, endsAt: end })).toBe(false)
    expect(endOf((await requireRound(database)).row)).toBe(end)
  })

  test('counts five seconds what was taken in time, then freezes', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 500, START + 1)
    clock.now = START + LENGTH + 4_999
    await keeper.catchUp()
    expect(await readResults(database, id)).toBeUndefined()
    clock.now += 1
    await keeper.catchUp()
    expect(await readResults(database, id)).toMatchObject({
      version: 1,
      total: { count: 1, amountCents: 500 },
      rows: [{ rank: 1, name: 'ada', amountCents: 500 }],
    })
  })

  test('strikes a row whose money has gone back, and moves the next up', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 500, START + 1)
    await give('bo', 300, START + 2)
    clock.now = START + 2 * LENGTH
    await keeper.catchUp()
    await database.write(changeBoard, [{ id: `ada-${START + 1}`, amountCents: 0, name: 'ada' }])
    await keeper.catchUp()
    expect((await readResults(database, id))?.rows).toMatchObject([
      { rank: 1, name: 'bo' },
      { rank: null, name: 'ada', amountCents: 500 },
    ])
    expect((await readResults(database, id, 1))?.rows).toMatchObject([
      { rank: 1, name: 'ada' },
      { rank: 2 },
    ])
    await database.write(changeBoard, [{ id: `ada-${START + 1}`, amountCents: 500, name: 'ada' }])
    await keeper.catchUp()
    expect((await readResults(database, id))?.rows).toMatchObject([
      { rank: 1, name: 'ada' },
      { rank: 2 },
    ])
    expect((await readResults(database, id))?.version).toBe(3)
  })

  test('strikes a row whose gifts went back one by one with all that it had', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 200, START + 1)
    await give('ada', 500, START + 2)
    await give('bo', 300, START + 3)
    clock.now = START + 2 * LENGTH
    await keeper.catchUp()
    for (const at of [START + 2, START + 1]) {
      await database.write(changeBoard, [{ id: `ada-${at}`, amountCents: 0, name: 'ada' }])
      await keeper.catchUp()
    }
    expect(await readResults(database, id)).toMatchObject({
      version: 3,
      rows: [
        { rank: 1, name: 'bo', amountCents: 300 },
        { rank: null, name: 'ada', amountCents: 700 },
      ],
    })
    await keeper.catchUp()
    expect((await readResults(database, id))?.version).toBe(3)
  })

  test('strikes a row with its name, also if the last gift that went back was anonymous', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 500, START + 1)
    const anonymous = { id: 'd2', userId: 'ada', name: ANONYMOUS, timestamp: START + 2 }
    await database.write(changeBoard, [{ ...anonymous, amountCents: 100 }])
    await give('bo', 300, START + 3)
    clock.now = START + 2 * LENGTH
    await keeper.catchUp()
    await database.write(changeBoard, [{ id: `ada-${START + 1}`, amountCents: 0, name: 'ada' }])
    await keeper.catchUp()
    await database.write(changeBoard, [{ ...anonymous, amountCents: 0 }])
    await keeper.catchUp()
    expect((await readResults(database, id))?.rows).toMatchObject([
      { rank: 1, name: 'bo' },
      { rank: null, name: 'ada', amountCents: 600 },
    ])
  })

  test('shows what stands for a name that is held, on its board and after its end', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    const gift = { id: 'd1', userId: 'ada', amountCents: 500, timestamp: START + 1 }
    await database.write(changeBoard, [{ ...gift, name: HELD_NAME }])
    const anonymous = { id: 'd2', userId: 'ada', name: ANONYMOUS, timestamp: START + 2 }
    await database.write(changeBoard, [{ ...anonymous, amountCents: 100 }])
    await give('bo', 300, START + 3)
    clock.now = START + 2 * LENGTH
    await keeper.catchUp()
    const held = [
      { rank: 1, name: HELD_NAME, amountCents: 600 },
      { rank: 2, name: 'bo' },
    ]
    expect((await readResults(database, id))?.rows).toMatchObject(held)
    await database.write(changeBoard, [{ ...gift, name: 'Ada' }])
    await keeper.catchUp()
    expect(await readResults(database, id)).toMatchObject({
      version: 1,
      rows: [{ name: 'Ada' }, { name: 'bo' }],
    })
  })

  test('tells what a row was that fell because a part of its money has gone back', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 3_000, START + 1)
    await give('ada', 700, START + 2)
    await give('bo', 2_000, START + 3)
    await give('cleo', 1_000, START + 4)
    await give('dexter', 900, START + 5)
    clock.now = START + 2 * LENGTH
    await keeper.catchUp()
    const takeBack = async (name: string, at: number) => {
      await database.write(changeBoard, [{ id: `${name}-${at}`, amountCents: 0, name }])
      await keeper.catchUp()
    }
    await takeBack('bo', START + 3)
    const second = await readResults(database, id)
    await takeBack('ada', START + 1)
    expect((await readResults(database, id))?.rows).toMatchObject([
      { rank: 1, name: 'cleo', amountCents: 1_000 },
      { rank: 2, name: 'dexter', amountCents: 900 },
      { rank: 3, name: 'ada', amountCents: 700, former: { rank: 1, amountCents: 3_700 } },
      { rank: null, name: 'bo', amountCents: 2_000, former: { rank: 2, amountCents: 2_000 } },
    ])
    const now = await readResults(database, id)
    expect(now?.rows.filter(({ former }) => former === undefined)).toHaveLength(2)
    expect(await readResults(database, id, 2)).toEqual(second)
  })

  test('tells nothing of a row that others have passed, or that keeps its place', async () => {
    const { database, clock, keeper, id, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 3_000, START + 1)
    await give('ada', 700, START + 2)
    await give('bo', 300, START + 3)
    clock.now = START + 2 * LENGTH
    await keeper.catchUp()
    // Late money passes her; a refund alone would have left her where she was.
    await give('late', 9_000, START + 4)
    await keeper.catchUp()
    await database.write(changeBoard, [{ id: `ada-${START + 1}`, amountCents: 0, name: 'ada' }])
    await keeper.catchUp()
    const results = await readResults(database, id)
    expect(results?.rows.map(({ name, former }) => [name, former])).toEqual([
      ['late', undefined],
      ['ada', undefined],
      ['bo', undefined],
    ])
  })

  test.each(['donation', 'donor'] as const)(
    'of more rows than are listed, each %s, strikes those alone whose money has gone back',
    async (ranks) => {
      const { database, clock, keeper, id, give } = await begin({ ...RULES, ranks, overtimes: 0 })
      for (let nth = 1; nth <= 108; nth += 1) await give(`donor ${nth}`, 500, START + nth)
      clock.now = START + 2 * LENGTH
      await keeper.catchUp()
      const refund = { id: `donor 1-${START + 1}`, name: 'donor 1', timestamp: START + 1 }
      await database.write(changeBoard, [{ ...refund, amountCents: 0 }])
      await keeper.catchUp()
      const listed = async () => (await readResults(database, id))?.rows ?? []
      expect(await listed()).toHaveLength(101)
      expect((await listed()).at(-1)).toMatchObject({ rank: null, name: 'donor 1' })
      // A late payment has passed the last one, which keeps its money.
      await give('late', 600, START + 200)
      await keeper.catchUp()
      expect((await listed()).at(0)).toMatchObject({ rank: 1, name: 'late' })
      expect((await listed()).filter(({ rank }) => rank === null)).toHaveLength(1)
      // A part of the money has gone back of a row that is not listed for it any more.
      await database.write(changeBoard, [
        { id: `late-${START + 200}`, name: 'late', amountCents: 100 },
      ])
      await keeper.catchUp()
      expect((await listed()).slice(-2)).toMatchObject([
        { rank: null, name: 'late', amountCents: 600 },
        { rank: null, name: 'donor 1' },
      ])
      // Money that comes back, as after a dispute, stands where it stood.
      await database.write(changeBoard, [{ ...refund, amountCents: 500 }])
      await keeper.catchUp()
      expect((await listed()).at(0)).toMatchObject({ rank: 1, name: 'donor 1' })
      expect((await listed()).filter(({ rank }) => rank === null)).toHaveLength(1)
    },
  )

  test('shows the names that donors have chosen since, in the same version', async () => {
    const { database, clock, keeper, id } = await begin({ ...RULES, overtimes: 0 })
    const gift = { id: 'd1', userId: 'ada', amountCents: 500, timestamp: START }
    await database.write(changeBoard, [{ ...gift, name: ANONYMOUS }])
    clock.now = START + 2 * LENGTH
    await keeper.catchUp()
    expect((await readResults(database, id))?.rows).toMatchObject([{ name: ANONYMOUS }])
    await database.write(changeBoard, [{ ...gift, name: 'Ada' }])
    await keeper.catchUp()
    expect(await readResults(database, id)).toMatchObject({ version: 1, rows: [{ name: 'Ada' }] })
  })

  test('has a board whose rows are those of its results', async () => {
    const { database, clock, give } = await begin({ ...RULES, overtimes: 0 })
    await give('ada', 900, START - 1)
    await give('bo', 300, START)
    await give('cy', 400, START + LENGTH)
    const { row } = await requireRound(database)
    const leaderboard = createLeaderboard({ database, payments: 'sandbox', logger })
    await leaderboard.start()
    const current = {
      boards: ['donations-all-time' as const],
      timeZone: 'UTC',
      round: toRound(row, null),
    }
    const boards = createBoards({
      database,
      leaderboard,
      campaign: { current },
      limits: { maxCents: 1_000_000 },
      secret: SECRET,
      clock: () => clock.now,
      schedule: () => () => {},
      logger,
    })
    closing.push(async () => {
      await boards.close()
      await leaderboard.close()
    })
    for (const id of ['round', 'donors-round']) {
      expect((await boards.open(id)).top(5)?.entries).toMatchObject([
        { name: 'bo', amountCents: 300 },
      ])
    }
    expect((await boards.list()).boards.map(({ id, endsAt }) => [id, endsAt])).toEqual([
      ['donors-round', new Date(START + LENGTH).toISOString()],
      ['donations-all-time', null],
    ])
    Object.assign(current, { round: toRound({ ...row, overtimes_used: 1 }, null) })
    expect((await boards.open('round')).top(5)?.total).toEqual({ count: 2, amountCents: 700 })
  })
})
