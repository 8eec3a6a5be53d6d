import { describe, expect, test } from 'vitest'
import type { OwnDonation } from '#contract/checkouts.ts'
import { buildEntries, buildEntry } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { toRowView, findTie } from './row-view.ts'

const rows = buildEntries(5000, 3000, 3000, 1000)

function row(
  index: number,
  overrides: Partial<Parameters<typeof toRowView>[1]> = {},
  shown: BoardView['rows'] = rows,
) {
  const board: BoardView = {
    rows: shown,
    total: { count: 4, amountCents: 12_000 },
    version: 1,
    asOf: 0,
    more: 'none',
    arrivals: [],
    firstPositions: new Map([
      ['d1', 3],
      ['d2', 2],
      ['d3', null],
      ['d4', 1],
    ]),
  }
  const own = { own: new Map([['d4', undefined]]), ownRank: null, onShare: () => {} }
  return toRowView(index, { board, size: 4, now: Date.now(), ...own, ...overrides })
}

test('ties are told apart: the earlier one is higher', () => {
  expect(rows.map((_, index) => findTie(rows, index))).toEqual([null, 'earlier', 'later', null])
})

test('a rank change is counted from where the viewer first saw the row', () => {
  expect([0, 1, 2, 3].map((index) => row(index)?.rankChange)).toEqual([2, 0, 'new', -3])
})

test('lost places are told in the own rows alone', () => {
  const mine = { own: new Map([['d2', undefined]]) }
  const pushedDown = [buildEntry({ id: 'above', amountCents: 9000 }), ...rows]
  const rankChanges = (overrides: typeof mine) =>
    [1, 2, 3, 4].map((index) => row(index, overrides, pushedDown)?.rankChange)
  expect(rankChanges({ own: new Map() })).toEqual([1, 0, 'new', 0])
  expect(rankChanges(mine)).toEqual([1, -1, 'new', 0])
})

test("the viewer's own rows are marked, and one of them can be shared", () => {
  const ownRank = { id: 'd4', position: 4, amountCents: 1000, name: 'Ada' }
  expect([0, 3].map((index) => row(index)?.own)).toEqual([false, true])
  expect(row(3)?.onShare).toBeUndefined()
  expect(row(3, { ownRank })?.onShare).toBeDefined()
  expect(row(0, { ownRank })?.onShare).toBeUndefined()
})

describe('the own texts', () => {
  const message = 'For the whales'
  const texts = { displayName: 'Ada', anonymous: false, message, state: 'waiting' as const }
  const mine = { ...buildEntry({ id: 'd4', name: 'Ada', amountCents: 1000, message }), texts }
  const view = (shown: { name: string; message?: string }, own: OwnDonation = mine) => {
    const changed = [...rows.slice(0, 3), buildEntry({ id: 'd4', amountCents: 1000, ...shown })]
    const { donation, held } = row(3, { own: new Map([['d4', own]]) }, changed) ?? {}
    return [donation?.name, donation?.message, donation?.amountCents, held]
  }

  test('are shown to their donor while others see a stand-in', () => {
    expect(view({ name: 'A donor' })).toEqual(['Ada', message, 1000, true])
  })

  test('of an anonymous donor are the message alone', () => {
    const anonymous = { ...mine, name: 'Anonymous', texts: { ...texts, anonymous: true } }
    expect(view({ name: 'Anonymous' }, anonymous)).toEqual(['Anonymous', message, 1000, true])
    const approved = view({ name: 'Anonymous', message }, anonymous)
    expect(approved).toEqual(['Anonymous', message, 1000, false])
  })

  test('are held no longer once the board shows them, or those that the host gave', () => {
    expect(view({ name: 'Ada', message })).toEqual(['Ada', message, 1000, false])
    expect(view({ name: 'Ada' })).toEqual(['Ada', undefined, 1000, false])
    expect(view({ name: 'Countess' })).toEqual(['Countess', undefined, 1000, false])
  })

  test('give way to what the host decided', () => {
    const declined = { ...mine, texts: { ...texts, state: 'declined' as const } }
    expect(view({ name: 'A donor' }, declined)).toEqual(['A donor', undefined, 1000, false])
  })
})

test('the light of a row is the root of its share of the first row below the podium', () => {
  const shown = buildEntries(99_999_999, 9000, 8000, 6000, 3000, 1000, 10)
  const lights = [3, 4, 5, 6].map((index) => row(index, {}, shown)?.light)
  expect(lights).toEqual([1, 0.71, 0.41, 0])
})

test('a small change of the first row below the podium moves no other light', () => {
  const light = (first: number) => {
    const shown = buildEntries(900_000, 800_000, 700_000, first, 150_000)
    return row(4, {}, shown)?.light
  }
  expect(light(403_000)).toBe(light(396_000))
})

test('a row tells how far the next place is', () => {
  const views = [0, 1, 2, 3].map((index) => row(index))
  expect(views.map((view) => view?.behindCents)).toEqual([0, 2000, 0, 2000])
})

test('a row that is not loaded has no view', () => {
  expect(row(4)).toBeUndefined()
})
