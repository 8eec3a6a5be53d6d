import type { CaptureRecord, MoveRecord, PaypalState } from './records.ts'
import { requireRecord } from './require-record.ts'

/**
 * Records what disputes and unlisted reversals have moved since the last call. A statement adds
 * lines and changes none.
 */
export function recordMoves(state: PaypalState): void {
  const noted = new Map<string, number>()
  for (const { key, cents } of state.moves) noted.set(key, (noted.get(key) ?? 0) + cents)
  for (const { cents, ...move } of [...listDisputed(state), ...listReversed(state)]) {
    const fresh = cents - (noted.get(move.key) ?? 0)
    if (fresh !== 0) state.moves.push({ ...move, cents: fresh })
  }
}

/** Returns the current total that each dispute has taken of each of its captures. */
function listDisputed(state: PaypalState): MoveRecord[] {
  return [...state.disputes.values()].flatMap(({ id: objectId, transactions, updatedAt }) =>
    transactions.map(({ captureId, heldCents, paidCents }) => ({
      key: `${objectId}/${captureId}`,
      captureId,
      objectId,
      // A refund out of the held cents changes the capture alone.
      at: Math.max(updatedAt, requireRecord(state.captures, captureId).updatedAt),
      cents: -(heldCents + paidCents),
    })),
  )
}

/**
 * Returns the current total that reversals without a readable refund have taken of each capture.
 */
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
