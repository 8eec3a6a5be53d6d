import { expect, test } from 'vitest'
import { gatherReads } from './gather-reads.ts'

const double = async (keys: readonly number[]) => new Map(keys.map((key) => [key, key * 2]))

test('calls of one moment share a query, in which each key stands once', async () => {
  const asked: (readonly number[])[] = []
  const find = gatherReads<number, number>(async (keys) => {
    asked.push(keys)
    return double(keys)
  })
  expect(await Promise.all([find(1), find(2), find(1)])).toEqual([2, 4, 2])
  expect(await find(3)).toBe(6)
  expect(asked).toEqual([[1, 2], [3]])
})

test('a call during a query waits for the next one', async () => {
  const asked: (readonly string[])[] = []
  let later: Promise<string | undefined> | undefined
  const find = gatherReads<string, string>(async (keys) => {
    asked.push(keys)
    later ??= find('second')
    return new Map(keys.map((key) => [key, key]))
  })
  await find('first')
  expect(await later).toBe('second')
  expect(asked).toEqual([['first'], ['second']])
})

test('what is not found is undefined', async () => {
  const find = gatherReads<string, string>(async () => new Map())
  expect(await find('nobody')).toBeUndefined()
})

test('a failure reaches all callers of the query, and no later one', async () => {
  let fails = true
  const find = gatherReads<number, number>(async (keys) => {
    if (fails) throw new Error('The database is away.')
    return double(keys)
  })
  const results = await Promise.allSettled([find(1), find(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await find(1)).toBe(2)
})
