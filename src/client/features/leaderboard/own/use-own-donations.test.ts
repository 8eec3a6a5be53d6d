import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { serveApi } from '#tests/helpers/page/page.ts'
import { buildEntries, buildEntry } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { useOwnDonations } from './use-own-donations.ts'

const board: BoardView = {
  rows: buildEntries(5000, 3000, 2000),
  total: { count: 900, amountCents: 10_000 },
  version: 1,
  asOf: 0,
  more: 'waiting',
  arrivals: [],
  firstPositions: new Map(),
}

function serveOwn(...donations: object[]) {
  return serveApi({ 'GET /api/donations/own': { body: { donations } } })
}

test('a visitor has no donations, and nobody is asked for any', () => {
  const requests = serveOwn()
  const { result } = renderHook(() => useOwnDonations(undefined, null, board))
  expect(result.current.ownRank).toBeNull()
  expect(requests).toEqual([])
})

test('the place of a loaded row is where it stands now, whatever the server said before', async () => {
  serveOwn(buildEntry({ id: 'd2', position: 7 }), buildEntry({ id: 'far', position: 700 }))
  const { result } = renderHook(() => useOwnDonations('ada', null, board))
  await waitFor(() => expect(result.current.ownRank).toMatchObject({ id: 'd2', position: 2 }))
  expect([...result.current.own.keys()]).toEqual(['d2', 'far'])
})

test('the place of a row that is not loaded is the one the server tells', async () => {
  serveOwn(buildEntry({ id: 'far', position: 700 }))
  const { result } = renderHook(() => useOwnDonations('ada', null, board))
  await waitFor(() => expect(result.current.ownRank).toMatchObject({ id: 'far', position: 700 }))
})

test('a donation that the board does not show has no place', async () => {
  const requests = serveOwn({ ...buildEntry({ id: 'x' }), name: null, position: null })
  const { result } = renderHook(() => useOwnDonations('ada', null, board))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(result.current.ownRank).toBeNull()
})

test('a donation without a name is told apart', async () => {
  serveOwn(buildEntry({ id: 'd2' }), { ...buildEntry({ id: 'x' }), name: null, position: null })
  const { result } = renderHook(() => useOwnDonations('ada', null, board))
  await waitFor(() => expect(result.current.nameless).toMatchObject([{ id: 'x' }]))
})

test('nothing of one account is shown to the next, while its own is being fetched', async () => {
  serveOwn(buildEntry({ id: 'd2', position: 7 }))
  const { result, rerender } = renderHook(({ donor }) => useOwnDonations(donor, null, board), {
    initialProps: { donor: 'ada' },
  })
  await waitFor(() => expect(result.current.ownRank).toMatchObject({ id: 'd2' }))
  serveApi({ 'GET /api/donations/own': 'unreachable' })
  rerender({ donor: 'bo' })
  expect(result.current.ownRank).toBeNull()
  expect([...result.current.own.keys()]).toEqual([])
})

test('the latest donation is marked before the server lists it', () => {
  serveOwn()
  const { result } = renderHook(() => useOwnDonations(undefined, 'd3', board))
  expect(result.current.ownRank).toMatchObject({ id: 'd3', position: 3 })
})

test('a server that cannot be reached leaves the page as it is', async () => {
  const requests = serveApi({ 'GET /api/donations/own': 'unreachable' })
  const { result } = renderHook(() => useOwnDonations('ada', null, board))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(result.current.ownRank).toBeNull()
})

describe('texts that wait', () => {
  /** Opens the page of a donor whose texts are in this state until `decide` changes it. */
  async function open(first: 'waiting' | 'shown') {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let state: string = first
    const texts = { displayName: 'Ada', anonymous: false, message: null }
    const requests = serveApi({
      'GET /api/donations/own': () => ({
        body: { donations: [{ ...buildEntry({ id: 'd2' }), texts: { ...texts, state } }] },
      }),
    })
    const { result } = renderHook(() => useOwnDonations('ada', null, board))
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(0)
    return {
      requests,
      pass,
      readState: () => result.current.own.get('d2')?.texts?.state,
      decide: (next: string) => {
        state = next
      },
    }
  }

  test('wait no longer soon after they were denied, and are then asked for no more', async () => {
    const { requests, pass, readState, decide } = await open('waiting')
    expect(readState()).toBe('waiting')
    decide('declined')
    await pass(15_000)
    expect(readState()).toBe('declined')
    const count = requests.length
    await pass(60_000)
    expect(requests.length).toBeLessThanOrEqual(count + 1)
  })

  test('are asked for in a visible tab alone, and at once when it is seen again', async () => {
    const { requests, pass, readState, decide } = await open('waiting')
    const show = (visibility: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    await pass(0)
    const count = requests.length
    show('hidden')
    decide('declined')
    await pass(60_000)
    expect(requests).toHaveLength(count)
    show('visible')
    await pass(0)
    expect(readState()).toBe('declined')
  })

  test('that another tab has changed are known when this one is seen again', async () => {
    const { pass, readState, decide } = await open('shown')
    decide('waiting')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(readState()).toBe('waiting')
  })
})
