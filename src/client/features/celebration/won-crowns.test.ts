import { expect, test } from 'vitest'
import type { Crown } from '#contract/crowns.ts'
import { describeCrowns } from './won-crowns.ts'

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
  expect(describeCrowns({ crowns, round: null }, 'd1', [])).toBe(
    'A crown: greatest leap (12 places).',
  )
  expect(describeCrowns({ crowns, round: null }, 'd2', [])).toBeUndefined()
})

test('crowns of the round are told as such', () => {
  const round = { id: 'r', crowns: [build({ kind: 'biggest', value: 500 })] }
  expect(describeCrowns({ crowns: [], round }, 'd1', [])).toBe(
    'A crown of the round: biggest single donation ($5.00).',
  )
})

test('the longest reign is told to the donor whose donation it is', () => {
  const crowns = { crowns: [REIGN], round: null }
  expect(describeCrowns(crowns, 'd2', ['d2', 'd1'])).toBe('Longest reign: 4 h 12 min.')
  expect(describeCrowns(crowns, 'd2', ['d2'])).toBeUndefined()
})
