import type { CaptureRecord, MoveRecord, PaypalState } from './records.ts'
import { requireRecord } from './require-record.ts'

/**
 * Notes what disputes and unlisted reversals have moved since this was noted last. A statement adds
 * lines and changes none.
 */
export function noteMoves(state: PaypalState): void {
  const noted = new Map<string, number>()
  for (const { key, cents } of state.moves) noted.set(key, (noted.get(key) ?? 0) + cents)
  for (const { cents, ...move } of [...listDisputed(state), ...listReversed(state)]) {
    const fresh = cents - (noted.get(move.key) ?? 0)
    if (fresh !== 0) state.moves.push({ ...move, cents: fresh })
  }
}

/** Returns what each dispute has of each of its captures until now, in all. */
function listDisputed(state: PaypalState): MoveRecord[] {
  return [...state.disputes.values()].flatMap(({ id: objectId, shares, updatedAt }) =>
    shares.map(({ captureId, heldCents, paidCents }) => ({
      key: `${objectId}/${captureId}`,
      captureId,
      objectId,
      // A refund out of what is held changes the capture alone.
      at: Math.max(updatedAt, requireRecord(state.captures, captureId).updatedAt),
      cents: -(heldCents + paidCents),
    })),
  )
}

/** Returns what has gone back of each capture by no refund that can be looked up. */
function listReversed(state: PaypalState): MoveRecord[] {
  const refunded = new Map<string, number>()
  for (const { captureId, status, amountCents } of state.refunds.values()) {
    const cents = status === 'FAILED' || status === 'CANCELLED' ? 0 : amountCents
    refunded.set(captureId, (refunded.get(captureId) ?? 0) + cents)
  }
  return [...state.captures.values()].map((capture: CaptureRecord) => ({
    key: capture.id,
    captureId: capture.id,
    objectId: capture.id,
    at: capture.updatedAt,
    cents: (refunded.get(capture.id) ?? 0) - capture.refundedCents,
  }))
}
