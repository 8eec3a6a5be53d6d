import { expect, test } from 'vitest'
import { Throttle } from './throttle.ts'

const REST_MS = 1_000

function setUp() {
  const time = { now: 50_000 }
  return { time, throttle: new Throttle({ clock: () => time.now }) }
}

test('the next work starts one interval after the start of the one before', async () => {
  const { time, throttle } = setUp()
  expect(await throttle.begin(REST_MS, async () => 1)).toBe(1)
  time.now += REST_MS - 1
  expect(throttle.begin(REST_MS, async () => 2)).toBeUndefined()
  time.now += 1
  expect(await throttle.begin(REST_MS, async () => 3)).toBe(3)
})

test('nothing starts while work takes longer than the interval', async () => {
  const { time, throttle } = setUp()
  const { promise, resolve } = Promise.withResolvers<void>()
  const working = throttle.begin(REST_MS, () => promise)
  time.now += 10 * REST_MS
  expect(throttle.begin(REST_MS, async () => 2)).toBeUndefined()
  resolve()
  await working
  expect(await throttle.begin(REST_MS, async () => 3)).toBe(3)
})

test('work that fails is followed by the same interval', async () => {
  const { time, throttle } = setUp()
  await expect(
    throttle.begin(REST_MS, () => Promise.reject(new Error('no paint'))),
  ).rejects.toThrow('no paint')
  expect(throttle.begin(REST_MS, async () => 2)).toBeUndefined()
  time.now += REST_MS
  expect(await throttle.begin(REST_MS, async () => 3)).toBe(3)
})

test('a clock that was set back makes nobody wait', async () => {
  const { time, throttle } = setUp()
  await throttle.begin(REST_MS, async () => 1)
  time.now -= 3_600_000
  expect(await throttle.begin(REST_MS, async () => 2)).toBe(2)
})

test('work that is more urgent names a shorter interval', async () => {
  const { time, throttle } = setUp()
  await throttle.begin(10 * REST_MS, async () => 1)
  time.now += REST_MS
  expect(throttle.begin(10 * REST_MS, async () => 2)).toBeUndefined()
  expect(await throttle.begin(REST_MS, async () => 3)).toBe(3)
})
