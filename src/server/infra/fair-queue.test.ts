import { expect, test } from 'vitest'
import { FairQueue, type FairQueueLimits } from './fair-queue.ts'
import { scheduleByTimer } from './schedule.ts'

const LIMITS: FairQueueLimits = {
  concurrency: 1,
  maxWaiting: 4,
  maxWaitingPerClient: 3,
  maxWaitMs: 60_000,
}

/**
 * Opens a queue whose work runs until the test ends it, and records the order in which it began.
 */
function openQueue(limits: Partial<FairQueueLimits> = {}, schedule = scheduleByTimer) {
  const refuse = () => new Error('refused')
  const queue = new FairQueue({ ...LIMITS, ...limits, schedule, refuse })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string) =>
    queue.run(name.split('-')[0] ?? '', () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  const endNext = async () => {
    ends.shift()?.()
    await settle()
  }
  const endAll = async (count: number) => {
    for (let ended = 0; ended < count; ended += 1) await endNext()
  }
  return { queue, begun, ask, endNext, endAll }
}

/** Waits until all pending promises are settled. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Counts how many of the promises are rejected, as they are. */
function watch(asked: Promise<string>[]): { refused: number } {
  const seen = { refused: 0 }
  for (const each of asked) {
    each.catch(() => {
      seen.refused += 1
    })
  }
  return seen
}

test('no more is worked on at once than allowed', async () => {
  const { queue, begun, ask, endNext } = openQueue({ concurrency: 2 })
  const asked = ['a-1', 'b-1', 'c-1'].map(ask)
  expect(begun).toEqual(['a-1', 'b-1'])
  expect([queue.running, queue.waiting]).toEqual([2, 1])
  await endNext()
  expect(begun).toEqual(['a-1', 'b-1', 'c-1'])
  await endNext()
  await endNext()
  expect(await Promise.all(asked)).toEqual(['a-1', 'b-1', 'c-1'])
  expect([queue.running, queue.waiting]).toEqual([0, 0])
})

test('clients take turns, however much one of them asks for', async () => {
  const { begun, ask, endAll } = openQueue()
  const asked = ['a-1', 'a-2', 'a-3', 'a-4', 'b-1'].map(ask)
  await endAll(asked.length)
  await Promise.all(asked)
  expect(begun).toEqual(['a-1', 'a-2', 'b-1', 'a-3', 'a-4'])
})

test('a client who asks for too much is refused, and the others are not', async () => {
  const { ask, endAll } = openQueue()
  const kept = ['a-1', 'a-2', 'a-3', 'a-4'].map(ask)
  await expect(ask('a-5')).rejects.toThrow('refused')
  kept.push(ask('b-1'))
  await endAll(kept.length)
  expect(await Promise.all(kept)).toHaveLength(5)
})

test('a full queue drops the last of who has the most, for one who has nothing in it', async () => {
  const { queue, begun, ask, endAll } = openQueue()
  const dropped = ['a-1', 'a-2', 'a-3', 'a-4'].map(ask)
  const others = ['b-1', 'c-1'].map(ask)
  const seen = watch(dropped)
  await settle()
  expect(seen.refused).toBe(1)
  expect(queue.waiting).toBe(4)
  await endAll(5)
  await Promise.all(others)
  expect(begun).toEqual(['a-1', 'a-2', 'b-1', 'c-1', 'a-3'])
})

test('a queue full of clients with one each refuses the next one', async () => {
  const { queue, ask } = openQueue()
  watch(['a-1', 'b-1', 'c-1', 'd-1', 'e-1'].map(ask))
  await expect(ask('f-1')).rejects.toThrow('refused')
  expect(queue.waiting).toBe(4)
})

test('what has waited too long is refused, and never begun', async () => {
  const timers: (() => void)[] = []
  const { queue, begun, ask, endNext } = openQueue({}, (work) => {
    timers.push(work)
    return () => {}
  })
  const first = ask('a-1')
  const late = ask('b-1')
  timers[0]?.()
  await expect(late).rejects.toThrow('refused')
  expect(queue.waiting).toBe(0)
  await endNext()
  expect(await first).toBe('a-1')
  expect(begun).toEqual(['a-1'])
})

test('work that fails gives its place to the next', async () => {
  const { queue } = openQueue()
  const failing = queue.run('a', () => Promise.reject(new Error('the work failed')))
  const next = queue.run('b', async () => 'done')
  await expect(failing).rejects.toThrow('the work failed')
  expect(await next).toBe('done')
  expect(queue.running).toBe(0)
})

test('what must not end half done waits past all limits, and is never dropped', async () => {
  const { queue, ask, endAll } = openQueue({ maxWaitingPerClient: 1, maxWaiting: 2 })
  const kept = ['a-1', 'a-2', 'b-1'].map(ask)
  const sure = queue.runWithoutLimit(async () => 'sure')
  const refused = watch([ask('c-1')])
  expect(queue.waiting).toBe(3)
  await endAll(kept.length)
  expect(await sure).toBe('sure')
  expect(refused.refused).toBe(1)
  await Promise.all(kept)
})
