import { expect, test } from 'vitest'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { describeNoWinner, mayHaveWinners } from './winners.ts'

const listed = (results: number | null, winner: object | null = null) => ({
  round: buildRound({ results }),
  winner: winner && { rank: 1, id: 'a', name: 'Ada', amountCents: 500 },
})

const list = (...rounds: ReturnType<typeof listed>[]) => ({
  now: '2026-12-02T00:00:00.000Z',
  current: null,
  rounds,
  next: null,
})

test('a round whose only winner was struck stays in the hall, and says so', () => {
  const struck = listed(2)
  expect(mayHaveWinners(list(struck))).toBe(true)
  expect(describeNoWinner(struck)).toBe('What was given has gone back.')
})

test('a round in which nobody gave has no hall', () => {
  const empty = listed(1)
  expect(mayHaveWinners(list(empty, listed(null)))).toBe(false)
  expect(describeNoWinner(empty)).toBe('Nobody has given.')
})

test('one with a winner has', () => {
  expect(mayHaveWinners(list(listed(1, {})))).toBe(true)
})
