import { act, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BoardId } from '#contract/boards.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildChange, buildEntries, buildEntry, buildPage } from '../live/board-builders.ts'
import { FollowedSum, type FollowedSumProps } from './followed-sum.tsx'
import type { OwnById } from './use-own-donations.ts'

/** Follows the viewer's place on a board that is not shown, whose stream the test sends. */
async function follow(boardId: BoardId, own: OwnById = new Map()) {
  stubBrowserApis()
  const streams: EventTarget[] = []
  const close = vi.fn<() => void>()
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      readonly url: string
      constructor(url: string) {
        super()
        this.url = url
        streams.push(this)
      }
      close = close
    },
  )
  const onSum = vi.fn<FollowedSumProps['onSum']>()
  const { unmount } = render(<FollowedSum boardId={boardId} own={own} onSum={onSum} />)
  await waitFor(() => expect(streams).toHaveLength(1))
  const send = (event: string, data: { version: number }) =>
    act(async () => {
      const init = { data: JSON.stringify(data), lastEventId: data.version.toString() }
      streams[0]?.dispatchEvent(new MessageEvent(event, init))
    })
  return { send, onSum, close, unmount, stream: streams[0] }
}

test('the sum on a board that is not shown follows that board, while it is asked for', async () => {
  const place = { position: 9, amountCents: 2_000, above: null }
  serveApi({ 'GET /api/boards/donors-week/own': { body: { id: 'd2', place } } })
  const { send, onSum, close, unmount, stream } = await follow('donors-week')
  expect(stream).toMatchObject({ url: '/api/boards/donors-week/live' })
  await waitFor(() => expect(onSum.mock.lastCall?.[0].ownRank?.position).toBe(9))
  await send('snapshot', buildPage({ version: 10, entries: buildEntries(2_500, 2_000) }))
  const next = { moreCents: 501, name: 'Donor d1' }
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ ownRank: { position: 2 }, next, version: 10 }),
  )
  const upserts = [buildEntry({ id: 'd3', amountCents: 2_200 })]
  await send('change', buildChange({ version: 11, upserts }))
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ ownRank: { position: 3 }, version: 11 }),
  )
  unmount()
  expect(close).toHaveBeenCalled()
})

test('on a board of donations that is not shown, the best of the own rows is followed', async () => {
  serveApi({})
  const own = new Map([['d2', undefined]])
  const { send, onSum } = await follow('donations-week', own)
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ board: 'donations-week', ownRank: null }),
  )
  await send('snapshot', buildPage({ version: 10, entries: buildEntries(2_500, 2_000) }))
  await waitFor(() =>
    expect(onSum.mock.lastCall?.[0]).toMatchObject({ ownRank: { position: 2 }, version: 10 }),
  )
})
