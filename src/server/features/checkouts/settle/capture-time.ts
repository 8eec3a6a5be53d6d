import type { Capture } from '#server/payments/provider.ts'
import { MAX_CLOCK_LEAD_MS } from '#server/features/ledger/ledger.ts'
import type { CheckoutRow } from '../store.ts'

type KnownCheckout = Pick<CheckoutRow, 'created_at' | 'state' | 'pending_capture_id'>

type KnownCapture = Pick<Capture, 'id' | 'capturedAt' | 'changedAt' | 'wasPending'>

/** The times of a capture, Unix ms; null where they are not known, or do not apply. */
export interface CaptureTimes {
  capturedAt: number | null
  /** When the payment was begun, if it was pending before it was captured. */
  begunAt: number | null
}

export function findCaptureTimes(
  checkout: KnownCheckout,
  capture: KnownCapture,
  now: number,
): CaptureTimes {
  const capturedAt = findCaptureTime(checkout, capture, now)
  if (!wasPending(checkout, capture)) return { capturedAt, begunAt: null }
  // The provider's object of a pending capture is as old as the payment.
  const immediate = { ...checkout, state: 'awaiting_payer', pending_capture_id: null } as const
  const attempt = { ...capture, wasPending: false }
  const begunAt = findCaptureTime(immediate, attempt, now) ?? checkout.created_at
  return { capturedAt, begunAt }
}

/**
 * Returns the time at which the provider took the money of a capture, Unix ms by its clock: of one
 * that was pending, when it was completed. Null if the provider does not say, or says what cannot be:
 * long after `now`, or long before the payment began.
 */
export function findCaptureTime(
  checkout: KnownCheckout,
  capture: KnownCapture,
  now: number,
): number | null {
  const at = wasPending(checkout, capture) ? capture.changedAt : capture.capturedAt
  const isPossible =
    at !== null && at >= checkout.created_at - MAX_CLOCK_LEAD_MS && at <= now + MAX_CLOCK_LEAD_MS
  return isPossible ? at : null
}

function wasPending(
  { state, pending_capture_id: pendingId }: KnownCheckout,
  { id, wasPending: isSaidToBe = false }: KnownCapture,
) {
  return isSaidToBe || (pendingId === null ? state === 'processing' : pendingId === id)
}
