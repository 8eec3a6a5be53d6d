import { expect, test } from 'vitest'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { listCountingBoards } from './counting-boards.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const ALL = ['donors-all-time'] as const

test.each([
  ['runs', { startsAt: inMinutes(-1), endsAt: inMinutes(1) }, ['donors-round', ...ALL]],
  ['is to come', { startsAt: inMinutes(1), endsAt: inMinutes(2) }, ALL],
  ['has ended', { startsAt: inMinutes(-2), endsAt: inMinutes(-1) }, ALL],
  ['has results', { startsAt: inMinutes(-1), endsAt: inMinutes(1), results: 1 }, ALL],
  ['is cancelled', { startsAt: inMinutes(-1), endsAt: inMinutes(1), cancelled: true }, ALL],
])('the board of a round that %s', (_when, fields, boards) => {
  const round = buildRound({ ranks: 'donor', ...fields })
  expect(listCountingBoards({ boards: [...ALL], round })).toEqual(boards)
})
