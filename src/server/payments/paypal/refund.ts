import { CURRENCY, formatDecimal } from '#contract/money.ts'
import type { ObjectRef } from '../reading/money-history.ts'
import { refundFailed, refundRefused } from '../failures/failures.ts'
import { PaypalRefusal, type PaypalClient } from './api/client.ts'
import { madeRefundSchema } from './api/schemas.ts'

/** Implements `PaymentProvider.refund`. */
export async function refund(
  client: PaypalClient,
  captureId: string,
  requestId: string,
  amountCents?: number,
): Promise<ObjectRef | null> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
  try {
    const { id, status } = await client.post(path, madeRefundSchema, {
      requestId,
      body: toBody(amountCents),
    })
    if (status === 'FAILED' || status === 'CANCELLED') throw refundFailed('PayPal', id)
    return { part: 'refunds', id }
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) throw error
    if (error.issues.includes('CAPTURE_FULLY_REFUNDED')) return null
    throw refundRefused('PayPal', error)
  }
}

/** Returns the body of a refund; an empty one is for all that is left. */
function toBody(amountCents: number | undefined) {
  if (amountCents === undefined) return {}
  return { amount: { value: formatDecimal(amountCents), currency_code: CURRENCY } }
}
