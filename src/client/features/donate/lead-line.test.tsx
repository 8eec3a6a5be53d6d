import { act, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { publishOwnPlaces, type OwnPlaces } from '#client/lib/own-places.ts'
import { LeadLine } from './lead-line.tsx'

const NONE: OwnPlaces = { ids: new Set(), best: null }
const HELD: OwnPlaces = { ...NONE, best: { position: 7, amountCents: 12_000 } }
const next = { moreCents: 1_201, name: 'Mira' }

afterEach(() => act(() => publishOwnPlaces(NONE)))

/** Returns what the line says, with the places of the board that is shown or of another one. */
function say(own: OwnPlaces, where: 'shown' | 'elsewhere'): string | null {
  publishOwnPlaces({ ...own, isElsewhere: where === 'elsewhere' })
  return render(<LeadLine />).container.textContent
}

test.each<[string, OwnPlaces]>([
  ['Biggest donation leads.', HELD],
  ['Every dollar moves you up the board.', { ...NONE, sums: { board: 'donors-week', next: null } }],
  [
    'You are at\u{a0}#7 with $120; $12.01 more passes Mira.',
    { ...HELD, sums: { board: 'donors-week', next } },
  ],
])('of the shown board it says: %s', (said, own) => {
  expect(say(own, 'shown')).toBe(said)
})

test.each<[string, OwnPlaces]>([
  ['Places among all donations.', HELD],
  ['Places among the donations this week.', { ...NONE, board: 'donations-week' }],
  ['Places among all donors.', { ...NONE, sums: { board: 'donors-all-time', next: null } }],
  [
    'You are at\u{a0}#7 of the donors this week with $120; $12.01 more passes Mira.',
    { ...HELD, sums: { board: 'donors-week', next } },
  ],
  [
    'You are at\u{a0}#7 of all constellations with $120.',
    { ...HELD, sums: { board: 'teams-all-time', next: null, team: 'The Lynxes' } },
  ],
])('of another board than the shown one it says which: %s', (said, own) => {
  expect(say(own, 'elsewhere')).toBe(said)
})
