import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Team } from '#contract/donor-teams/teams.ts'
import { useArrival } from './use-arrival.ts'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => void vi.useRealTimers())

/** Builds teams of so many stars each, by their names. */
function build(stars: Record<string, number>): Team[] {
  return Object.entries(stars).map(([name, count]) => ({
    id: name,
    name,
    open: true,
    position: 1,
    amountCents: 500,
    donors: 1,
    stars: '5'.repeat(count),
  }))
}

function follow() {
  const initialProps: { teams: Team[] | undefined } = { teams: undefined }
  const { result, rerender } = renderHook(({ teams }) => useArrival(teams)?.name, { initialProps })
  return {
    told: () => result.current,
    show: (stars: Record<string, number> | undefined) => rerender({ teams: stars && build(stars) }),
  }
}

test('a star that comes while somebody looks is told for eight seconds', async () => {
  const { told, show } = follow()
  show({ Lynxes: 3, Orion: 2 })
  expect(told()).toBeUndefined()
  show({ Lynxes: 3, Orion: 3 })
  expect(told()).toBe('Orion')
  await act(() => vi.advanceTimersByTimeAsync(7_999))
  expect(told()).toBe('Orion')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(told()).toBeUndefined()
})

test('the stars of another board, of a new team, and those that go are no arrivals', () => {
  const { told, show } = follow()
  show({ Lynxes: 3, Orion: 3 })
  show(undefined)
  show({ Lynxes: 9, Orion: 9 })
  show({ Lynxes: 8, Orion: 9, Herons: 2 })
  expect(told()).toBeUndefined()
  show({ Lynxes: 9, Orion: 9, Herons: 2 })
  expect(told()).toBe('Lynxes')
})
