import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  beginTry,
  cancelTry,
  forgetFailures,
} from '#server/features/accounts/passwords/failures-store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe.each(DATABASES)('failures of a key on $name', ({ open, openTwice }) => {
  let database: Database
  let now: number

  beforeEach(async () => {
    database = await open()
    now = 1_700_000_000_000
  })

  afterEach(() => database.close())

  const begin = (key = 'a') => database.write(beginTry, { key, now })

  /** Fails as often as it may without waiting, at most 20 times, and returns that number. */
  async function countFreeTries(key?: string): Promise<number> {
    let tries = 0
    while (tries < 20 && (await begin(key)) === 0) tries += 1
    return tries
  }

  test('delay the next try by a second, then twice as long each time, up to 15 minutes', async () => {
    expect(await countFreeTries()).toBe(5)
    const delays: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const waitMs = await begin()
      delays.push(waitMs / 1_000)
      now += waitMs
      expect(await begin()).toBe(0)
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('are no matter of another key', async () => {
    await countFreeTries('a')
    expect(await countFreeTries('b')).toBe(5)
  })

  test('that led to a delay are forgotten a day after the last of them', async () => {
    await countFreeTries()
    now += DAY_MS - 1
    expect(await begin()).toBe(0)
    now += 1_000
    expect(await begin()).toBe(1_000)
    now += DAY_MS
    expect(await countFreeTries()).toBe(5)
  })

  test('that led to none are forgotten after an hour, and leave no row behind', async () => {
    for (let tries = 0; tries < 4; tries += 1) await begin('a')
    now += HOUR_MS
    await begin('b')
    const rows = await database.reader.selectFrom('password_failures').select('key').execute()
    expect(rows).toEqual([{ key: 'b' }])
    expect(await countFreeTries('a')).toBe(5)
  })

  test('are forgotten when the password was right', async () => {
    await countFreeTries()
    await database.write(forgetFailures, { key: 'a' })
    expect(await countFreeTries()).toBe(5)
  })

  test('are one fewer when no password was compared, and nobody waits for it', async () => {
    for (let tries = 0; tries < 5; tries += 1) await begin()
    await database.write(cancelTry, { key: 'a', now })
    expect(await countFreeTries()).toBe(1)
  })

  test('leave no row, when the only try was cancelled', async () => {
    await begin()
    await database.write(cancelTry, { key: 'a', now })
    const rows = await database.reader.selectFrom('password_failures').selectAll().execute()
    expect(rows).toEqual([])
  })

  test('are all counted, when two nodes try several keys at the same time', async () => {
    const nodes = await openTwice()
    try {
      const keys = ['a', 'b', 'c', 'd']
      const rounds = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? keys.map((key) => nodes[0].write(beginTry, { key, now }))
          : keys.toReversed().map((key) => nodes[1].write(beginTry, { key, now })),
      )
      const waits = await Promise.all(rounds.flat())
      expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5 * keys.length)
    } finally {
      await Promise.all([...new Set(nodes)].map((node) => node.close()))
    }
  })
})
