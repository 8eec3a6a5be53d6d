import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBoard, openBoardDatabase } from '#tests/helpers/databases/board.ts'
import type { TestDatabase } from '#tests/helpers/databases/database.ts'
import {
  byRank,
  compareRank,
  isShown,
  selectOwned,
  selectShown,
  toPublicDonation,
} from './public-donations.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openBoardDatabase()
  await database.write(changeBoard, [
    { id: 'later', amountCents: 500, timestamp: Date.UTC(2026, 10, 21) },
    { id: 'highest', amountCents: 900 },
    { id: 'nameless', amountCents: 700, name: null },
    { id: 'refunded', amountCents: 0 },
    { id: 'latest', amountCents: 500 },
    { id: 'live', amountCents: 800, livemode: 1 },
  ])
})

afterAll(() => database.close())

test.each([0, 1] as const)('queries and code show the same donations of mode %i', async (mode) => {
  const stored = await selectOwned(database.reader).execute()
  const shown = await selectShown(database.reader, mode).orderBy(byRank).execute()
  const expected = stored.filter((donation) => isShown(donation, mode)).toSorted(compareRank)
  expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  expect(shown.map(({ id }) => id)).toEqual(mode === 1 ? ['live'] : ['highest', 'later', 'latest'])
})

test('a donation without a name or without money is on no board', async () => {
  const stored = await selectOwned(database.reader).execute()
  const hidden = stored.filter((donation) => !isShown(donation))
  expect(hidden.map(({ id }) => id)).toEqual(['nameless', 'refunded'])
})

test('a browser gets the named fields of a donation and no others', async () => {
  const [donation] = await selectOwned(database.reader).where('id', '=', 'later').execute()
  expect(donation && toPublicDonation(donation, 2)).toEqual({
    position: 2,
    id: 'later',
    name: 'Donor later',
    amountCents: 500,
    timestamp: '2026-11-21T00:00:00.000Z',
  })
})
