import { expect, test } from 'vitest'
import type { Crown } from '#contract/crowns.ts'
import { ANONYMOUS } from '#contract/stand-in-names.ts'
import { followLead, type Lead } from './follow-lead.ts'

const START = Date.parse('2026-12-01T20:00:00.000Z')

function build(kind: Crown['kind'], fields: Partial<Crown> = {}): Crown {
  const since = '2026-12-01T20:00:00.000Z'
  const history = [{ name: 'Ada', from: since, to: null, value: 0 }]
  return {
    kind,
    name: 'Ada',
    rows: ['d1', 'donor'],
    since,
    value: 0,
    isGrowing: false,
    history,
    changes: 1,
    ...fields,
  }
}

/** Returns the crowns after a lead that began some ms after they were told. */
function follow(crowns: Crown[], row: Pick<Lead, 'id' | 'name'> & Partial<Lead>, afterMs = 5_000) {
  const lead = { ranks: 'donation', ...row, since: START + afterMs } as const
  return followLead({ crowns, toldAt: START, lead })
}

test('crowns are as they were told while their holder is first', () => {
  const crowns = [build('reigning'), build('leap')]
  expect(follow(crowns, { id: 'donor', name: 'Ada' })).toBe(crowns)
  expect(followLead({ crowns, toldAt: START, lead: undefined })).toBe(crowns)
})

test('whoever takes the first place has the crown at once, and nobody else', () => {
  const [reigning] = follow([build('reigning')], { id: 'd2', name: 'Bo' })
  const at = '2026-12-01T20:00:05.000Z'
  expect(reigning).toMatchObject({ name: 'Bo', rows: ['d2'], since: at, value: 0, changes: 2 })
  expect(reigning?.history).toEqual([
    { name: 'Bo', from: at, to: null, value: 0 },
    { name: 'Ada', from: '2026-12-01T20:00:00.000Z', to: at, value: 0 },
  ])
})

test('while the board is paused nobody has the crown who is not first there', () => {
  const crowns = [build('reigning'), build('leap')]
  const lead = { id: 'd2', name: 'Bo', ranks: 'donation', since: START } as const
  const shown = followLead({ crowns, toldAt: START + 1, lead, isPaused: true })
  expect(shown.map(({ kind }) => kind)).toEqual(['leap'])
})

test('the time of a new reign counts from its beginning, also as the page adds what has passed', () => {
  const [reigning] = follow([build('reigning', { isGrowing: true, value: 9 })], {
    id: 'd2',
    name: 'Bo',
  })
  expect(reigning).toMatchObject({ value: -5_000, isGrowing: true })
})

test.each(['donation', 'donor'] as const)(
  'of two %ss under one name the one that is first has the crown, and that alone',
  (ranks) => {
    const longest = build('longest-reign', { isGrowing: true, value: 60_000 })
    const lead = { id: 'other', name: 'Ada', ranks }
    const [reigning, former] = follow([build('reigning', { value: 700 }), longest], lead)
    expect(reigning).toMatchObject({ rows: ['other'], value: 0, changes: 2 })
    expect(former).toMatchObject({ rows: ['d1', 'donor'], isGrowing: false })
  },
)

test('a donor without a name, whose rows have no id that crowns tell, goes on with their reign', () => {
  const told = build('reigning', { name: ANONYMOUS, rows: ['of the round'], value: 700 })
  const [reigning] = follow([told], { id: 'of the board', name: ANONYMOUS, ranks: 'donor' })
  expect(reigning).toMatchObject({ rows: ['of the round', 'of the board'], value: 700, changes: 1 })
})

test('a donation without a name ends the reign of another one', () => {
  const told = build('reigning', { name: ANONYMOUS, rows: ['d1'], value: 700 })
  const [reigning] = follow([told], { id: 'd2', name: ANONYMOUS })
  expect(reigning).toMatchObject({ rows: ['d2'], value: 0, changes: 2 })
})

test('a reign that was the longest and has ended grows no more', () => {
  const longest = build('longest-reign', { isGrowing: true, value: 60_000 })
  const crowns = follow([build('reigning'), longest], { id: 'd2', name: 'Bo' })
  expect(crowns[1]).toMatchObject({ name: 'Ada', isGrowing: false, value: 65_000 })
})
