import { expect, test } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

let now = 0
const clock = () => now

function takeAll(bucket: TokenBucket): number {
  let taken = 0
  while (bucket.take()) taken += 1
  return taken
}

test('a burst is taken at once, and what comes back with time afterwards', () => {
  const bucket = new TokenBucket({ burst: 4, perSecond: 2, clock })
  expect(takeAll(bucket)).toBe(4)
  now += 1_000
  expect(takeAll(bucket)).toBe(2)
  now += 60_000
  expect(takeAll(bucket)).toBe(4)
})

test('an empty bucket says when it is half full again', () => {
  const bucket = new TokenBucket({ burst: 4, perSecond: 2, clock })
  expect(bucket.halfFullAt).toBe(now)
  takeAll(bucket)
  const at = bucket.halfFullAt
  expect(at).toBe(now + 1_000)
  now = at
  expect(takeAll(bucket)).toBe(2)
})

test('a clock that is set back gives no tokens, and takes none', () => {
  const bucket = new TokenBucket({ burst: 2, perSecond: 1, clock })
  takeAll(bucket)
  now -= 10_000
  expect(bucket.take()).toBe(false)
  now += 1_000
  expect(bucket.take()).toBe(true)
})
