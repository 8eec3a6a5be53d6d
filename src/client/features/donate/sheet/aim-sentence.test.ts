import { expect, test } from 'vitest'
import type { RankQuote } from '#contract/leaderboard.ts'
import type { OwnPlaces } from '#client/lib/own-places.ts'
import { describeAim } from './aim-sentence.ts'

const PIA = { id: 'pia', name: 'Pia', amountCents: 480 }
const MINE = { id: 'mine', name: 'Søren', amountCents: 480 }
const next = (position: number, amountCents: number) => ({ position, amountCents })

function say(part: Partial<RankQuote>, best?: number): string {
  const quote = {
    version: 1,
    position: 15,
    amountCents: 500,
    next: null,
    passing: null,
    aims: [],
    ...part,
  }
  const own: OwnPlaces = {
    ids: new Set(best === undefined ? [] : ['mine']),
    best: best === undefined ? null : { position: best, amountCents: 480 },
  }
  const { verb, position, more, name = '' } = describeAim(quote, own)
  return `${verb} #${position} | ${more}${name}`
}

test.each<[string, Partial<RankQuote>]>([
  ['puts you at #15 | One cent more reaches #14', { passing: PIA, next: next(14, 501) }],
  ['puts you at #15 | $0.41 more reaches #14', { next: next(14, 541) }],
  ['puts you at #15 | Passing Pia', { passing: PIA, next: next(14, 900) }],
  ['puts you at #15 | $9.00 reaches #14', { next: next(14, 900) }],
  ['takes #1 | Passing Pia', { position: 1, passing: PIA }],
  ['takes #1 | ', { position: 1 }],
])('without a donation of one’s own: %s', (said, part) => {
  expect(say(part)).toBe(said)
})

test.each<[string, number, Partial<RankQuote>]>([
  ['turns your #16 into #15 | Passing Pia', 16, { passing: PIA }],
  ['lands just above your #15 | $9.00 reaches #14', 15, { passing: MINE, next: next(14, 900) }],
  ['lands just above your #1 | ', 1, { position: 1, passing: MINE }],
  ['lands at #15 | Your best stays #3', 3, { passing: PIA, next: next(14, 501) }],
])('with a donation of one’s own: %s', (said, best, part) => {
  expect(say(part, best)).toBe(said)
})

test.each<[string, OwnPlaces['best'], Partial<RankQuote>]>([
  ['adds to your #7 | $12.01 passes Mira', { position: 7, amountCents: 12_000 }, { position: 7 }],
  [
    'turns your #7 into #5 | Passing Pia',
    { position: 7, amountCents: 12_000 },
    { position: 5, passing: PIA },
  ],
  ['puts you at #9 | Passing Pia', null, { position: 9, passing: PIA }],
])('on a board of donors: %s', (said, best, part) => {
  const quote = {
    version: 1,
    position: 15,
    amountCents: 500,
    next: null,
    passing: MINE,
    aims: [],
    ...part,
  }
  const sums = { board: 'donors-week', next: { moreCents: 1_201, name: 'Mira' } } as const
  const aim = describeAim(quote, { ids: new Set(['mine']), best, sums })
  expect(`${aim.verb} #${aim.position} | ${aim.more}${aim.name ?? ''}`).toBe(said)
})

test.each([
  ['adds to your #1 | Nobody stands above you', 1],
  ['adds to your #7 | ', 7],
])('where nothing that may be paid passes the row above: %s', (said, position) => {
  const quote = { version: 1, amountCents: 500, next: null, passing: null, aims: [] }
  const own: OwnPlaces = {
    ids: new Set(['mine']),
    best: { position, amountCents: 12_000 },
    sums: { board: 'donors-week', next: null },
  }
  const aim = describeAim({ ...quote, position }, own)
  expect(`${aim.verb} #${aim.position} | ${aim.more}`).toBe(said)
})

test.each<[string, Partial<RankQuote>]>([
  ['lands at #15 | Passing Pia', { passing: PIA, next: next(14, 501) }],
  ['lands at #15 | ', { next: next(14, 501) }],
])('a next place that may be the donor’s own is not offered: %s', (said, part) => {
  const quote = { version: 1, position: 15, amountCents: 500, next: null, passing: null, aims: [] }
  const own: OwnPlaces = { ids: new Set(['mine']), best: null }
  const { verb, position, more, name = '' } = describeAim({ ...quote, ...part }, own)
  expect(`${verb} #${position} | ${more}${name}`).toBe(said)
})

test('while another board is shown, a place below one’s best is said to be among all donations', () => {
  const quote = { version: 1, position: 15, amountCents: 500, next: null, passing: null, aims: [] }
  const best = { position: 10, amountCents: 1_800 }
  const own: OwnPlaces = { ids: new Set(['mine']), best, isElsewhere: true }
  const { verb, more } = describeAim(quote, own)
  expect([verb, more]).toEqual(['lands at', 'among all donations'])
})

test('while another board is shown, the place is said to be among all donations', () => {
  const quote = { version: 1, position: 15, amountCents: 500, next: next(14, 501), aims: [] }
  const own: OwnPlaces = { ids: new Set(), best: null, isElsewhere: true }
  expect(describeAim({ ...quote, passing: PIA }, own)).toEqual({
    verb: 'puts you at',
    position: 15,
    more: 'among all donations',
  })
})

test.each<[string, OwnPlaces['best'], number]>([
  ['adds to your #7 | among all donors', { position: 7, amountCents: 12_000 }, 7],
  ['turns your #7 into #5 | among all donors', { position: 7, amountCents: 12_000 }, 5],
  ['puts you at #9 | among all donors', null, 9],
])(
  'while another board is shown, a sum is said to be among all donors: %s',
  (said, best, place) => {
    const quote = { version: 1, amountCents: 500, next: next(4, 901), aims: [], passing: PIA }
    const sums = { board: 'donors-all-time', next: { moreCents: 1_201, name: 'Mira' } } as const
    const own: OwnPlaces = { ids: new Set(['mine']), best, sums, isElsewhere: true }
    const { verb, position, more, name = '' } = describeAim({ ...quote, position: place }, own)
    expect(`${verb} #${position} | ${more}${name}`).toBe(said)
  },
)
