import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '#tests/helpers/databases/database.ts'
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
