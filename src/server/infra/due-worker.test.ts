import { beforeEach, describe, expect, test } from 'vitest'
import { DueWorker, type DueWorkerDeps } from './due-worker.ts'

let now: number
/** The timers that are set and not cancelled, with their times, Unix ms. */
let timers: Map<() => void, number>
/** The due times of the tasks, Unix ms. */
let due: number[]
let done: number[]
let reports: unknown[]

beforeEach(() => {
  now = 10_000
  timers = new Map()
  due = []
  done = []
  reports = []
})

function createWorker(overrides: Partial<DueWorkerDeps> = {}): DueWorker {
  return new DueWorker({
    workOff: async () => {
      done.push(...due.filter((at) => at <= now))
      due = due.filter((at) => at > now)
    },
    findNextDue: async () => due.toSorted((a, b) => a - b)[0],
    clock: () => now,
    schedule: (work, delayMs) => {
      timers.set(work, now + delayMs)
      return () => timers.delete(work)
    },
    report: (error) => reports.push(error),
    ...overrides,
  })
}

/** Advances the time to the next timer and fires it. */
function fireNextTimer(): void {
  const [next] = [...timers].toSorted(([, a], [, b]) => a - b)
  if (next === undefined) throw new Error('No wake-up is set.')
  const [work, at] = next
  timers.delete(work)
  now = at
  work()
}

describe('a worker for what becomes due', () => {
  test('begins with what is due already', async () => {
    due = [9_000, 10_000]
    const worker = createWorker()
    worker.start()
    await worker.idle()
    expect(done).toEqual([9_000, 10_000])
    expect(timers.size).toBe(0)
  })

  test('does what is due later at its time', async () => {
    due = [10_000, 12_500]
    const worker = createWorker()
    worker.start()
    await worker.idle()
    expect([...timers.values()]).toEqual([12_500])
    fireNextTimer()
    await worker.idle()
    expect(done).toEqual([10_000, 12_500])
  })

  test('keeps one wake-up, however often it is woken', async () => {
    due = [20_000]
    const worker = createWorker()
    worker.start()
    for (let times = 0; times < 5; times += 1) {
      worker.wake()
      await worker.idle()
    }
    due.push(15_000)
    worker.wake()
    await worker.idle()
    expect([...timers.values()]).toEqual([15_000])
  })

  test('what is due by the time it was looked up is done at once', async () => {
    const worker = createWorker({ findNextDue: async () => 9_000 })
    worker.start()
    await worker.idle()
    expect([...timers.values()]).toEqual([10_000])
  })

  test('runs one more round when it is woken during a round, however often, and never two at once', async () => {
    let rounds = 0
    let atOnce = 0
    const worker = createWorker({
      workOff: async () => {
        rounds += 1
        atOnce += 1
        expect(atOnce).toBe(1)
        if (rounds === 1) for (let times = 0; times < 3; times += 1) worker.wake()
        await Promise.resolve()
        atOnce -= 1
      },
    })
    worker.start()
    await worker.idle()
    expect(rounds).toBe(2)
  })

  test('no wake-up is lost, at whichever moment of a round it comes', async () => {
    for (let moment = 0; moment < 12; moment += 1) {
      let rounds = 0
      const worker = createWorker({
        workOff: async () => {
          rounds += 1
          if (rounds === 1) void wakeAt(moment)
        },
      })
      const wakeAt = async (steps: number) => {
        for (let step = 0; step < steps; step += 1) await Promise.resolve()
        worker.wake()
      }
      worker.start()
      await worker.idle()
      await new Promise(setImmediate)
      await worker.idle()
      expect(rounds, `woken at moment ${moment}`).toBe(2)
    }
  })

  test('a failed round is reported and repeated', async () => {
    due = [10_000]
    const failure = new Error('The database is away.')
    let fails = true
    const worker = createWorker({
      workOff: async () => {
        if (fails) throw failure
        done.push(...due.splice(0))
      },
    })
    worker.start()
    await worker.idle()
    expect(reports).toEqual([failure])
    expect([...timers.values()]).toEqual([12_000])
    fails = false
    fireNextTimer()
    await worker.idle()
    expect(done).toEqual([10_000])
    expect(reports).toHaveLength(1)
  })

  test('a round fails if the next due time cannot be found', async () => {
    const worker = createWorker({ findNextDue: () => Promise.reject(new Error('away')) })
    worker.start()
    await worker.idle()
    expect(reports).toHaveLength(1)
    expect([...timers.values()]).toEqual([12_000])
  })

  test('before its start it does nothing', async () => {
    due = [9_000]
    const worker = createWorker()
    worker.wake()
    await worker.idle()
    expect(done).toEqual([])
    expect(timers.size).toBe(0)
  })

  test('closing waits for what is under way, and asks it to end early', async () => {
    let steps = 0
    const worker = createWorker({
      workOff: async (isOpen) => {
        while (isOpen()) {
          steps += 1
          await Promise.resolve()
          steps += 1
          if (steps === 4) void worker.close()
        }
      },
    })
    worker.start()
    await worker.idle()
    await worker.close()
    expect(steps).toBe(4)
  })

  test('once closed nothing wakes it, nor what had been set', async () => {
    due = [20_000]
    const worker = createWorker()
    worker.start()
    await worker.idle()
    await worker.close()
    expect(timers.size).toBe(0)
    now = 30_000
    worker.wake()
    await worker.idle()
    expect(done).toEqual([])
  })

  test('closed during a round, it sets no wake-up any more', async () => {
    due = [20_000]
    const worker = createWorker({
      workOff: async () => {
        void worker.close()
      },
    })
    worker.start()
    await worker.idle()
    expect(timers.size).toBe(0)
  })

  test('runs at least once an hour, however far off the next due time is', async () => {
    due = [now + 365 * 24 * 60 * 60 * 1000]
    const worker = createWorker()
    worker.start()
    await worker.idle()
    expect([...timers.values()]).toEqual([now + 60 * 60 * 1000])
  })
})
