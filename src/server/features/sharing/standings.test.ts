import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  changeBoard,
  openBoardDatabase,
  type BoardFixture,
} from '../../../../tests/helpers/board.ts'
import type { TestDatabase } from '../../../../tests/helpers/database.ts'
import { createLeaderboard, type Leaderboard } from '../leaderboard/leaderboard.ts'
import { Standings } from './standings.ts'

let database: TestDatabase
let leaderboard: Leaderboard
let standings: Standings
let now: number
let reads: number

beforeEach(async () => {
  database = await openBoardDatabase()
  leaderboard = createLeaderboard({ database, logger: pino({ level: 'silent' }) })
  await leaderboard.start()
  now = 50_000
  reads = 0
  standings = new Standings({
    leaderboard: {
      get version() {
        return leaderboard.version
      },
      read: (look) => {
        reads += 1
        return leaderboard.read(look)
      },
    },
    clock: () => now,
  })
  await change({ id: 'a', name: 'Nova', amountCents: 500 })
})

afterEach(async () => {
  await leaderboard.close()
  await database.close()
})

async function change(...fixtures: BoardFixture[]): Promise<void> {
  await database.write(changeBoard, fixtures)
  await leaderboard.look()
}

test('thousands who ask for the same one ask the board once', async () => {
  const found = await Promise.all(Array.from({ length: 1_000 }, () => standings.find('a')))
  expect(found.at(-1)).toEqual({ name: 'Nova', amountCents: 500, position: 1, count: 1 })
  now += 3_600_000
  await standings.find('a')
  expect(reads).toBe(1)
})

test('a change of the board is seen within a second', async () => {
  await standings.find('a')
  await change({ id: 'b', amountCents: 900 })
  now += 999
  expect(await standings.find('a')).toMatchObject({ position: 1 })
  now += 1
  expect(await standings.find('a')).toMatchObject({ position: 2, count: 2 })
})

test('what the board does not show has no standing', async () => {
  await change({ id: 'refunded', amountCents: 500 }, { id: 'refunded', amountCents: 0 })
  for (const id of ['unknown', 'refunded']) expect(await standings.find(id)).toBeUndefined()
})

test('a failure is not kept', async () => {
  await leaderboard.close()
  await expect(standings.find('a')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(standings.find('a')).rejects.toMatchObject({ code: 'unavailable' })
  expect(reads).toBe(2)
})
