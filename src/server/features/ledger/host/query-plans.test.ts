import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { seedDonations } from '#tests/helpers/databases/board.ts'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
import { openFreshPostgres } from '#tests/helpers/databases/databases.ts'
import { explainQueries } from '#tests/helpers/databases/explain.ts'
import { countDonations, searchDonations, type DonationSearch } from './donation-search.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestSqlite()
})

afterAll(() => database.close())

const after = { value: 500, sequence: 7 }

const SEARCHES: [string, RegExp, Partial<DonationSearch>][] = [
  ['the newest donations', /COVERING INDEX donation_sums_by_time/, {}],
  ['a deep page', /COVERING INDEX donation_sums_by_time/, { after }],
  ['one provider, highest first', /by_amount/, { sort: 'highest', provider: 'paypal', after }],
  ['an exact amount', /by_amount .*gross_cents=/, { sort: 'highest', grossCents: 500 }],
  ['a state, newest first', /donation_sums_changed .*state=/, { state: 'disputed' }],
  ['a state, highest first', /changed_by_amount .*state=/, { state: 'disputed', sort: 'highest' }],
]

test.each(SEARCHES)('an index brings %s, in its order', async (_what, index, search) => {
  const steps = await explainQueries(database.reader, (reader) =>
    searchDonations(
      { reader, dialect: 'sqlite' },
      { livemode: 0, sort: 'newest', limit: 50, ...search },
    ),
  )
  expect(steps.join('\n')).toMatch(index)
  expect(steps.join('\n')).not.toMatch(/TEMP B-TREE/)
})

test.each(SEARCHES)('an index alone counts %s', async (_what, _index, search) => {
  const steps = await explainQueries(database.reader, (reader) =>
    countDonations({ reader, dialect: 'sqlite' }, { livemode: 0, ...search }, 10_000),
  )
  expect(steps.join('\n')).toMatch(/COVERING INDEX donation_sums/)
})

test.each([undefined, 'refunded'] as const)(
  'PostgreSQL finds the donations that a text names once, and reads no others: state %s',
  async (state) => {
    const postgres = await openFreshPostgres()
    onTestFinished(() => postgres.close())
    await seedDonations(postgres, { count: 20_000, amountCents: '500 + i' })
    await sql`analyze`.execute(postgres.autocommit)
    const match = { donationIds: [], userIds: [], namePrefixes: ['donor 7'] }
    const steps = await explainQueries(
      postgres.reader,
      async (reader) => {
        const named = { livemode: 0, match, state } as const
        const database = { reader, dialect: 'postgres' } as const
        await searchDonations(database, { ...named, sort: 'newest', limit: 50 })
        await countDonations(database, named, 10_000)
      },
      'postgres',
    )
    expect(steps.join('\n')).toMatch(/InitPlan/)
    expect(steps.join('\n')).not.toMatch(/Nested Loop|Seq Scan on donation_sums/)
  },
)
