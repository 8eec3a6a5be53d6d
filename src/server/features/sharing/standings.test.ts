import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRunningBoard, type RunningBoard } from '../../../../tests/helpers/running-board.ts'
import { Standings } from './standings.ts'

let board: RunningBoard
let standings: Standings
let now: number
let reads: number

beforeEach(async () => {
  board = await openRunningBoard()
  now = 50_000
  reads = 0
  standings = new Standings({
    leaderboard: {
      get version() {
        return board.leaderboard.version
      },
      read: (look) => {
        reads += 1
        return board.leaderboard.read(look)
      },
    },
    clock: () => now,
  })
  await board.change({ id: 'a', name: 'Nova', amountCents: 500 })
})

afterEach(() => board.close())

test('thousands who ask for the same one ask the board once', async () => {
  const found = await Promise.all(Array.from({ length: 1_000 }, () => standings.find('a')))
  expect(found.at(-1)).toEqual({ name: 'Nova', amountCents: 500, position: 1, count: 1 })
  now += 3_600_000
  await standings.find('a')
  expect(reads).toBe(1)
})

test('a change of the board is seen within a second', async () => {
  await standings.find('a')
  await board.change({ id: 'b', amountCents: 900 })
  now += 999
  expect(await standings.find('a')).toMatchObject({ position: 1 })
  now += 1
  expect(await standings.find('a')).toMatchObject({ position: 2, count: 2 })
})

test('what the board does not show has no standing', async () => {
  await board.change({ id: 'refunded', amountCents: 500 }, { id: 'refunded', amountCents: 0 })
  for (const id of ['unknown', 'refunded']) expect(await standings.find(id)).toBeUndefined()
})

test('a failure is not kept', async () => {
  await board.leaderboard.close()
  await expect(standings.find('a')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(standings.find('a')).rejects.toMatchObject({ code: 'unavailable' })
  expect(reads).toBe(2)
})
