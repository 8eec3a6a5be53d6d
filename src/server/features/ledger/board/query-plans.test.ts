import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { explainQueries } from '#tests/helpers/databases/explain.ts'
import type { Reader } from '#server/infra/database/database.ts'
import {
  countEarlierEquals,
  countEqualsBetween,
  findBelowAmount,
  readAbove,
  readBelow,
  readFeed,
  readHistogram,
  readTop,
} from './board-reads.ts'
import { findDonors, findNamedSince, findShown, readCounted } from './board-rows.ts'
import { sumDonors } from './donor-sums.ts'
import { findDonations, findDonationsOf, sumBoard } from '../store.ts'
import { sumVotes } from '../sums/votes.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestSqlite()
})

afterAll(() => database.close())

const LIVE = { livemode: 1, limit: 10 } as const
const KEY = { amountCents: 500, sequence: 7 }

const DAY = { start: 1_000, end: 2_000 }

const readDay = (reader: Reader) =>
  readCounted(reader, { ...LIVE, span: DAY, after: { timestamp: 1_500, sequence: 7 } })

const QUERIES: [string, RegExp, (reader: Reader) => Promise<unknown>][] = [
  ['the histogram', /donations_by_rank/, (reader) => readHistogram(reader, 1)],
  ['the highest rows', /donations_by_rank/, (reader) => readTop(reader, LIVE)],
  ['the rows below a place', /donations_by_rank/, (reader) => readBelow(reader, KEY, LIVE)],
  ['the rows above a place', /donations_by_rank/, (reader) => readAbove(reader, KEY, LIVE)],
  ['the row below an amount', /donations_by_rank/, (reader) => findBelowAmount(reader, 1, 500)],
  [
    'a place among equals',
    /donations_by_rank/,
    (reader) => countEarlierEquals(reader, KEY, { livemode: 1, equals: 10 }),
  ],
  [
    'the places between equals',
    /donations_by_rank/,
    (reader) => countEqualsBetween(reader, 1, [KEY, { ...KEY, sequence: 9 }]),
  ],
  ['the sum', /donations_by_(rank|arrival)/, (reader) => sumBoard(reader, 1)],
  [
    'the latest donations',
    /donations_by_arrival/,
    (reader) => findDonations(reader, { ...LIVE, before: undefined }),
  ],
  [
    'the donations before one',
    /donations_by_arrival/,
    (reader) => findDonations(reader, { ...LIVE, before: 7 }),
  ],
  [
    'somebody’s own donations',
    /donations_by_donor/,
    (reader) => findDonationsOf(reader, { ...LIVE, userId: 'user-1' }),
  ],
  [
    'the changes after a version',
    /USING INTEGER PRIMARY KEY/,
    (reader) => readFeed(reader, { ...LIVE, after: 7 }),
  ],
  [
    'the votes of options',
    /USING COVERING INDEX donations_by_option/,
    (reader) =>
      sumVotes(
        reader,
        1,
        new Map([
          ['one', 7],
          ['two', 9],
        ]),
      ),
  ],
  [
    'the sums of donors',
    /donations_by_donor/,
    (reader) => sumDonors(reader, ['user-1', 'user-2'], { livemode: 1, span: DAY }),
  ],
  [
    'the accounts of donations',
    /USING INTEGER PRIMARY KEY/,
    (reader) => findDonors(reader, [7, 9]),
  ],
  ['donations by sequence', /USING INTEGER PRIMARY KEY/, (reader) => findShown(reader, 1, [7, 9])],
  [
    'what got its name since',
    /USING (COVERING )?INDEX donations_by_naming/,
    (reader) => findNamedSince(reader, 7, 9),
  ],
  ['the donations of a span', /USING INTEGER PRIMARY KEY/, readDay],
]

test.each(QUERIES)('an index of the mode brings %s, in its order', async (_what, index, read) => {
  const steps = await explainQueries(database.reader, read)
  const looks = steps.filter((step) => /^(SEARCH|SCAN) (donations|board_changes)/.test(step))
  expect(looks.length).toBeGreaterThan(0)
  for (const look of looks) expect(look).toMatch(index)
  for (const step of steps) expect(step).not.toMatch(/TEMP B-TREE|SCAN (donations|board_changes)/)
})

test('the donations of a span are found by their time, whatever came before', async () => {
  const steps = await explainQueries(database.reader, readDay)
  expect(steps).toContainEqual(
    expect.stringMatching(
      /SEARCH donation_sums USING .*donation_sums_by_time \(livemode=\? AND .*timestamp/,
    ),
  )
})
