import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { buildEntry } from '../live/board-builders.ts'
import { useAnnouncement } from './use-announcement.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const nova = buildEntry({ id: 'n', name: 'Nova', amountCents: 2500, position: 2 })
const orion = buildEntry({ id: 'o', name: 'Orion', amountCents: 100, position: 1204 })

function listen() {
  const { result, rerender } = renderHook((arrivals: readonly LeaderboardEntry[]) =>
    useAnnouncement(arrivals),
  )
  return {
    arrive: (...arrivals: LeaderboardEntry[]) => rerender(arrivals),
    wait(seconds: number) {
      act(() => {
        vi.advanceTimersByTime(seconds * 1000)
      })
    },
    said: () => result.current,
  }
}

test('a donation is announced with its amount and position', () => {
  const { arrive, said } = listen()
  expect(said()).toBe('')
  arrive(nova)
  expect(said()).toBe('Nova donated $25.00 and is now number 2.')
})

test('a row with the sum of several donations is announced with what it has now', () => {
  const { result, rerender } = renderHook((arrivals: readonly LeaderboardEntry[]) =>
    useAnnouncement(arrivals, true),
  )
  rerender([nova])
  expect(result.current).toBe('Nova now has $25.00 and is number 2.')
})

test('donations within ten seconds are announced together, the highest by name', () => {
  const { arrive, wait, said } = listen()
  arrive(nova)
  arrive(orion)
  arrive({ ...nova, name: 'Lyra', position: 3 }, orion)
  wait(9)
  expect(said()).toContain('Nova')
  wait(1)
  expect(said()).toBe('Lyra donated $25.00 and is now number 3. 2 more donations came in.')
})

test('after a pause the next donation is announced at once', () => {
  const { arrive, wait, said } = listen()
  arrive(nova)
  wait(11)
  arrive(orion)
  expect(said()).toBe('Orion donated $1.00 and is now number 1,204.')
})

test('an announcement is removed when none follows', () => {
  const { arrive, wait, said } = listen()
  arrive(nova)
  wait(10)
  expect(said()).toBe('')
})
