import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Heartbeat, type HeartbeatOptions } from './heartbeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Starts one, and notes when it beats, in ms from the start. */
function start(options: Partial<HeartbeatOptions> = {}) {
  const startedAt = Date.now()
  const beats: number[] = []
  const heartbeat = new Heartbeat({
    beat: async () => {
      beats.push(Date.now() - startedAt)
    },
    need: () => 'gently',
    ...options,
  })
  onTestFinished(() => heartbeat.stop())
  heartbeat.start()
  return { heartbeat, beats }
}

function show(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('what can wait is asked for at once, after 3 s, and ever more calmly up to every 30 s', async () => {
  const { beats } = start()
  await vi.advanceTimersByTimeAsync(200_000)
  const pauses = beats.slice(1).map((at, index) => at - (beats[index] ?? 0))
  expect(beats[0]).toBe(0)
  expect(pauses[0]).toBe(3_000)
  expect(pauses.at(-1)).toBe(30_000)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
})

test('what is urgent is asked for within half a second, and then every 4 s at most', async () => {
  const { beats } = start({ need: () => 'soon' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(beats[1]).toBe(500)
  expect(beats.length).toBeGreaterThan(8)
  expect(beats.length).toBeLessThan(16)
})

test('without a need it does not beat', async () => {
  const { beats, heartbeat } = start({ need: () => 'never' })
  heartbeat.quicken()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(beats).toEqual([])
})

test('a hidden tab does not beat, and does so at once when it is seen again', async () => {
  const { beats } = start()
  await vi.advanceTimersByTimeAsync(0)
  show('hidden')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(beats).toEqual([0])
  show('visible')
  expect(beats).toEqual([0, 100_000])
})

test('one beat at a time: who quickens meanwhile gets the next one', async () => {
  const ends: (() => void)[] = []
  const beat = vi.fn<() => Promise<void>>(() => new Promise((end) => ends.push(end)))
  const { heartbeat } = start({ beat })
  heartbeat.quicken()
  heartbeat.quicken()
  expect(beat).toHaveBeenCalledTimes(1)
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(beat).toHaveBeenCalledTimes(2)
})

test('stopping gives up what is under way', async () => {
  const signals: AbortSignal[] = []
  const { heartbeat, beats } = start({
    beat: async (signal) => {
      signals.push(signal)
    },
  })
  heartbeat.stop()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  heartbeat.quicken()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(signals).toHaveLength(1)
  expect(beats).toEqual([])
})
