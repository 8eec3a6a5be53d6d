import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import {
  startLeaderboard,
  type StartedLeaderboard,
} from '#tests/helpers/live/started-leaderboard.ts'
import { SharedDonations } from './shared-ranks.ts'
import { createToldBoard } from './told-board.ts'

let board: StartedLeaderboard
let donations: SharedDonations
let now: number

beforeEach(async () => {
  now = 0
  board = await startLeaderboard()
  const { leaderboard } = board
  donations = new SharedDonations({ leaderboard, told: createToldBoard(board), clock: () => now })
})

afterEach(() => board.close())

/** Fills the board with donations of these amounts; their ids are `d0`, `d1` … */
async function fill(...amounts: number[]): Promise<void> {
  const named = amounts.map((amountCents, n) => ({ id: `d${n}`, name: 'Nova', amountCents }))
  await board.change(...named)
}

async function placesAround(id: string) {
  const found = await donations.find(id)
  return found && { ...found, entries: found.entries.map((row) => `${row.position} ${row.id}`) }
}

test('a shared donation comes with two rows above and below it', async () => {
  await fill(900, 800, 700, 600, 500, 400, 300)
  const found = await placesAround('d4')
  expect(found?.entries).toEqual(['3 d2', '4 d3', '5 d4', '6 d5', '7 d6'])
  expect(found?.landing).toBe(5)
})

test('its cursor leads to the same rows', async () => {
  await fill(900, 500, 500, 500, 500, 500, 100)
  const found = await donations.find('d5')
  expect(found?.entries.map(({ position }) => position)).toEqual([4, 5, 6, 7])
  const page = await board.leaderboard.page({ limit: 4, after: found?.after ?? undefined })
  expect(page.entries).toEqual(found?.entries)
})

test('one cent more lands above all of the same amount', async () => {
  await fill(900, 500, 500, 500, 500, 500)
  expect((await donations.find('d5'))?.landing).toBe(2)
})

test('where more must be paid, the least that may be lands above all that it passes', async () => {
  await fill(900, 800, 700, 600, 500, 400, 100)
  expect((await donations.find('d6'))?.landing).toBe(7)
  const amounts = { ...DEFAULT_CAMPAIGN.amounts, minCents: 801 }
  board.campaign.current = { ...DEFAULT_CAMPAIGN, amounts }
  expect((await donations.find('d6'))?.landing).toBe(2)
})

test('at the ends of the board there are fewer rows', async () => {
  await fill(900, 800)
  expect(await placesAround('d0')).toEqual({
    id: 'd0',
    entries: ['1 d0', '2 d1'],
    after: null,
    landing: 1,
  })
  expect((await placesAround('d1'))?.entries).toEqual(['1 d0', '2 d1'])
})

test('a board of one shows that one', async () => {
  await fill(900)
  expect((await placesAround('d0'))?.entries).toEqual(['1 d0'])
})

test('what the board does not show is not found', async () => {
  await board.change({ id: 'refunded', amountCents: 500 }, { id: 'refunded', amountCents: 0 })
  for (const id of ['unknown', 'refunded']) expect(await donations.find(id)).toBeUndefined()
})

describe('where the host ranks donors', () => {
  beforeEach(async () => {
    board.campaign.current = { ...DEFAULT_CAMPAIGN, boards: ['donors-all-time'] }
    const give = (userId: string, ...amounts: number[]) =>
      amounts.map((amountCents, n) => ({ id: `${userId}${n}`, userId, name: userId, amountCents }))
    await board.change(
      ...give('Ada', 600, 600),
      ...give('Bo', 500, 700),
      ...give('Cy', 900),
      ...give('Di', 2_000),
      ...give('Eve', 1_500),
      { id: 'secret', userId: 'Bo', name: 'Anonymous', amountCents: 50 },
      { id: 'renamed', userId: 'Cy', name: 'Another', amountCents: 10 },
      { id: 'named', userId: 'Cy', name: 'Cy', amountCents: 20 },
    )
  })

  test('a link shows the row of its donor, and those around it', async () => {
    const found = await donations.find('Bo0')
    const rows = found?.entries.map((row) => `${row.position} ${row.name} ${row.amountCents}`)
    expect(rows).toEqual(['1 Di 2000', '2 Eve 1500', '3 Bo 1250', '4 Ada 1200', '5 Cy 930'])
    const row = found?.entries[2]
    expect(found).toMatchObject({
      id: 'Bo0',
      donor: { board: 'donors-all-time', id: row?.id },
      landing: 3,
      after: null,
    })
    const lower = await donations.find('Cy0')
    const page = await (
      await board.boards.open('donors-all-time')
    ).page({
      limit: 3,
      after: lower?.after ?? undefined,
    })
    expect(page.entries).toEqual(lower?.entries)
  })

  test('one that shows no name, or another than the row, never tells whose it is', async () => {
    expect(await donations.find('secret')).toBeUndefined()
    expect(await donations.find('renamed')).toBeUndefined()
    expect(await donations.find('named')).toBeDefined()
  })

  test('a donor whose name is held is shown as ‘A donor’, and by name once it is approved', async () => {
    const held = { id: 'held', userId: 'Fay', amountCents: 1_100 }
    await board.change(
      { ...held, name: 'A donor' },
      { id: 'hushed', userId: 'Fay', name: 'Anonymous', amountCents: 30 },
    )
    const readRow = async (id: string) => {
      const found = await donations.find(id)
      const row = found?.entries.find((entry) => entry.id === found.donor?.id)
      return row && `${row.position} ${row.name} ${row.amountCents}`
    }
    expect(await readRow('held')).toBe('5 A donor 1130')
    expect(await readRow('hushed')).toBeUndefined()
    await board.change({ ...held, name: 'Fay' })
    now += 1_000
    expect(await readRow('held')).toBe('5 Fay 1130')
  })

  test('a held name never tells whose it is while its donor shows another', async () => {
    await board.change({ id: 'held', userId: 'Bo', name: 'A donor', amountCents: 40 })
    expect(await donations.find('held')).toBeUndefined()
  })

  test('one whose donations are all anonymous has no row to link to', async () => {
    await board.change({ id: 'hushed', userId: 'Gus', name: 'Anonymous', amountCents: 40 })
    expect(await donations.find('hushed')).toBeUndefined()
  })

  test('it follows the board that the host chooses', async () => {
    expect((await donations.find('Bo0'))?.donor).toBeDefined()
    board.campaign.current = DEFAULT_CAMPAIGN
    const found = await donations.find('Bo0')
    expect(found?.donor).toBeUndefined()
    expect(found?.entries.map(({ id }) => id)).toContain('Bo0')
  })
})
