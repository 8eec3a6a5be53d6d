import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { StatusPoller, type StatusPollerOptions } from './status-poller.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Starts a poller, and records the times of its polls, ms from the start. */
function start(options: Partial<StatusPollerOptions> = {}) {
  const startedAt = Date.now()
  const polls: number[] = []
  const poller = new StatusPoller({
    poll: async () => {
      polls.push(Date.now() - startedAt)
    },
    urgency: () => 'low',
    ...options,
  })
  onTestFinished(() => poller.stop())
  poller.start()
  return { poller, polls }
}

function show(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('with low urgency it polls at once, after 3 s, and then in growing intervals up to 30 s', async () => {
  const { polls } = start()
  await vi.advanceTimersByTimeAsync(200_000)
  const pauses = polls.slice(1).map((at, index) => at - (polls[index] ?? 0))
  expect(polls[0]).toBe(0)
  expect(pauses[0]).toBe(3_000)
  expect(pauses.at(-1)).toBe(30_000)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
})

test('with high urgency it polls within half a second, and then at least every 4 s', async () => {
  const { polls } = start({ urgency: () => 'high' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(polls[1]).toBe(500)
  expect(polls.length).toBeGreaterThan(8)
  expect(polls.length).toBeLessThan(16)
})

test('without a need it does not poll', async () => {
  const { polls, poller } = start({ urgency: () => 'none' })
  poller.pollNow()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(polls).toEqual([])
})

test('a hidden tab does not poll, and does so at once when it is seen again', async () => {
  const { polls } = start()
  await vi.advanceTimersByTimeAsync(0)
  show('hidden')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(polls).toEqual([0])
  show('visible')
  expect(polls).toEqual([0, 100_000])
})

test('one poll at a time: a poll that is requested meanwhile comes next', async () => {
  const ends: (() => void)[] = []
  const poll = vi.fn<() => Promise<void>>(() => new Promise((end) => ends.push(end)))
  const { poller } = start({ poll })
  poller.pollNow()
  poller.pollNow()
  expect(poll).toHaveBeenCalledTimes(1)
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(poll).toHaveBeenCalledTimes(2)
})

test('stopping aborts the running poll', async () => {
  const signals: AbortSignal[] = []
  const { poller, polls } = start({
    poll: async (signal) => {
      signals.push(signal)
    },
  })
  poller.stop()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  poller.pollNow()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(signals).toHaveLength(1)
  expect(polls).toEqual([])
})
