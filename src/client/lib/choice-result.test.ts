import { expect, test } from 'vitest'
import type { Choice } from '#contract/choices.ts'
import { formatShare, isOpenAt, readResult } from './choice-result.ts'

const OPENS = Date.parse('2026-12-01T20:00:00Z')

const choice: Choice = {
  id: 'c',
  question: 'Which name?',
  options: ['Nautilus', 'Argo', 'Kon-Tiki'].map((label) => ({ id: label, label })),
  opensAt: new Date(OPENS).toISOString(),
  closesAt: new Date(OPENS + 60_000).toISOString(),
  closedEarly: false,
}

const leadersOf = (cents?: number[]) => readResult(choice, cents).leaders.map(({ label }) => label)

test('the option with the most dollars leads, and several in a tie', () => {
  expect(leadersOf([500, 700, 0])).toEqual(['Argo'])
  expect(leadersOf([700, 700, 100])).toEqual(['Nautilus', 'Argo'])
})

test('before the first vote, and before the sums are known, none leads', () => {
  expect(leadersOf([0, 0, 0])).toEqual([])
  expect(leadersOf()).toEqual([])
  expect(readResult(choice).options.map(({ share }) => share)).toEqual([0, 0, 0])
})

test('shares are parts of all votes', () => {
  const { totalCents, options } = readResult(choice, [200, 400, 0])
  expect(totalCents).toBe(600)
  expect(options.map(({ share }) => formatShare(share))).toEqual(['33%', '67%', '0%'])
})

test('it is open from its opening until right before its closing', () => {
  const times = [OPENS - 1, OPENS, OPENS + 59_999, OPENS + 60_000]
  expect(times.map((now) => isOpenAt(choice, now))).toEqual([false, true, true, false])
})
