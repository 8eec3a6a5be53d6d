import { expect, test } from 'vitest'
import { storeWhileClaimed } from './store-while-claimed.ts'

/** Stores in a database that fails so many times; returns the time when it was stored, ms. */
async function store(failures: number, mayRetry = () => true): Promise<number> {
  let now = 0
  let left = failures
  await storeWhileClaimed(
    {
      clock: () => now,
      schedule: (run, ms) => {
        now += ms
        run()
        return () => {}
      },
    },
    {
      store: async () => {
        left -= 1
        if (left >= 0) throw new Error('The database cannot be reached.')
      },
      claimedUntil: 60_000,
      mayRetry,
    },
  )
  return now
}

test('the end of work is stored once the database is back, if the claim still holds', async () => {
  expect(await store(0)).toBe(0)
  expect(await store(30)).toBe(30_000)
})

test('it is given up when another node may do the work, or at a stop', async () => {
  await expect(store(100)).rejects.toThrow('cannot be reached')
  await expect(store(1, () => false)).rejects.toThrow('cannot be reached')
})
