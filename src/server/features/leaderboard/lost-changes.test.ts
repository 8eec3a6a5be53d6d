import { expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { sql } from 'kysely'
import {
  changeBoard,
  openBoardDatabase,
  type BoardFixture,
} from '#tests/helpers/databases/board.ts'
import { createLeaderboard } from './leaderboard.ts'

async function openBoard() {
  const database = await openBoardDatabase()
  const onLostChanges = vi.fn<(error: Error) => void>()
  const leaderboard = createLeaderboard({
    database,
    payments: 'sandbox',
    onLostChanges,
    logger: pino({ level: 'silent' }),
  })
  const change = (...fixtures: BoardFixture[]) => database.write(changeBoard, fixtures)
  await change({ id: 'a', amountCents: 500 })
  await leaderboard.start()
  await change({ id: 'b', amountCents: 600 })
  await leaderboard.catchUp()
  await leaderboard.catchUp()
  return {
    leaderboard,
    change,
    onLostChanges,
    execute: async (statement: string) => sql.raw(statement).execute(database.autocommit),
    [Symbol.asyncDispose]: async () => {
      await leaderboard.close()
      await database.close()
    },
  }
}

const LOSE_LAST = `delete from board_changes where version = (select version from board_head)`

test('a database that has not come as far as the board has lost what was shown', async () => {
  await using board = await openBoard()
  await board.execute(LOSE_LAST)
  await board.execute('update board_head set version = version - 1')
  await expect(board.leaderboard.catchUp()).rejects.toThrow('lost changes')
  expect(board.onLostChanges).toHaveBeenCalledOnce()
})

test('a database that went on with another change instead of the last one shown has lost that', async () => {
  await using board = await openBoard()
  await board.execute(LOSE_LAST)
  await board.execute('update board_head set version = version - 1')
  await board.execute(
    "delete from donation_sums where sequence = (select sequence from donations where id = 'b')",
  )
  await board.execute("delete from donations where id = 'b'")
  await board.change({ id: 'c', amountCents: 700 }, { id: 'd', amountCents: 800 })
  await expect(board.leaderboard.catchUp()).rejects.toThrow('lost changes')
  expect(board.onLostChanges).toHaveBeenCalledOnce()
})

test('an erased change is no lost one', async () => {
  await using board = await openBoard()
  await board.execute(LOSE_LAST)
  await board.change({ id: 'c', amountCents: 700 })
  await board.leaderboard.catchUp()
  expect(board.onLostChanges).not.toHaveBeenCalled()
  expect(board.leaderboard.total.count).toBe(3)
})
