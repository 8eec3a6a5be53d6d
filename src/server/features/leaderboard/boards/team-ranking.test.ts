import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/infra/database/database.ts'
import { changeBoard, openBoardDatabase } from '#tests/helpers/databases/board.ts'
import { loadRanking } from './ranking.ts'
import { TeamRanking } from './team-ranking.ts'

const SPAN = { start: 0, end: Number.MAX_SAFE_INTEGER }
const NOW = Date.UTC(2026, 10, 25)

let database: Database
let touched: string[] = []

beforeEach(async () => {
  touched = []
  database = await openBoardDatabase()
  await database.autocommit
    .insertInto('donor_teams')
    .values({
      id: 'lynxes',
      name: 'Lynxes',
      name_key: 'lynxes',
      is_held: 0,
      founder_id: null,
      founded_at: NOW,
      closed_at: null,
      revision: 0,
    })
    .execute()
})

afterEach(() => database.close())

const createRanking = () =>
  new TeamRanking({
    livemode: 0,
    span: SPAN,
    measure: 'sum',
    onTouch: (id, key) => touched.push(`${id} ${key?.amountCents}`),
  })

const give = (id: string, amountCents: number) =>
  database.write(changeBoard, [
    { id, userId: 'ada', teamId: 'lynxes', timestamp: NOW, amountCents },
  ])

/** Has the ranking settle while the teams cannot be read. */
async function failToSettle(ranking: TeamRanking): Promise<void> {
  await sql`alter table donor_teams rename to donor_teams_elsewhere`.execute(database.autocommit)
  await expect(ranking.settle(database.reader)).rejects.toThrow('donor_teams')
  await sql`alter table donor_teams_elsewhere rename to donor_teams`.execute(database.autocommit)
}

test('a change is placed after a reading that failed in the middle', async () => {
  await give('d1', 500)
  const deps = { livemode: 0, span: SPAN, onTouch: () => undefined } as const
  const ranking = await loadRanking(database.reader, createRanking(), deps)
  await failToSettle(ranking)
  await ranking.settle(database.reader)
  expect(ranking.find('lynxes')).toMatchObject({ amountCents: 500 })

  await give('d2', 700)
  const times = { captured: NOW, begun: NOW, named: 0 }
  ranking.apply(
    {
      version: 2,
      id: 'd2',
      sequence: 2,
      timestamp: NOW,
      times,
      previousAmountCents: null,
      row: { id: 'd2', name: 'Ada', message: null, amountCents: 700, timestamp: NOW, sequence: 2 },
      retracts: false,
    },
    { userId: 'ada', teamId: 'lynxes' },
  )
  await failToSettle(ranking)
  await ranking.settle(database.reader)
  expect(ranking.find('lynxes')).toMatchObject({ amountCents: 1_200 })
  expect(touched).toEqual(['lynxes 500', 'lynxes 1200'])
})
