import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  startLeaderboard,
  type StartedLeaderboard,
} from '#tests/helpers/live/started-leaderboard.ts'
import { SharedRanks } from './shared-ranks.ts'
import { createToldBoard } from './told-board.ts'

let board: StartedLeaderboard
let ranks: SharedRanks
let now: number
let reads: number

beforeEach(async () => {
  board = await startLeaderboard()
  now = 50_000
  reads = 0
  ranks = new SharedRanks({
    leaderboard: {
      get version() {
        return board.leaderboard.version
      },
      read: (look) => {
        reads += 1
        return board.leaderboard.read(look)
      },
    },
    told: createToldBoard(board),
    clock: () => now,
    crownTitlesOf: async (ids) => (ids.includes('crowned') ? ['Greatest leap'] : []),
  })
  await board.change({ id: 'a', name: 'Nova', amountCents: 500 })
})

afterEach(() => board.close())

test('thousands who read the same rank read the board once', async () => {
  const found = await Promise.all(Array.from({ length: 1_000 }, () => ranks.find('a')))
  expect(found.at(-1)).toEqual({ name: 'Nova', amountCents: 500, position: 1, count: 1 })
  now += 3_600_000
  await ranks.find('a')
  expect(reads).toBe(1)
})

test('a change of the board is seen within a second', async () => {
  await ranks.find('a')
  await board.change({ id: 'b', amountCents: 900 })
  now += 999
  expect(await ranks.find('a')).toMatchObject({ position: 1 })
  now += 1
  expect(await ranks.find('a')).toMatchObject({ position: 2, count: 2 })
})

test('a rank has the crowns that its donation holds', async () => {
  await board.change({ id: 'crowned', name: 'Vega', amountCents: 300 })
  expect(await ranks.find('crowned')).toMatchObject({ position: 2, crowns: ['Greatest leap'] })
})

test('what the board does not show has no rank', async () => {
  await board.change({ id: 'refunded', amountCents: 500 }, { id: 'refunded', amountCents: 0 })
  for (const id of ['unknown', 'refunded']) expect(await ranks.find(id)).toBeUndefined()
})

test('a failure is not kept', async () => {
  await board.leaderboard.close()
  await expect(ranks.find('a')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(ranks.find('a')).rejects.toMatchObject({ code: 'unavailable' })
  expect(reads).toBe(2)
})
