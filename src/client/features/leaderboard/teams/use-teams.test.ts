import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BoardId } from '#contract/boards.ts'
import { serveApi } from '#tests/helpers/page/page.ts'
import { useTeams } from './use-teams.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Serves teams of one name each, by the number of the request, that need a time to come, ms. */
function serveTeams(...delays: number[]) {
  let count = 0
  const requests = serveApi({
    'GET /api/teams': async () => {
      count += 1
      const name = `Answer ${count}`
      await new Promise((resolve) => setTimeout(resolve, delays[count - 1] ?? delays.at(-1)))
      return { body: { version: count, teams: [{ id: name, name, donors: 1, stars: '5' }] } }
    },
  })
  const board: { boardId: BoardId; version: number } = { boardId: 'teams-week', version: 1 }
  const { result, rerender } = renderHook(
    ({ boardId, version }) => useTeams(boardId, version).teams?.map(({ name }) => name),
    { initialProps: board },
  )
  return { requests, result, rerender }
}

test('a board that changes all the time is asked once in two seconds, and shows answers', async () => {
  const { requests, result, rerender } = serveTeams(1_500)
  for (let version = 2; version < 52; version += 1) {
    await later(100)
    rerender({ boardId: 'teams-week', version })
  }
  expect(requests).toHaveLength(3)
  expect(result.current).toEqual(['Answer 2'])
  await later(4_000)
  expect(requests).toHaveLength(4)
  expect(result.current).toEqual(['Answer 4'])
})

test('an answer that comes after that to a later request is not shown', async () => {
  const { result, rerender } = serveTeams(5_000, 100)
  await later(1_000)
  rerender({ boardId: 'teams-week', version: 2 })
  await later(1_200)
  expect(result.current).toEqual(['Answer 2'])
  await later(4_000)
  expect(result.current).toEqual(['Answer 2'])
})

test('another board is asked at once', async () => {
  const { requests, result, rerender } = serveTeams(100)
  await later(200)
  rerender({ boardId: 'teams-month', version: 1 })
  expect(result.current).toBeUndefined()
  await later(200)
  expect(requests.map(({ search }) => search)).toEqual(['?board=teams-week', '?board=teams-month'])
  expect(result.current).toEqual(['Answer 2'])
})

test('teams that could not be read are read again, and the page knows meanwhile', async () => {
  let isAway = true
  const requests = serveApi({
    'GET /api/teams': () =>
      isAway ? 'unreachable' : { body: { version: 1, teams: [{ id: 'o', name: 'Orion' }] } },
  })
  const { result } = renderHook(() => useTeams('teams-week', 1))
  await later(100)
  expect(requests).toHaveLength(1)
  expect(result.current).toEqual({ teams: undefined, hasFailed: true })
  await later(10_000)
  expect(requests.length).toBeGreaterThan(2)
  expect(requests.length).toBeLessThan(6)
  isAway = false
  await later(5_000)
  expect(result.current.teams).toEqual([{ id: 'o', name: 'Orion' }])
  expect(result.current.hasFailed).toBe(false)
  const { length } = requests
  await later(20_000)
  expect(requests).toHaveLength(length)
})
