import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { BOARD_IDS, describeBoard, type ChosenBoardId } from '#contract/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { ANONYMOUS, HELD_NAME } from '#contract/stand-in-names.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { createBoards } from '#server/features/leaderboard/boards/boards.ts'
import { createDonorIds } from '#server/features/leaderboard/boards/donor-ids.ts'
import { hasInstant, spanAt } from '#server/infra/time-span.ts'
import {
  createLeaderboard,
  type Boards,
  type RankedBoard,
} from '#server/features/leaderboard/leaderboard.ts'
import { changeTeam } from '#server/features/donor-teams/teams-store.ts'
import { compareRank, MAX_CLOCK_LEAD_MS, type Donation } from '#server/features/ledger/ledger.ts'
import { deleteTestDonations } from '#server/features/ledger/store.ts'
import type { Database } from '#server/infra/database/database.ts'
import {
  changeBoard,
  openBoardDatabase,
  seedDonations,
  type BoardFixture,
} from '../helpers/databases/board.ts'
import { openFreshPostgres } from '../helpers/databases/databases.ts'

const SECRET = 'a secret of these tests'
const logger = pino({ level: 'silent' })

let closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

interface Node {
  boards: Boards
  campaign: { current: { boards: ChosenBoardId[]; timeZone: string } }
  clock: { now: number }
}

async function startNode(
  database: Database,
  now: number,
  ids: readonly ChosenBoardId[] = BOARD_IDS,
) {
  const campaign = { current: { boards: [...ids], timeZone: 'Europe/Berlin' } }
  const clock = { now }
  const leaderboard = createLeaderboard({ database, payments: 'sandbox', logger })
  await leaderboard.start()
  const boards = createBoards({
    database,
    leaderboard,
    campaign,
    limits: { maxCents: 1_000_000 },
    secret: SECRET,
    clock: () => clock.now,
    // Without a timer: the boards must turn over at each read.
    schedule: () => () => {},
    logger,
  })
  closing.push(async () => {
    await boards.close()
    await leaderboard.close()
  })
  return { boards, campaign, clock } satisfies Node
}

async function readAll(board: RankedBoard, limit = 3): Promise<LeaderboardEntry[]> {
  const entries: LeaderboardEntry[] = []
  let after: string | undefined
  do {
    const page = await board.page({ limit, after })
    entries.push(...page.entries)
    after = page.next ?? undefined
  } while (after !== undefined)
  return entries
}

const toDonorId = createDonorIds(SECRET)

/** Computes a board from the table of donations, as its definition says. */
async function recompute(database: Database, id: ChosenBoardId, node: Node) {
  const { ranks } = describeBoard(id)
  const counted = await readCounted(database, id, node)
  const rows = {
    donation: () => counted.map((donation) => toRow(donation.id, donation.name, [donation])),
    donor: () =>
      [...Map.groupBy(counted, (donation) => donation.user_id)].map(([userId, own]) =>
        toDonorRow(userId, own, `${id} ${boardSpan(id, node).start}`),
      ),
    team: () => toTeamRows(counted),
    'team-average': () => toTeamRows(counted).map(toAverage),
  }[ranks]()
  return rows.toSorted((a, b) => compareRank(a, b)).map((row, index) => toEntry(row, index + 1))
}

function boardSpan(id: ChosenBoardId, { clock, campaign }: Node) {
  const { span: kind } = describeBoard(id)
  if (kind === 'round') throw new Error('A round has a span of its own.')
  return spanAt(kind, clock.now, campaign.current.timeZone)
}

/** A donor without a name has an id of the board alone, and the times are those of names. */
function toDonorRow(userId: string, own: readonly Donation[], spanId: string) {
  const naming = findNaming(own)
  const id = toDonorId(naming === undefined ? `${spanId}:${userId}` : userId)
  const row = toRow(id, naming?.name ?? ANONYMOUS, own)
  return { ...row, timestamp: naming?.timestamp ?? row.timestamp }
}

/** Returns the donation from which a donor's row has its name; undefined if all are anonymous. */
function findNaming(own: readonly Donation[]): Donation | undefined {
  return own.findLast(showsName) ?? own.findLast(({ name }) => name === HELD_NAME)
}

