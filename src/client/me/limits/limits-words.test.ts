import { expect, test } from 'vitest'
import type { OwnLimits } from '#contract/spending.ts'
import { NO_LIMITS } from '#tests/helpers/page/own-limits.ts'
import { listFacts } from './limits-words.ts'

function tell(endsAt: Date, leftCents = 2_550): string | undefined {
  const amounts = { limitCents: 8_000, openCents: 0, leftCents }
  const limits: OwnLimits = {
    ...NO_LIMITS,
    left: [{ span: 'day', isOwn: true, endsAt: endsAt.toISOString(), ...amounts }],
  }
  return listFacts(limits)[0]?.sentence
}

/** Returns the start of a day, counted from today. */
function dayFromNow(days: number, hour = 0): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
}

test('a limit that ends with today ends at midnight', () => {
  expect(tell(dayFromNow(1))).toBe('$54.50 of your $80.00 a day used, $25.50 left until midnight.')
})

test('a limit that is used up, also by more than it allows, has nothing left', () => {
  expect(tell(dayFromNow(1), 0)).toBe(
    'All of your $80.00 a day is used: nothing is left until midnight.',
  )
})

test('one that ends with a later day names that day', () => {
  const day = String(dayFromNow(3).getDate())
  expect(tell(dayFromNow(4))).toMatch(new RegExp(`left until the end of .*\\b${day}\\b`))
})

test('where the day of the campaign ends at another hour, the hour is told', () => {
  expect(tell(dayFromNow(1, 9))).toMatch(/left until .*9:00/)
})
