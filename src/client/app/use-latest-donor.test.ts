import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLatestDonor } from './use-latest-donor.ts'

const paid = (id: string, position: number | null) => ({
  id,
  name: 'Ada',
  amountCents: 500,
  timestamp: '2026-11-21T12:00:00Z',
  position,
})

const moment = { shouldCelebrate: true }

/** Records payments at these positions while the first of them is being celebrated. */
function celebrate(...positions: (number | null)[]) {
  const { result } = renderHook(useLatestDonor, { initialProps: 'ada' })
  positions.forEach((position, n) => {
    act(() => result.current.recordPaid(paid(`d${n}`, position), moment))
  })
  return result
}

test('two payments at once are one celebration, of the higher achievement', () => {
  expect(celebrate(12, 3).current.celebrated?.donationId).toBe('d1')
  expect(celebrate(3, 12).current.celebrated?.donationId).toBe('d0')
  expect(celebrate(null, 40).current.celebrated?.donationId).toBe('d1')
  expect(celebrate(3, 12).current.latest?.donationId).toBe('d1')
})

test('once a celebration has ended the next payment has its own', () => {
  const result = celebrate(1)
  act(() => result.current.endCelebration())
  expect(result.current.celebrated).toBeUndefined()
  act(() => result.current.recordPaid(paid('d9', 30), moment))
  expect(result.current.celebrated).toMatchObject({ donationId: 'd9', position: 30 })
})

test('a payment that another tab celebrates is only the latest', () => {
  const { result } = renderHook(useLatestDonor, { initialProps: 'ada' })
  act(() => result.current.recordPaid(paid('d1', 2), { ...moment, shouldCelebrate: false }))
  expect(result.current.latest?.donationId).toBe('d1')
  expect(result.current.celebrated).toBeUndefined()
})

test.each<string | undefined>([undefined, 'bo'])(
  'what one account has paid is not that of the next: %s',
  (next) => {
    const { result, rerender } = renderHook((id?: string) => useLatestDonor(id), {
      initialProps: 'ada',
    })
    act(() => result.current.recordPaid(paid('d1', 4), moment))
    expect(result.current.latest?.donationId).toBe('d1')
    rerender(next)
    expect(result.current.latest).toBeUndefined()
  },
)

test('who logs in to see what they have paid keeps it', () => {
  const { result, rerender } = renderHook((id?: string) => useLatestDonor(id))
  act(() => result.current.recordPaid(paid('d1', 4), moment))
  rerender('ada')
  expect(result.current.latest?.donationId).toBe('d1')
})