/** Reads the donations that count for a board, the first one first. */
async function readCounted(database: Database, id: ChosenBoardId, node: Node) {
  const span = boardSpan(id, node)
  const donations = await database.reader.selectFrom('donations').selectAll().execute()
  return donations
    .filter(({ name, amount_cents: amountCents }) => name !== null && amountCents > 0)
    .filter((donation) => hasInstant(span, donation.captured_at ?? donation.timestamp))
    .toSorted((a, b) => a.sequence - b.sequence)
}

function toTeamRows(counted: readonly Donation[]) {
  return [...Map.groupBy(counted, (donation) => donation.team_id)].flatMap(([id, given]) =>
    id === null ? [] : [{ ...toRow(id, TEAMS[id] ?? null, given), donors: countDonors(given) }],
  )
}

const countDonors = (given: readonly Donation[]) => new Set(given.map((one) => one.user_id)).size

/** Returns a star for what each donor gave with a name, with a held one, and without. */
function toStars(given: readonly Donation[]) {
  const kindOf = (one: Donation) => (showsName(one) ? 'named' : one.name)
  const parts = Map.groupBy(given, (one) => `${one.user_id} ${kindOf(one)}`)
  return [...parts.values()]
    .map((part) => ({ latest: part.at(-1), amountCents: sumOf(part) }))
    .map(({ latest, amountCents }) => ({
      name: latest === undefined || latest.name === ANONYMOUS ? null : latest.name,
      amountCents,
      sequence: latest?.sequence ?? 0,
    }))
    .toSorted(
      (a, b) =>
        b.amountCents - a.amountCents ||
        Number(a.name === null) - Number(b.name === null) ||
        a.sequence - b.sequence,
    )
    .map(({ name, amountCents }) => ({ name, amountCents }))
}

const sumOf = (donations: readonly Donation[]) =>
  donations.reduce((sum, donation) => sum + donation.amount_cents, 0)

function toAverage({ donors, ...row }: ReturnType<typeof toTeamRows>[number]) {
  return { ...row, amountCents: Math.floor(row.amountCents / donors) }
}

const showsName = ({ name }: Donation) => name !== ANONYMOUS && name !== HELD_NAME

function toRow(id: string, name: string | null, donations: readonly Donation[]) {
  const latest = donations.at(-1)
  if (latest === undefined) throw new Error('There is no row without donations.')
  const amountCents = sumOf(donations)
  return { id, name, amountCents, sequence: latest.sequence, timestamp: latest.timestamp }
}

function toEntry({ id, name, amountCents, timestamp }: ReturnType<typeof toRow>, position: number) {
  return { position, id, name, amountCents, timestamp: new Date(timestamp).toISOString() }
}

const START = Date.parse('2026-10-24T20:00:00Z')
const HOUR = 3_600_000
const DONORS = ['ada', 'bo', 'cy', 'di']
/** The names of the teams, which hosts change. */
let TEAMS: Record<string, string> = { lynxes: 'Lynxes', orion: 'Orion' }

