import { act, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { buildEntry, buildFirstBoard } from './board-builders.ts'
import { LeaderboardFeed } from './leaderboard-feed.ts'
import type { LeaderboardView } from './leaderboard-view.ts'
import { useFeedView } from './use-feed-view.ts'

/** Provides views as they are published. */
function startFeed(first: LeaderboardView = new LeaderboardFeed(buildFirstBoard()).getView()) {
  let view = first
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getView: () => view,
    publish: (changes: Partial<LeaderboardView>) => {
      view = { ...view, ...changes }
      for (const listener of listeners) listener()
    },
    publishArrivals: (...ids: string[]) => {
      const { board } = view
      if (board === null) throw new Error('There is no board yet')
      view = { ...view, board: { ...board, arrivals: ids.map((id) => buildEntry({ id })) } }
      for (const listener of listeners) listener()
    },
  }
}

/** Follows the feed, with the ids of all arrivals in the order in which they were shown. */
function followFeed(feed: ReturnType<typeof startFeed>) {
  const shown: (readonly LeaderboardEntry[])[] = []
  const { result } = renderHook(() => {
    const view = useFeedView(feed)
    const arrivals = view.board?.arrivals
    useEffect(() => {
      if (arrivals !== undefined) shown.push(arrivals)
    }, [arrivals])
    return view
  })
  return { result, shownIds: () => shown.flatMap((arrivals) => arrivals.map(({ id }) => id)) }
}

test('a view that is skipped leaves its arrivals to the next', () => {
  const feed = startFeed()
  const { shownIds } = followFeed(feed)
  act(() => {
    feed.publishArrivals('a1')
    feed.publishArrivals('a2', 'a3')
    feed.publishArrivals('a4')
  })
  act(() => feed.publishArrivals('a5'))
  expect(shownIds()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
})

test('arrivals that were shown are not told again by a view without news', () => {
  const feed = startFeed()
  const { result, shownIds } = followFeed(feed)
  act(() => feed.publishArrivals('a1'))
  act(() => {
    feed.publish({ paused: true })
    feed.publishArrivals('a2')
    feed.publish({ status: 'offline' })
  })
  expect(shownIds()).toEqual(['a1', 'a2'])
  expect(result.current).toMatchObject({ paused: true, status: 'offline' })
})

test('a first board that comes while nothing is shown is shown with its arrivals', () => {
  const { board } = startFeed().getView()
  const feed = startFeed({ status: 'connecting', wasLive: false, board: null, paused: false })
  const { result } = followFeed(feed)
  expect(result.current.board).toBeNull()
  act(() => feed.publish({ board }))
  expect(result.current.board).toBe(board)
})

test('another feed is followed from its own view on', () => {
  const one = startFeed()
  const other = startFeed()
  const { result, rerender } = renderHook(({ feed }) => useFeedView(feed), {
    initialProps: { feed: one },
  })
  act(() => other.publishArrivals('b1'))
  rerender({ feed: other })
  expect(result.current.board?.rows).toBe(other.getView().board?.rows)
  const shown = result.current
  act(() => one.publishArrivals('a1'))
  expect(result.current).toBe(shown)
  act(() => other.publishArrivals('b2'))
  expect(result.current.board?.arrivals.map(({ id }) => id)).toEqual(['b2'])
})

test('what came before somebody looked is no news', () => {
  const feed = startFeed()
  feed.publishArrivals('a1')
  const { shownIds } = followFeed(feed)
  act(() => feed.publish({ paused: true }))
  act(() => feed.publishArrivals('a2'))
  expect(shownIds()).toEqual(['a2'])
})
