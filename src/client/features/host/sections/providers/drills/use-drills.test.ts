import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DrillRun } from '#contract/host/drills.ts'
import { useDrills } from './use-drills.ts'

const AT = '2026-11-23T10:00:00.000Z'

const RUN: DrillRun = {
  id: 'r1',
  drill: 'lost',
  state: 'running',
  startedAt: AT,
  endedAt: null,
  at: AT,
  paid: 0,
  planned: 6,
  steps: [],
  course: [],
}

let served: number

beforeEach(() => {
  vi.useFakeTimers()
  served = 0
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => {
      served += 1
      return Response.json({ run: RUN })
    }),
  )
})

afterEach(() => {
  show('visible')
  vi.useRealTimers()
})

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a running drill is followed each second, but not in a hidden tab', async () => {
  renderHook(() => useDrills())
  await pass(0)
  expect(served).toBe(1)
  await pass(3_000)
  expect(served).toBe(4)
  show('hidden')
  await pass(10_000)
  expect(served).toBe(4)
  show('visible')
  await pass(0)
  expect(served).toBe(5)
  await pass(1_000)
  expect(served).toBe(6)
})
