import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { changes, type ChangeTopic } from './changes.ts'
import { liveChanges } from './live-changes.ts'
import { useHostData } from './use-host-data.ts'

const TOPICS: readonly ChangeTopic[] = ['donations']
const schema = z.object({ count: z.int() })

let served: number

beforeEach(() => {
  vi.useFakeTimers()
  served = 0
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json({ count: (served += 1) })),
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

/** Opens a section and waits for its first data. */
async function open() {
  const hook = renderHook(() => useHostData('/api/host/donations', schema, TOPICS))
  await pass(0)
  expect(hook.result.current.data).toEqual({ count: 1 })
  await pass(1_000)
  return hook
}

test('500 changes in a minute lead to one request a second, and the last one is shown', async () => {
  const { result } = await open()
  for (let count = 0; count < 500; count += 1) {
    changes.announce(TOPICS, 'stream')
    await pass(120)
  }
  await pass(1_000)
  expect(served).toBeGreaterThan(50)
  // The polls of a page without a stream come on top.
  expect(served).toBeLessThanOrEqual(67)
  expect(result.current.data).toEqual({ count: served })
})

test('an own action is shown at once, and changes of other topics are not fetched', async () => {
  await open()
  changes.announce(['team'], 'stream')
  changes.announce(['team'])
  await pass(0)
  expect(served).toBe(1)
  changes.announce(TOPICS)
  changes.announce(TOPICS)
  await pass(0)
  expect(served).toBe(3)
})

test('a hidden tab fetches nothing, and everything once it is seen again', async () => {
  await open()
  show('hidden')
  changes.announce(TOPICS, 'stream')
  await pass(60_000)
  expect(served).toBe(1)
  show('visible')
  await pass(0)
  expect(served).toBe(2)
})

test('a change that is told while a request runs is fetched after it, not in its place', async () => {
  await open()
  const first = Promise.withResolvers<Response>()
  vi.mocked(fetch).mockImplementationOnce(() => first.promise)
  changes.announce(TOPICS)
  changes.announce(TOPICS, 'stream')
  await pass(5_000)
  const { signal } = vi.mocked(fetch).mock.lastCall?.[1] ?? {}
  expect(signal?.aborted).toBe(false)
  expect(served).toBe(1)
  first.resolve(Response.json({ count: 0 }))
  await pass(0)
  expect(served).toBe(2)
})

test('while the stream lives, a failed request is tried again within 15 seconds', async () => {
  const source = Object.assign(new EventTarget(), { close: () => {} })
  const stop = liveChanges.start({ createEventSource: () => source })
  const { result } = await open()
  source.dispatchEvent(new MessageEvent('topics', { data: '{}' }))
  expect(liveChanges.read()).toBe('live')

  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  changes.announce(TOPICS)
  await pass(0)
  expect(result.current.error?.message).toBeDefined()
  await pass(15_000)
  expect(result.current).toMatchObject({ data: { count: 2 }, error: undefined })
  stop()
})
