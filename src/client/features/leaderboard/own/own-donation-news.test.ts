import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serveApi } from '#tests/helpers/page/page.ts'
import { buildEntries, buildEntry } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { useOwnDonations } from './use-own-donations.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const NO_DONATION: { latestId: string | null } = { latestId: null }

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function buildBoard(...newcomers: { id: string; name: string }[]): BoardView {
  return {
    rows: buildEntries(5000, 3000, 2000),
    total: { count: 3, amountCents: 10_000 },
    version: 1,
    asOf: 0,
    more: 'none',
    arrivals: newcomers.map((one) => Object.assign(buildEntry(one), { from: undefined })),
    firstPositions: new Map(),
  }
}

/** Opens the page of a donor, whose donations the server lists. */
async function open({ isSignedIn = true, names = ['Grace'] } = {}) {
  const donorId = isSignedIn ? 'grace' : undefined
  const donations = names.map((name, index) => buildEntry({ id: `d${index + 1}`, name }))
  const requests = serveApi({ 'GET /api/donations/own': () => ({ body: { donations } }) })
  const { rerender } = renderHook(({ board }) => useOwnDonations(donorId, null, board), {
    initialProps: { board: buildBoard() },
  })
  await pass(0)
  return {
    countRequests: () => requests.length,
    /** Shows a board that has a larger sum than the former, and no newcomer. */
    showMore: (amountCents: number) =>
      rerender({ board: { ...buildBoard(), total: { count: 4, amountCents } } }),
    /** Brings these newcomers, whose ids are their names. */
    bring: (...newcomers: string[]) =>
      rerender({ board: buildBoard(...newcomers.map((name) => ({ id: name, name }))) }),
  }
}

test('the tabs of a browser tell each other of a donation', async () => {
  vi.useRealTimers()
  const donations = [buildEntry({ id: 'd1' })]
  let isMade = false
  serveApi({ 'GET /api/donations/own': () => ({ body: { donations: isMade ? donations : [] } }) })
  const board = buildBoard()
  const show = () =>
    renderHook(({ latestId }) => useOwnDonations('grace', latestId, board), {
      initialProps: NO_DONATION,
    })
  const [tab, other] = [show(), show()]
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  isMade = true
  tab.rerender({ latestId: 'd1' })
  await waitFor(() => expect([...other.result.current.own.keys()]).toEqual(['d1']))
})

describe('another device', () => {
  test.each([
    ['with the donor’s name, within a second', 'Grace', ['Grace'], 1_000],
    ['without a name, within ten seconds', 'Anonymous', ['Grace'], 10_000],
    ['before any of the donor’s, within ten seconds', 'Grace', [], 10_000],
    ['while theirs have no name, within ten seconds', 'Ada', ['Anonymous'], 10_000],
    ['with another name, within a minute', 'Ada', ['Grace'], 60_000],
  ])('asks about a newcomer %s', async (_, name, names, withinMs) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const { bring, countRequests } = await open({ names })
    const before = countRequests()
    bring(name)
    await pass(0.9 * withinMs)
    expect(countRequests()).toBe(before)
    await pass(0.1 * withinMs)
    expect(countRequests()).toBe(before + 1)
  })

  test('asks at most once in ten seconds, however many come', async () => {
    const { bring, countRequests } = await open()
    const before = countRequests()
    for (let second = 0; second < 30; second += 1) {
      bring('Grace', 'Anonymous', 'Ada')
      await pass(1_000)
    }
    expect(countRequests() - before).toBeGreaterThan(1)
    expect(countRequests() - before).toBeLessThanOrEqual(3)
  })

  test('does not ask sooner because many come', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.99).mockReturnValue(0.01)
    const { bring, countRequests } = await open()
    const before = countRequests()
    for (let second = 0; second < 50; second += 1) {
      bring('Ada')
      await pass(1_000)
    }
    expect(countRequests()).toBe(before)
  })

  test('asks within a minute about a sum that grew while no newcomer was told', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const { showMore, countRequests } = await open()
    const before = countRequests()
    showMore(10_000)
    showMore(9_000)
    await pass(60_000)
    expect(countRequests()).toBe(before)
    showMore(9_001)
    await pass(54_000)
    expect(countRequests()).toBe(before)
    await pass(6_000)
    expect(countRequests()).toBe(before + 1)
  })

  test('asks nothing about rows that are known to be theirs, or while nobody sees it', async () => {
    const { bring, countRequests } = await open()
    const before = countRequests()
    bring('d1')
    await pass(60_000)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    bring('Grace')
    await pass(60_000)
    expect(countRequests()).toBe(before)
  })

  test('asks nothing for those who are signed out', async () => {
    const { bring, countRequests } = await open({ isSignedIn: false })
    bring('Grace')
    await pass(60_000)
    expect(countRequests()).toBe(0)
  })
})
