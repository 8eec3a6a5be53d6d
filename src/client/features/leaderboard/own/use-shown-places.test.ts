import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BoardId } from '#contract/boards.ts'
import type { OwnDonation } from '#contract/checkouts.ts'
import type { Round } from '#contract/rounds.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
import { buildRound as buildAnyRound } from '#tests/helpers/rounds/build-round.ts'
import type { ShownBoard } from '../boards/use-shown-board.ts'
import { LeaderboardFeed } from '../live/leaderboard-feed.ts'
import type { OwnSum } from './own-sum.ts'
import type { OwnRank } from './use-own-donations.ts'
import { useShownPlaces } from './use-shown-places.ts'

const MINUTE_MS = 60_000

function buildRound(fromMinutes: number, toMinutes: number, results: number | null = null): Round {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
  return buildAnyRound({
    id: 'r1',
    startsAt: inMinutes(fromMinutes),
    endsAt: inMinutes(toMinutes),
    results,
  })
}

const DONATION: OwnRank = { id: 'd7', name: 'Theo', amountCents: 1_000, position: 7 }
const SUM: OwnSum = {
  board: 'donors-round',
  own: new Map([['theo', undefined]]),
  ownRank: { id: 'theo', name: 'Theo', amountCents: 2_500, position: 2 },
  next: { moreCents: 401, name: 'Mira' },
  team: undefined,
}

/** Returns what is shown and told of one's places, once one's sum on the board is known. */
function show(round: Round, id: BoardId = 'donors-round', donation?: OwnDonation) {
  const feed = new LeaderboardFeed(undefined, id)
  const view = { status: 'live', wasLive: true, paused: false, board: null } as const
  const shown: ShownBoard = { boards: [id], round, id, feed, view, show: () => {} }
  const own = new Map([[DONATION.id, donation]])
  const options = {
    shown,
    isDefault: false,
    donorId: 'theo-account',
    own,
    ownRank: DONATION,
    version: 3,
  }
  const { result } = renderHook(() => useShownPlaces(options))
  act(() => result.current.setSum(SUM))
  return { shown: result.current, told: renderHook(() => useOwnPlaces()).result.current }
}

test('while a round of donors runs, the places told are those on its board', () => {
  const { shown, told } = show(buildRound(-5, 5))
  expect(told).toMatchObject({ best: { position: 2 }, sums: { board: 'donors-round' } })
  expect(told.sums?.next).toEqual(SUM.next)
  expect(shown).toMatchObject({ isCounting: true, ownRank: { position: 2 }, next: SUM.next })
})

test('one’s own donations are known also while sums are shown', () => {
  expect([...show(buildRound(-5, 5)).told.ids]).toEqual([DONATION.id, 'theo'])
})

test.each([
  ['before it begins', buildRound(5, 10)],
  ['while its results are counted', buildRound(-10, -1)],
  ['once it is over', buildRound(-10, -5, 1)],
])('%s, a round of donors promises no place, and those of all donations are told', (_, round) => {
  const { shown, told } = show(round)
  expect(told.sums).toBeUndefined()
  expect(told).toMatchObject({ best: { position: 7, amountCents: 1_000 }, isElsewhere: true })
  // The own row is marked where it stands, and told with nothing that would pass another.
  expect(shown).toMatchObject({ isCounting: false, ownRank: { position: 2 }, next: null })
})

test('in the row of their sum donors read their own name that waits for approval', () => {
  const timestamp = new Date().toISOString()
  const chosen = { displayName: 'Theo', anonymous: false, message: 'Hi' }
  const texts = { ...chosen, state: 'waiting' as const }
  const waiting = {
    id: DONATION.id,
    name: 'Theo',
    amountCents: 1_000,
    position: 7,
    timestamp,
    texts,
  }
  const { shown } = show(buildRound(-5, 5), 'donors-round', { ...waiting, message: 'Hi' })
  expect(shown.own.get('theo')).toEqual(waiting)
})

test('on another board of donors a round changes nothing', () => {
  const { told } = show(buildRound(5, 10), 'donors-week')
  expect(told.sums?.board).toBe('donors-week')
})
