import { act, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BoardId } from '#contract/boards.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { publishBoardVersion } from '#client/lib/board-version.ts'
import { wantVersion } from '#client/lib/wanted-version.ts'
import { serveApi, stubBrowserApis, type PageResponse } from '#tests/helpers/page/page.ts'
import { buildEntries, buildEntry, buildPage } from '../live/board-builders.ts'
import { FollowedSum, type FollowedSumProps } from './followed-sum.tsx'
import type { OwnById } from './use-own-donations.ts'

interface Served {
  boardId: BoardId
  /** The board when it is first read. */
  page: LeaderboardPage
  own?: OwnById
  /** The server's other answers, by route. */
  routes?: Record<string, PageResponse>
}

/** Follows the viewer's place on a board that is not shown, and which the test changes. */
function follow({ boardId, page, own = new Map(), routes }: Served) {
  stubBrowserApis()
  const createStream = vi.fn<() => void>()
  vi.stubGlobal('EventSource', createStream)
  let served = page
  serveApi({ [`GET /api/boards/${boardId}`]: () => ({ body: served }), ...routes })
  const onSum = vi.fn<FollowedSumProps['onSum']>()
  render(<FollowedSum boardId={boardId} own={own} onSum={onSum} />)
  const change = (next: LeaderboardPage) => {
    served = next
    act(() => {
      publishBoardVersion(next.version)
      wantVersion()
    })
  }
  return { change, onSum, createStream }
}

test('the sum on a board that is not shown follows that board, without a stream', async () => {
  const place = { position: 9, amountCents: 2_000, above: null }
  const { change, onSum, createStream } = follow({
    boardId: 'donors-week',
    page: buildPage({ version: 10, entries: buildEntries(2_500, 2_000) }),
    routes: { 'GET /api/boards/donors-week/own': { body: { id: 'd2', place } } },
  })
  const next = { moreCents: 501, name: 'Donor d1' }
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ ownRank: { position: 2 }, next, version: 10 }),
  )
  const passing = buildEntry({ id: 'd3', amountCents: 2_200 })
  const entries = buildEntries(2_500, 2_000).toSpliced(1, 0, passing)
  change(buildPage({ version: 11, entries }))
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ ownRank: { position: 3 }, version: 11 }),
  )
  expect(createStream).not.toHaveBeenCalled()
})

test('a sum whose row is not among the first of its board is the one the server tells', async () => {
  const place = { position: 900, amountCents: 100, above: null }
  const { onSum } = follow({
    boardId: 'donors-week',
    page: buildPage({ version: 10, entries: buildEntries(2_500, 2_000) }),
    routes: { 'GET /api/boards/donors-week/own': { body: { id: 'far', place } } },
  })
  await waitFor(() => expect(onSum.mock.lastCall?.[0].ownRank?.position).toBe(900))
})

test('on a board of donations that is not shown, the best of the own rows is followed', async () => {
  const { onSum } = follow({
    boardId: 'donations-week',
    page: buildPage({ version: 10, entries: buildEntries(2_500, 2_000) }),
    own: new Map([['d2', undefined]]),
  })
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ board: 'donations-week', ownRank: null }),
  )
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ ownRank: { position: 2 }, version: 10 }),
  )
})
