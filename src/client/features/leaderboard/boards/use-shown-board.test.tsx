import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChosenBoardId } from '#contract/boards.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { LeaderboardFeed } from '../live/leaderboard-feed.ts'
import { useShownBoard } from './use-shown-board.ts'

let urls: string[]
let closed: string[]

beforeEach(() => {
  urls = []
  closed = []
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      readonly #url: string
      constructor(url: string) {
        super()
        this.#url = url
        urls.push(url)
      }
      close() {
        closed.push(this.#url)
      }
    },
  )
})

afterEach(() => campaignStore.set(DEFAULT_CAMPAIGN))

const choose = (boards: ChosenBoardId[]) => campaignStore.set({ ...DEFAULT_CAMPAIGN, boards })

function follow() {
  const feed = new LeaderboardFeed()
  let own = { ownLatestDonationId: null as string | null, isCelebrating: false }
  const { result, rerender } = renderHook(() => useShownBoard(feed, own))
  const receive = (ownLatestDonationId: string) => {
    own = { ownLatestDonationId, isCelebrating: true }
    rerender()
  }
  const endCelebration = () => {
    own = { ...own, isCelebrating: false }
    rerender()
  }
  return { feed, read: () => result.current, receive, endCelebration }
}

test('with the default board alone nothing else is followed', () => {
  const { feed, read } = follow()
  expect(read()).toMatchObject({ id: 'donations-all-time', boards: ['donations-all-time'] })
  expect(read().feed).toBe(feed)
  expect(urls).toEqual([])
})

test("the host's first board is shown, from a stream of its own", async () => {
  choose(['donors-week', 'donations-all-time'])
  const { read } = follow()
  expect(read().id).toBe('donors-week')
  await waitFor(() => expect(urls).toEqual(['/api/boards/donors-week/live']))
})

test('a board that is no longer shown has no stream', async () => {
  choose(['donors-week', 'donations-all-time'])
  const { feed, read } = follow()
  await waitFor(() => expect(urls).toHaveLength(1))
  act(() => read().show('donations-all-time'))
  expect(read().feed).toBe(feed)
  expect(closed).toEqual(urls)
})

test('a board that the host takes away gives way to the first', () => {
  choose(['donations-all-time', 'donations-today'])
  const { read } = follow()
  act(() => read().show('donations-today'))
  expect(read().id).toBe('donations-today')
  act(() => choose(['donations-all-time', 'donors-month']))
  expect(read().id).toBe('donations-all-time')
})

test("the viewer's own donation is celebrated on the default board, and the board of before is back", () => {
  choose(['teams-week', 'donations-all-time'])
  const { read, receive, endCelebration } = follow()
  receive('d1')
  expect(read().id).toBe('donations-all-time')
  endCelebration()
  expect(read().id).toBe('teams-week')
})

test('where the host ranks donors first, their sum is celebrated on the board that is shown', () => {
  choose(['donors-week', 'donations-all-time'])
  const { read, receive } = follow()
  receive('d1')
  expect(read().id).toBe('donors-week')
})

test('a round that is over has no row for a donation, which is celebrated elsewhere', () => {
  campaignStore.set({
    ...DEFAULT_CAMPAIGN,
    boards: ['donors-all-time', 'donations-all-time'],
    round: buildRound({ startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-01-02T00:00:00Z' }),
  })
  const { read, receive, endCelebration } = follow()
  expect(read().id).toBe('donors-round')
  receive('d1')
  expect(read().id).toBe('donors-all-time')
  endCelebration()
  expect(read().id).toBe('donors-round')
})

test('where donations rank first, a board of donors gives way to them meanwhile', () => {
  choose(['donations-all-time', 'donors-week'])
  const { read, receive } = follow()
  act(() => read().show('donors-week'))
  receive('d1')
  expect(read().id).toBe('donations-all-time')
})

test('a board of donations has the row, and stays', () => {
  choose(['donations-today', 'donations-all-time'])
  const { read, receive } = follow()
  receive('d1')
  expect(read().id).toBe('donations-today')
})

test('a board that the viewer chooses meanwhile stays', () => {
  choose(['teams-week', 'donations-today', 'donations-all-time'])
  const { read, receive, endCelebration } = follow()
  receive('d1')
  act(() => read().show('donations-today'))
  endCelebration()
  expect(read().id).toBe('donations-today')
})
