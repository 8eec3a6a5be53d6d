import { AppError } from '#contract/app-error.ts'
import { readClaim } from '../claims.ts'
import { findIfKnown } from '../reading/history-parts.ts'
import type { PaypalClient } from './api/client.ts'
import { toCaptureStatus, type ReadOptions } from './payment.ts'
import { loneCaptureSchema } from './api/schemas.ts'
import type { Payment } from '../provider.ts'

/**
 * Returns the payment of a capture whose order PayPal has deleted, since captures are kept longer
 * than orders. Throws `failure` if there is no such capture, or it names another order.
 */
export async function requireLonePayment(
  client: PaypalClient,
  { ref, captureId, failure }: { ref: string; captureId: string | null; failure: unknown },
  { livemode, ownIds, note }: ReadOptions,
): Promise<Payment> {
  const isForgotten = failure instanceof AppError && failure.code === 'not-found'
  if (!isForgotten || captureId === null) throw failure
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`
  const capture = await findIfKnown(() => client.get(path, loneCaptureSchema))
  if (capture?.supplementary_data?.related_ids?.order_id !== ref) throw failure
  return {
    ...toCaptureStatus(capture, false, note),
    ref,
    checkoutId: readClaim(capture.custom_id ?? '', ownIds)?.checkoutId ?? null,
    ...capture.amount,
    livemode,
    payerName: null,
    donationId: capture.invoice_id ?? null,
    accountId: null,
  }
}
