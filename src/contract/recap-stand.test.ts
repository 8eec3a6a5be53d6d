import { expect, test } from 'vitest'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import type { Crown, Recap } from './crowns.ts'
import { findOwnCrowns, findStand } from './recap-stand.ts'

const AT = '2026-12-01T20:00:00.000Z'
const ROUND = buildRound({
  name: 'Spring',
  startsAt: AT,
  endsAt: AT,
})

function build(round: Recap['round']): Pick<Recap, 'round' | 'reigns' | 'course'> {
  return {
    round,
    reigns: [
      { name: 'Mira', from: AT, to: AT, value: 900 },
      { name: 'Theo', from: AT, to: null, value: 1_000 },
    ],
    course: [
      { at: AT, cents: [1_000, 900] },
      { at: AT, cents: [1_500, 900] },
    ],
  }
}

test('who is first leads with all that they have by now, and wins once results are recorded', () => {
  const leads = { name: 'Theo', amountCents: 1_500, hasWon: false }
  expect(findStand(build(null), {})).toEqual(leads)
  expect(findStand(build(ROUND), {})).toEqual(leads)
  const over = { ...ROUND, results: 1 }
  expect(findStand(build(over), {})).toEqual({ ...leads, hasWon: true })
  expect(findStand(build(over), { lastRound: { ...over, waiting: 1 } })).toEqual(leads)
})

test('nobody is first where nobody has given', () => {
  expect(findStand({ ...build(null), reigns: [], course: [] }, {})).toBeUndefined()
})

test('whoever is first has the other crowns of their rows', () => {
  const hold = (kind: Crown['kind'], rows: string[]): Crown => {
    return {
      kind,
      name: 'Theo',
      rows,
      since: AT,
      value: 1,
      isGrowing: false,
      history: [],
      changes: 1,
    }
  }
  const crowns = [
    hold('reigning', ['t1', 'theo']),
    hold('leap', ['t2', 'theo']),
    hold('first', ['m']),
  ]
  expect(findOwnCrowns({ crowns }).map(({ kind }) => kind)).toEqual(['leap'])
  expect(findOwnCrowns({ crowns: [] })).toEqual([])
})