/** When the provider took the money: before it was recorded, or at an edge of the day of then. */
const captured = fc.oneof(
  fc.record({ hoursBefore: fc.constantFrom(-0.05, 0, 1, 30, 200) }),
  fc.record({ edge: fc.constantFrom('start', 'end'), byMs: fc.constantFrom(-1, 0, 1, 4_000) }),
)

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      donor: fc.constantFrom(...DONORS),
      amountCents: fc.integer({ min: 1, max: 4 }).map((dollars) => dollars * 100),
      name: fc.constantFrom('Ada', 'Bo', ANONYMOUS, HELD_NAME),
      teamId: fc.constantFrom(null, 'lynxes', 'lynxes', 'orion'),
      lateHours: fc.constantFrom(0, 0, 0, 30, 200),
      captured: fc.option(captured),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      nth: fc.nat(),
      amountCents: fc.constantFrom(0, 100, 200),
      name: fc.constantFrom('Ada', 'Cy', ANONYMOUS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.integer({ min: -2, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      teamId: fc.constantFrom('lynxes', 'orion'),
      name: fc.constantFrom('Bears', 'Foxes', 'Owls'),
    }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the time of a capture, which its provider's clock may say to be a bit in the future. */
function capturedAt(
  when: typeof captured extends fc.Arbitrary<infer Value> ? Value : never,
  timestamp: number,
): number {
  const at =
    'edge' in when
      ? spanAt('today', timestamp, 'Europe/Berlin')[when.edge] + when.byMs
      : timestamp - when.hoursBefore * HOUR
  return Math.min(at, timestamp + MAX_CLOCK_LEAD_MS)
}

/** Adds the teams as hosts do, with ids that donations name. */
async function addTeams(database: Database): Promise<void> {
  const shared = { is_held: 0, founder_id: null, founded_at: START, closed_at: null } as const
  for (const [id, name] of Object.entries(TEAMS)) {
    // No version of the feed has brought them, so that the first donation is of another one.
    const row = { id, name, name_key: id, ...shared, revision: 0 }
    await database.autocommit.insertInto('donor_teams').values(row).execute()
  }
}

describe.each([
  ['SQLite', openBoardDatabase, 60],
  ['PostgreSQL', openFreshPostgres, 12],
])('the boards on %s', (_name, open, numRuns) => {
  async function openDatabase(): Promise<Database> {
    const database = await open()
    closing.push(() => database.close())
    return database
  }

  test('always are what the table of donations makes them', { timeout: 120_000 }, async () => {
    const database = await openDatabase()
    await addTeams(database)
    const node = await startNode(database, START)
    let count = 0

    async function take(one: Step): Promise<void> {
      if (one.kind === 'wait') node.clock.now += one.hours * HOUR
      if (one.kind === 'clear') {
        await database.write(deleteTestDonations, { at: node.clock.now, actor: OPERATOR })
      }
      if (one.kind === 'give') {
        const { donor: userId, amountCents, name, teamId, lateHours, captured: when } = one
        const timestamp = node.clock.now - lateHours * HOUR
        const id = `d${(count += 1)}`
        const captureTime = when && { capturedAt: capturedAt(when, timestamp) }
        const gift = { id, userId, amountCents, name, teamId, timestamp, ...captureTime }
        await database.write(changeBoard, [gift])
      }
      if (one.kind === 'rename') {
        TEAMS = { ...TEAMS, [one.teamId]: one.name }
        const name = { name: one.name, key: `${one.teamId} ${one.name}` }
        await database.write(changeTeam, { id: one.teamId, name, actor: OPERATOR, at: START })
      }
      if (one.kind === 'change' && count > 0) {
        const { amountCents, name } = one
        await change(`d${(one.nth % count) + 1}`, { amountCents, name })
      }
    }

    async function change(id: string, to: { amountCents: number; name: string }): Promise<void> {
      const { removed_at: removedAt } = await database.reader
        .selectFrom('donations')
        .select('removed_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (removedAt === null) {
        await database.write(changeBoard, [{ id, ...to, retracts: true }])
      }
    }

    async function expectBoard(id: ChosenBoardId): Promise<void> {
      const board = await node.boards.open(id)
      await board.catchUp()
      const expected = await recompute(database, id, node)
      const at = { id, at: new Date(node.clock.now).toISOString() }
      // A sum of averages would say nothing.
      const summed = BOARD_IDS.find((one) => one === id.replace('team-averages', 'teams')) ?? id
      const total = {
        count: expected.length,
        amountCents: (await recompute(database, summed, node)).reduce(
          (sum, entry) => sum + entry.amountCents,
          0,
        ),
      }
      const entries = await readAll(board)
      expect({ ...at, entries, top: board.top(500)?.entries, total: board.total }).toEqual({
        ...at,
        entries: expected,
        top: expected,
        total,
      })
      await expectOwnPlaces(id, board, expected)
      await expectSky(id, board, expected)
      const { position, passing } = await board.rank({ amountCents: 250, positions: [1] })
      const above = expected.filter(({ amountCents }) => amountCents >= 250).length
      const passed = expected[above]
      expect({ ...at, position, id: passing?.id, name: passing?.name }).toEqual({
        ...at,
        position: above + 1,
        id: passed?.id,
        name: passed?.name,
      })
    }

    async function expectOwnPlaces(
      boardId: ChosenBoardId,
      board: RankedBoard,
      expected: Awaited<ReturnType<typeof recompute>>,
    ) {
      if (board.ownPlace === undefined || board.sky !== undefined) return
      const counted = await readCounted(database, boardId, node)
      for (const userId of DONORS) {
        const { id } = await board.ownPlace(userId)
        const index = expected.findIndex((entry) => entry.id === id)
        const { name, amountCents } = expected[index - 1] ?? {}
        const above = index > 0 ? { name, amountCents } : null
        const own = expected[index]
        const naming = findNaming(counted.filter(({ user_id: owner }) => owner === userId))
        const linkedDonationId = naming?.id ?? null
        const place = own
          ? { position: index + 1, amountCents: own.amountCents, above, linkedDonationId }
          : null
        expect(await board.ownPlace(userId)).toEqual({ id, place })
      }
    }

    /** Expects the sky to have the rows of the board, with stars that do not tell who is anonymous. */
    async function expectSky(
      boardId: ChosenBoardId,
      board: RankedBoard,
      expected: Awaited<ReturnType<typeof recompute>>,
    ) {
      if (board.sky === undefined) return
      const counted = await readCounted(database, boardId, node)
      const { teams } = await board.sky.readTeams()
      const placed = teams.filter(({ position }) => position !== null)
      expect(placed.map(({ id, name, position }) => ({ id, name, position }))).toEqual(
        expected.map(({ id, name, position }) => ({ id, name, position })),
      )
      for (const { id, donors, stars: digits } of placed) {
        const given = counted.filter(({ team_id: teamId }) => teamId === id)
        expect(donors).toBe(countDonors(given))
        const { stars } = await board.sky.readTeam(id)
        expect(stars).toEqual(toStars(given))
        expect(digits).toHaveLength(stars.length)
      }
    }

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        for (const one of steps) await take(one)
        for (const id of BOARD_IDS) await expectBoard(id)
      }),
      // Each run continues from the boards of the last one, so a failure cannot be shrunk.
      { numRuns, endOnFailure: true },
    )
    // A team's new name takes a version that boards of donations do not follow: this one all do.
    await take({
      kind: 'give',
      donor: 'ada',
      amountCents: 300,
      name: 'Ada',
      teamId: 'lynxes',
      lateHours: 0,
      captured: null,
    })
    for (const id of BOARD_IDS) await expectBoard(id)
    const late = await startNode(database, node.clock.now)
    for (const id of BOARD_IDS) {
      const [kept, loaded] = await Promise.all([node.boards.open(id), late.boards.open(id)])
      expect(loaded.top(500)).toEqual(kept.top(500))
    }
  })

  test('a board of all donations so far has the pages of the leaderboard', async () => {
    const database = await openDatabase()
    await seedDonations(database, { count: 4_500, amountCents: '500 + i % 7' })
    const { boards } = await startNode(database, Date.UTC(2026, 0, 15), [
      'donations-month',
      'donors-month',
      'donations-all-time',
    ])
    const [month, all] = await Promise.all([
      boards.open('donations-month'),
      boards.open('donations-all-time'),
    ])
    expect(await readAll(month, 499)).toEqual(await readAll(all, 499))
    const query = { amountCents: 503, positions: [2_000, 700, 1] }
    expect(await month.rank(query)).toEqual({
      ...(await all.rank(query)),
      version: month.version,
    })
    const donors = await boards.open('donors-month')
    expect(donors.total).toEqual({ count: 1, amountCents: all.total.amountCents })
  })

  describe('for an amount that lands below the rows in memory', () => {
    const month = 'donors-month'
    /** The amount between the donors at places 600 and 601. */
    const amountCents = 9_400

    async function startDonors() {
      const database = await openDatabase()
      await seedDonations(database, { count: 800, amountCents: '10000 - i' })
      await sql`update donations set user_id = 'u' || sequence`.execute(database.autocommit)
      let snapshots = 0
      const readSnapshot: Database['readSnapshot'] = (read) => {
        snapshots += 1
        return database.readSnapshot(read)
      }
      const node = await startNode({ ...database, readSnapshot }, Date.UTC(2026, 0, 15), [month])
      const board = await node.boards.open(month)
      const rank = (cents: number) => board.rank({ amountCents: cents, positions: [] })
      const change = (...changes: BoardFixture[]) => database.write(changeBoard, changes)
      const count = () => snapshots
      return { node, rank, change, count }
    }

    test('the passed donor is read once for each version', async () => {
      const { node, rank, change, count } = await startDonors()
      const before = count()
      const passing = { name: 'Donor 601', amountCents: 9_399 }
      const asked = [await rank(amountCents), await rank(amountCents)]
      for (const quote of asked) expect(quote).toMatchObject({ position: 601, passing })
      expect(count()).toBe(before + 1)
      await change({ id: 'd601', amountCents: 9_399, name: 'Renamed' })
      await node.boards.catchUp()
      expect(await rank(amountCents)).toMatchObject({ passing: { name: 'Renamed' } })
    })

    test('place and donor are of one version, also while the board changes', async () => {
      const { node, rank, change } = await startDonors()
      const asked = [rank(amountCents), rank(amountCents - 1), rank(amountCents + 1)]
      await change(
        { id: 'high', userId: 'new', amountCents: 9_990 },
        { id: 'd601', amountCents: 0 },
      )
      const passed = await Promise.all(asked)
      await node.boards.catchUp()
      const later = [
        await rank(amountCents),
        await rank(amountCents - 1),
        await rank(amountCents + 1),
      ]
      const either = [
        [601, 'Donor 601'],
        [602, 'Donor 602'],
        [600, 'Donor 600'],
      ]
      expect(later.map(({ position, passing }) => [position, passing?.name])).toEqual([
        [602, 'Donor 602'],
        [602, 'Donor 602'],
        [601, 'Donor 600'],
      ])
      for (const [index, { position, passing }] of passed.entries()) {
        const after = [later[index]?.position, later[index]?.passing?.name]
        expect([either[index], after]).toContainEqual([position, passing?.name])
      }
    })
  })

  test('the highest rows in memory are right after changes at their lower end', async () => {
    const database = await openDatabase()
    await seedDonations(database, { count: 503, amountCents: '10000 - i' })
    await sql`update donations set user_id = 'u' || sequence`.execute(database.autocommit)
    const ids = ['donations-month', 'donors-month'] as const
    const node = await startNode(database, Date.UTC(2026, 0, 15), ids)
    const boards = await Promise.all(ids.map((id) => node.boards.open(id)))
    const changes: BoardFixture[] = [
      { id: 'd500', amountCents: 9_499, name: 'Below' },
      { id: 'd500', amountCents: 9_499, name: 'Renamed' },
      { id: 'd500', amountCents: 0 },
      { id: 'd20', amountCents: 9_980, name: 'Renamed' },
      { id: 'd30', amountCents: 100 },
      { id: 'new', userId: 'u400', amountCents: 200 },
      { id: 'lowest', userId: 'nobody', amountCents: 100 },
      { id: 'd400', amountCents: 1 },
      { id: 'd501', amountCents: 9_600 },
    ]
    for (const change of changes) {
      await database.write(changeBoard, [change])
      await node.boards.catchUp()
      for (const [index, id] of ids.entries()) {
        const expected = await recompute(database, id, node)
        expect({ change, rows: boards[index]?.top(500)?.entries }).toEqual({
          change,
          rows: expected.slice(0, 500),
        })
      }
    }
  })

  test('a change that does not fit what is in memory has the board read anew', async () => {
    const database = await openDatabase()
    const node = await startNode(database, START, ['donations-today', 'donors-today'])
    const give = { id: 'd1', userId: 'ada', timestamp: START }
    await database.write(changeBoard, [{ ...give, amountCents: 500 }])
    const boards = await Promise.all(
      (['donations-today', 'donors-today'] as const).map((id) => node.boards.open(id)),
    )
    await database.autocommit.updateTable('donations').set({ amount_cents: 700 }).execute()
    await database.write(changeBoard, [{ ...give, amountCents: 300 }])
    await node.boards.catchUp()
    for (const board of boards) {
      expect(board.top(10)).toMatchObject({ total: { count: 1, amountCents: 300 } })
      expect(board.version % 2e6).toBe(2)
    }
  })
})
