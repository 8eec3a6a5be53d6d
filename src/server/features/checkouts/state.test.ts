import { describe, expect, test } from 'vitest'
import { CHECKOUT_STATES, type CheckoutState } from '#contract/checkout-states.ts'
import { isSettled, transitionOf, UNFINISHED, type Cause } from './state.ts'

const CAUSES: Cause[] = [
  'started',
  'refused',
  'never_started',
  'cancelled',
  'processing',
  'untaken',
  'failed',
  'expired',
  'paid',
  'accepted',
  'refunded',
  'returned',
  'disagreed',
  'unknown',
]

function causesFrom(state: CheckoutState): Cause[] {
  return CAUSES.filter((cause) => transitionOf(cause).from.includes(state))
}

describe('a checkout', () => {
  test('that is paid is never left', () => {
    expect(causesFrom('paid')).toEqual([])
  })

  test('that is not paid may always turn out paid', () => {
    const unpaid = CHECKOUT_STATES.filter((state) => state !== 'paid')
    for (const state of unpaid) expect(causesFrom(state)).toContain('paid')
  })

  test('in review moves by itself only when it turns out paid, else by the host', () => {
    expect(causesFrom('review')).toEqual(['paid', 'accepted', 'refunded'])
  })

  test('is accepted or refunded by the host only in review', () => {
    for (const cause of ['accepted', 'refunded'] as const) {
      expect(transitionOf(cause).from).toEqual(['review'])
    }
  })

  test('never goes back to where it was begun', () => {
    for (const cause of CAUSES) expect(transitionOf(cause).to).not.toBe('created')
    expect(transitionOf('started').from).toEqual(['created'])
  })

  test('that is processing cannot be cancelled, but may turn out to have taken nothing', () => {
    expect(causesFrom('processing').toSorted()).toEqual([
      'disagreed',
      'expired',
      'failed',
      'paid',
      'unknown',
      'untaken',
    ])
  })

  test('that was cancelled does not expire as well', () => {
    expect(causesFrom('cancelled')).not.toContain('expired')
  })

  test('is either unfinished, or told to its payer, or may be paid late', () => {
    for (const state of UNFINISHED) expect(isSettled(state)).toBe(false)
    expect(CHECKOUT_STATES.filter((state) => isSettled(state))).toEqual(['paid', 'review'])
  })
})
