import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { denied, unavailable, unknownPayment } from '#server/payments/failures/failures.ts'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import type { CheckoutRow } from '../store.ts'
import { judgeUnknown } from './unknown-payment.ts'

const HOUR_MS = 60 * 60 * 1000
const OURS = 'account-1'

type Case = { name?: 'stripe' | 'paypal'; account?: string | null; error?: unknown; atMs?: number }

/** Judges a payment of ours, by default one whose time ended a minute ago. */
function judge(row: Partial<CheckoutRow>, given: Case = {}) {
  const { name = 'stripe', account = OURS, atMs = 60_000 } = given
  const { error = unknownPayment('Stripe', new Error('404')) } = given
  const checkout: CheckoutRow = {
    ...buildCheckout(),
    reason: null,
    provider_ref: 'ref',
    disclaimer_version: null,
    disclaimer_accepted_at: null,
    provider_account: OURS,
    provider_expires_at: null,
    capture_asked_at: null,
    pending_capture_id: null,
    pending_payer_name: null,
    imported_at: null,
    unlisted_since: null,
    option_id: null,
    team_id: null,
    display_name: null,
    anonymous: 0,
    message: null,
    accepted_cents: null,
    ...row,
  }
  const now = checkout.expires_at + atMs
  return judgeUnknown(checkout, { provider: { name, account }, error, now })
}

describe('a payment that its provider does not know', () => {
  test('goes to review at once if it was made with other keys', () => {
    expect(judge({}, { account: 'account-2', atMs: -60_000 })).toEqual({
      review: 'Stripe does not know this session: it was made with other keys.',
    })
    expect(judge({}, { name: 'paypal', account: 'account-2' })).toEqual({
      review: 'PayPal does not know this order: it was made with other keys.',
    })
  })

  test('is asked about again while its payer has time', () => {
    expect(judge({}, { atMs: -60_000 })).toBe('later')
    expect(judge({}, { name: 'paypal', atMs: -60_000 })).toBe('later')
  })

  test.each(['created', 'awaiting_payer', 'processing'] as const)(
    'and is %s at Stripe is the host’s, since Stripe forgets none',
    (state) => {
      expect(judge({ state })).toEqual({
        review: 'Stripe does not know this session: it was made with these keys.',
      })
    },
  )

  test('of an account that was not stored goes to review', () => {
    const reviewed = {
      review: 'PayPal does not know this order: it may have been made with other keys.',
    }
    expect(judge({ provider_account: null }, { name: 'paypal', atMs: 9 * HOUR_MS })).toEqual(
      reviewed,
    )
    expect(judge({}, { name: 'paypal', account: null, atMs: 9 * HOUR_MS })).toEqual(reviewed)
  })

  test('whose capture PayPal was asked for goes to review', () => {
    const asked = judge({ capture_asked_at: 1_500 }, { name: 'paypal', atMs: 9 * HOUR_MS })
    expect(asked).toEqual({ review: 'PayPal does not know this order: its money was asked for.' })
  })

  test('that PayPal was never asked to capture has expired once its time is long over', () => {
    expect(judge({}, { name: 'paypal', atMs: 5 * HOUR_MS })).toBe('later')
    expect(judge({}, { name: 'paypal', atMs: 7 * HOUR_MS })).toBe('expired')
  })

  test.each(['failed', 'expired', 'cancelled', 'review'] as const)(
    'and is %s stays as it is',
    (state) => {
      expect(judge({ state })).toBe('kept')
    },
  )

  test('and is paid is asked about again', () => {
    expect(judge({ state: 'paid' }, { account: 'account-2' })).toBe('later')
  })

  test('because PayPal forbids another account to read it is unknown as well', () => {
    const error = denied('PayPal', 'permission', new Error('403'))
    expect(judge({}, { name: 'paypal', account: 'account-2', error })).toHaveProperty('review')
    expect(judge({}, { name: 'paypal', error, atMs: 9 * HOUR_MS })).toBe('later')
  })
})

test.each([
  unavailable('Stripe', new Error('cut')),
  denied('Stripe', 'key', new Error('401')),
  new AppError('failed-precondition', 'Stripe refused the payment. Nothing was charged.'),
])('a payment that cannot be asked about for another reason is asked about again', (error) => {
  expect(judge({}, { account: 'account-2', error })).toBe('later')
})
