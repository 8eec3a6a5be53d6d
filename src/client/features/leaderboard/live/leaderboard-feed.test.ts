import { waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { campaignStore } from '#client/lib/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { buildFirstBoard } from './board-builders.ts'
import { LeaderboardFeed } from './leaderboard-feed.ts'

/** A live stream on which nothing happens. */
class SilentStream extends EventTarget {
  close() {}
}

function connect(feed: LeaderboardFeed): string[] {
  const urls: string[] = []
  vi.stubGlobal(
    'EventSource',
    class extends SilentStream {
      constructor(url: string) {
        super()
        urls.push(url)
      }
    },
  )
  onTestFinished(feed.connect())
  return urls
}

test('the first board is there before anything is connected', () => {
  const first = buildFirstBoard({ next: 'cursor' })
  const { board, status } = new LeaderboardFeed(first).getView()
  expect(status).toBe('connecting')
  expect(board).toMatchObject({ total: first.total, version: first.version, more: 'waiting' })
  expect(board?.rows.map(({ id }) => id)).toEqual(first.entries.map(({ id }) => id))
})

test('the stream goes on behind the first board, which looks the same', async () => {
  const feed = new LeaderboardFeed(buildFirstBoard({ version: 12 }))
  const before = feed.getView().board
  const urls = connect(feed)
  await waitFor(() => expect(urls).toEqual(['/api/leaderboard/live?campaign=0&lastEventId=12']))
  expect(feed.getView().board).toMatchObject({
    rows: before?.rows.map(({ id }) => ({ id })),
    total: before?.total,
    firstPositions: before?.firstPositions,
  })
})

test('a page with a choice, which ends without a new version, asks for any campaign', async () => {
  campaignStore.set({ ...DEFAULT_CAMPAIGN, version: 7, choices: [] })
  onTestFinished(() => campaignStore.set(DEFAULT_CAMPAIGN))
  const urls = connect(new LeaderboardFeed(buildFirstBoard({ version: 12 })))
  await waitFor(() => expect(urls).toEqual(['/api/leaderboard/live?campaign=any&lastEventId=12']))
})

test('what is paused before it is live stays paused', async () => {
  const feed = new LeaderboardFeed(buildFirstBoard())
  feed.setPaused(true)
  const urls = connect(feed)
  await waitFor(() => expect(urls).toHaveLength(1))
  expect(feed.getView().paused).toBe(true)
})

test('without a first board there is none to see until the server sends one', () => {
  expect(new LeaderboardFeed().getView().board).toBeNull()
})
