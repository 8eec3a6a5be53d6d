import { beforeEach, expect, test, vi } from 'vitest'
import { claimCelebration } from './celebrations.ts'

beforeEach(() => localStorage.clear())

/** Stubs locks as the tabs of one browser share them. */
function shareLocks() {
  const held = new Set<string>()
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _options: unknown, hold: (lock: unknown) => Promise<void>) => {
        const isFree = !held.has(name)
        held.add(name)
        await hold(isFree ? { name } : null)
      },
    },
  })
}

test('each donation is celebrated once', async () => {
  expect(await claimCelebration('d1')).toBe(true)
  expect(await claimCelebration('d2')).toBe(true)
  expect(await claimCelebration('d1')).toBe(false)
})

test('of tabs that hear of it at the same moment one celebrates', async () => {
  shareLocks()
  const claims = await Promise.all([claimCelebration('d1'), claimCelebration('d1')])
  expect(claims).toEqual([true, false])
})

test('a browser that gives no locks to this page celebrates all the same', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('denied')) } })
  expect(await claimCelebration('d1')).toBe(true)
})

test('the oldest celebrated donations are forgotten', async () => {
  for (let number = 1; number <= 60; number += 1) await claimCelebration(`d${number}`)
  expect(localStorage.getItem('own:celebrated')?.split(' ')).toHaveLength(50)
  expect(await claimCelebration('d60')).toBe(false)
})
