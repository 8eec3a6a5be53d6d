import { expect, test } from 'vitest'
import type { Crown } from '#contract/crowns.ts'
import { listWonCrowns } from './won-crowns.ts'

function build(fields: Partial<Crown> & Pick<Crown, 'kind'>): Crown {
  return {
    name: 'Ada',
    rows: ['d1'],
    since: '2026-12-01T20:00:00.000Z',
    value: 0,
    isGrowing: false,
    history: [],
    changes: 1,
    ...fields,
  }
}

const REIGN = build({ kind: 'longest-reign', value: (4 * 60 + 12) * 60_000, isGrowing: true })

test('a crown that the donation has won is told, but not that it is first', () => {
  const crowns = [build({ kind: 'reigning' }), build({ kind: 'leap', value: 12 })]
  expect(listWonCrowns({ crowns, round: null }, 'd1', [])).toEqual([
    { title: 'Greatest leap', feat: '12 places' },
  ])
  expect(listWonCrowns({ crowns, round: null }, 'd2', [])).toEqual([])
})

test('crowns of the round are told as such', () => {
  const round = {
    id: 'r',
    crowns: [build({ kind: 'biggest', value: 500 }), build({ kind: 'first', value: 500 })],
  }
  expect(listWonCrowns({ crowns: [], round }, 'd1', [])).toEqual([
    { title: 'Biggest single donation of the round', feat: '$5.00' },
    { title: 'First of the round', feat: '$5.00' },
  ])
})

test('the longest reign is told to the donor whose donation it is', () => {
  const crowns = { crowns: [REIGN], round: null }
  expect(listWonCrowns(crowns, 'd2', ['d2', 'd1'])).toEqual([
    { title: 'Longest reign', feat: '4 h 12 min' },
  ])
  expect(listWonCrowns(crowns, 'd2', ['d2'])).toEqual([])
})
