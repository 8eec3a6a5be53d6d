import { describe, expect, test } from 'vitest'
import { findCaptureTime, findCaptureTimes } from './capture-time.ts'

const BEGUN = Date.parse('2026-11-01T23:59:00Z')
const NOW = BEGUN + 3_600_000
const MINUTE = 60_000

const paying = { created_at: BEGUN, state: 'awaiting_payer', pending_capture_id: null } as const
const taken = { id: 'cap_1', capturedAt: BEGUN + 30_000, changedAt: BEGUN + 40 * MINUTE }

describe('the time of a capture', () => {
  test('is the provider’s, however late it is recorded', () => {
    expect(findCaptureTime(paying, taken, NOW)).toBe(taken.capturedAt)
    expect(findCaptureTime(paying, taken, NOW + 30 * 86_400_000)).toBe(taken.capturedAt)
  })

  test('of one that was pending is that of its completion', () => {
    const pending = { ...paying, state: 'processing', pending_capture_id: 'cap_1' } as const
    expect(findCaptureTime(pending, taken, NOW)).toBe(taken.changedAt)
    expect(findCaptureTime({ ...pending, pending_capture_id: null }, taken, NOW)).toBe(
      taken.changedAt,
    )
    expect(findCaptureTime(pending, { ...taken, changedAt: null }, NOW)).toBeNull()
    const other = { ...taken, id: 'cap_2' }
    expect(findCaptureTime(pending, other, NOW)).toBe(taken.capturedAt)
  })

  test('tells also when a pending payment was begun', () => {
    const pending = { ...paying, state: 'processing', pending_capture_id: 'cap_1' } as const
    expect(findCaptureTimes(pending, taken, NOW)).toEqual({
      capturedAt: taken.changedAt,
      begunAt: taken.capturedAt,
    })
    expect(findCaptureTimes(pending, { ...taken, capturedAt: null }, NOW).begunAt).toBe(BEGUN)
    expect(findCaptureTimes(paying, taken, NOW).begunAt).toBeNull()
  })

  test('of one of which only the provider says that it was pending is that of its completion', () => {
    expect(findCaptureTimes(paying, { ...taken, wasPending: true }, NOW)).toEqual({
      capturedAt: taken.changedAt,
      begunAt: taken.capturedAt,
    })
  })

  test('may be ahead of our clock by minutes, and before the checkout by as many', () => {
    for (const capturedAt of [NOW + 4 * MINUTE, BEGUN - 4 * MINUTE]) {
      expect(findCaptureTime(paying, { ...taken, capturedAt }, NOW)).toBe(capturedAt)
    }
  })

  test('is unknown if the provider does not say it, or its clock is absurd', () => {
    for (const capturedAt of [null, NOW + 6 * MINUTE, BEGUN - 6 * MINUTE, 0]) {
      expect(findCaptureTime(paying, { ...taken, capturedAt }, NOW)).toBeNull()
    }
  })
})
