import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { OwnDonation } from '#contract/checkouts.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { buildEntries, buildFirstBoard } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { LeaderboardFeed } from '../live/leaderboard-feed.ts'
import { useRoundPlaces } from './use-round-places.ts'

beforeEach(() => {
  stubBrowserApis()
  serveApi({})
})

const HEAT = buildRound({ id: 'heat' })
const NEXT = buildRound({ id: 'next' })
const BOARD = new LeaderboardFeed(buildFirstBoard({ entries: buildEntries(900, 800) })).getView()
  .board
const SUM = { id: 'theo', name: 'Theo', amountCents: 800, position: 2 }

interface Seen {
  round?: typeof HEAT
  board?: BoardView | null
  ownRank?: typeof SUM | null
  donations?: ReadonlyMap<string, OwnDonation | undefined>
}

function see(first: Seen) {
  const hook = renderHook(
    ({ round = HEAT, board = BOARD, ownRank = SUM, donations = new Map() }: Seen) =>
      useRoundPlaces(round, board, { donations, ownRank }),
    { initialProps: first },
  )
  const find = (round = HEAT) => hook.result.current(round)
  return { ...hook, find, placeIn: (round = HEAT) => find(round).place }
}

test('on the board of a round, the place there is that in the round', () => {
  expect(see({}).placeIn()).toEqual(SUM)
  expect(see({ ownRank: null }).placeIn()).toBeUndefined()
})

test('in a round of donations it is that of the best of one’s own', () => {
  const id = BOARD?.rows[1]?.id ?? ''
  const page = see({
    round: { ...HEAT, ranks: 'donation' },
    ownRank: null,
    donations: new Map([[id, undefined]]),
  })
  expect(page.placeIn({ ...HEAT, ranks: 'donation' })).toMatchObject({
    position: 2,
    amountCents: 800,
  })
})

test('a place on another board is none in the round, and those of guests are not asked for', () => {
  expect(see({ board: null }).placeIn()).toBeUndefined()
  expect(see({ board: null }).result.current(HEAT).asks).toBeUndefined()
})

test('the last place in a round is kept once the next one has its board', () => {
  const page = see({})
  page.rerender({ round: NEXT, board: null, ownRank: null })
  expect(page.placeIn(HEAT)).toMatchObject({ position: 2, amountCents: 800 })
  expect(page.placeIn(NEXT)).toBeUndefined()
  page.rerender({ round: NEXT, ownRank: { ...SUM, position: 1 } })
  expect(page.placeIn(HEAT)).toMatchObject({ position: 2 })
  expect(page.placeIn(NEXT)).toMatchObject({ position: 1 })
})

test('a place whose board was left before the next round is kept, and is an old one', () => {
  const page = see({})
  page.rerender({ board: null })
  expect(page.placeIn(HEAT)).toBeUndefined()
  page.rerender({ round: NEXT, board: null })
  expect(page.find(HEAT)).toMatchObject({ place: { position: 2 }, isOld: true })
  expect(page.placeIn(NEXT)).toBeUndefined()
})

test('a place that the board does not have any more is kept no longer', () => {
  const page = see({})
  page.rerender({ ownRank: null })
  page.rerender({ round: NEXT, board: null })
  expect(page.placeIn(HEAT)).toBeUndefined()
})
