import { expect, test } from 'vitest'
import type { RankQuote } from '#contract/leaderboard.ts'
import type { OwnPlaces } from '#client/lib/own-places.ts'
import { describeRank, toText } from './rank-sentence.ts'

/** A board from the top: whose each donation is, and its amount in cents. */
type Row = ['me' | 'Nova' | 'Pia', number]

/** Says of an amount what the panel would, with places and ids as the server gives them. */
function say(rows: Row[], amountCents: number): string {
  const position = rows.filter(([, cents]) => cents >= amountCents).length + 1
  const passed = rows[position - 1]
  const passing: RankQuote['passing'] = passed
    ? {
        id: String(position),
        name: passed[0] === 'me' ? 'Søren' : passed[0],
        amountCents: passed[1],
      }
    : null
  const quote: RankQuote = { version: 1, position, amountCents, passing, next: null, aims: [] }
  return toText(describeRank(quote, ownPlacesOf(rows)))
}

function ownPlacesOf(rows: Row[]): OwnPlaces {
  const own = rows.flatMap(([who, amountCents], index) =>
    who === 'me' ? [{ position: index + 1, amountCents }] : [],
  )
  return { ids: new Set(own.map(({ position }) => String(position))), best: own[0] ?? null }
}

test.each<[string, Row[], number]>([
  [
    'This puts you at #2, passing Pia',
    [
      ['Nova', 900],
      ['Pia', 400],
    ],
    500,
  ],
  ['This takes #1, passing Nova', [['Nova', 400]], 500],
  ['This makes you #1 — be the first sun', [], 500],
  ['This puts you at #2', [['Nova', 900]], 500],
])('without a donation of one’s own: %s', (sentence, rows, amountCents) => {
  expect(say(rows, amountCents)).toBe(sentence)
})

test.each<[string, Row[], number]>([
  [
    'Your #2 would become #1, passing Nova',
    [
      ['Nova', 900],
      ['me', 800],
    ],
    901,
  ],
  [
    'Your #3 would become #2, passing Pia',
    [
      ['Nova', 900],
      ['Pia', 700],
      ['me', 600],
    ],
    800,
  ],
  [
    'Your best stays #1; this lands at #2, passing Nova',
    [
      ['me', 900],
      ['Nova', 400],
    ],
    500,
  ],
  ['Your best stays #1; this lands at #2', [['me', 900]], 500],
])('with one donation of one’s own: %s', (sentence, rows, amountCents) => {
  expect(say(rows, amountCents)).toBe(sentence)
})

const ALL_SUNS: Row[] = [
  ['me', 900],
  ['me', 800],
  ['me', 700],
  ['Pia', 600],
]

test.each<[number, string]>([
  [901, 'You hold #1 already; this adds a row above it'],
  [900, 'Your best stays #1; this lands at #2'],
  [850, 'Your best stays #1; this lands at #2'],
  [701, 'Your best stays #1; this lands at #3'],
  [700, 'Your best stays #1; this lands at #4, passing Pia'],
])('whoever holds all suns passes others alone: %i', (amountCents, sentence) => {
  expect(say(ALL_SUNS, amountCents)).toBe(sentence)
})

test.each<[string, Row[], number, string]>([
  [
    'mine came first',
    [
      ['me', 500],
      ['Pia', 500],
    ],
    501,
    'You hold #1 already; this adds a row above it',
  ],
  [
    'mine came later',
    [
      ['Pia', 500],
      ['me', 500],
    ],
    501,
    'Your #2 would become #1, passing Pia',
  ],
  [
    'mine is equalled',
    [
      ['me', 500],
      ['Nova', 300],
    ],
    500,
    'Your best stays #1; this lands at #2, passing Nova',
  ],
])('in a tie, %s', (_, rows, amountCents, sentence) => {
  expect(say(rows, amountCents)).toBe(sentence)
})

test('a place of one’s own that the page does not know yet is not passed either', () => {
  const passing = { id: 'mine', name: 'Søren', amountCents: 400 }
  const quote: RankQuote = {
    version: 1,
    position: 4,
    amountCents: 500,
    passing,
    next: null,
    aims: [],
  }
  const said = (best: OwnPlaces['best']) =>
    toText(describeRank(quote, { ids: new Set(['mine']), best }))
  expect(said(null)).toBe('You hold #4 already; this adds a row above it')
  expect(said({ position: 5, amountCents: 400 })).toBe(
    'You hold #4 already; this adds a row above it',
  )
})

test.each([
  [3, 'This adds to The Lynxes, at #3; $12.01 passes Orion'],
  [2, 'This brings The Lynxes to #2, passing Orion'],
])('on a board of teams the amount is for the own team, which lands at #%s', (position, said) => {
  const passing = { id: 'o', name: 'Orion', amountCents: 13_200 }
  const quote: RankQuote = { version: 1, position, amountCents: 500, passing, next: null, aims: [] }
  const next = { moreCents: 1_201, name: 'Orion' }
  const own: OwnPlaces = {
    ids: new Set(['l']),
    best: { position: 3, amountCents: 12_000 },
    sums: { board: 'teams-all-time', next, team: 'The Lynxes' },
  }
  expect(toText(describeRank(quote, own))).toBe(said)
})

test('a sum rises and adds no row, and what is not known of it is not told', () => {
  const quote: RankQuote = {
    version: 1,
    position: 1,
    amountCents: 500,
    passing: { id: 'me', name: 'Søren', amountCents: 9_000 },
    next: null,
    aims: [],
  }
  const own: OwnPlaces = {
    ids: new Set(['me']),
    best: { position: 1, amountCents: 9_000 },
    sums: { board: 'donors-all-time', next: null },
  }
  expect(toText(describeRank(quote, own))).toBe('This adds to your #1')
  expect(toText(describeRank(quote, { ...own, best: null }))).toBe('This takes #1')
})

test('whose best place is not known at that version is told where the amount lands alone', () => {
  const quote: RankQuote = {
    version: 1,
    position: 7,
    amountCents: 500,
    passing: { id: 'n', name: 'Nova', amountCents: 400 },
    next: null,
    aims: [],
  }
  expect(toText(describeRank(quote, { ids: new Set(['me']), best: null }))).toBe(
    'This lands at #7, passing Nova',
  )
})
