import { expect, test } from 'vitest'
import { toInstant, toLocal } from './local-time.ts'

test('a time in a field is the same instant when it is read back', () => {
  for (const instant of ['2026-12-01T20:00:00.000Z', '2026-07-01T03:30:05.000Z']) {
    expect(toInstant(toLocal(instant))).toBe(instant)
  }
  expect(toLocal(undefined)).toBe('')
})
