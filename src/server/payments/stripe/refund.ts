import Stripe from 'stripe'
import type { ObjectRef } from '../reading/money-history.ts'
import { refundFailed, refundRefused } from '../failures/failures.ts'
import { madeRefundSchema } from './schemas.ts'

/** Implements `PaymentProvider.refund`. */
export async function refund(
  stripe: Stripe,
  charge: string,
  idempotencyKey: string,
  amountCents?: number,
): Promise<ObjectRef | null> {
  try {
    const made = await stripe.refunds.create(
      { charge, ...(amountCents !== undefined && { amount: amountCents }) },
      { idempotencyKey },
    )
    const { id, status } = madeRefundSchema.parse(made)
    if (status === 'failed' || status === 'canceled') throw refundFailed('Stripe', id)
    return { part: 'refunds', id }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (error.statusCode !== 400) throw error
    if (error.code === 'charge_already_refunded') return null
    throw refundRefused('Stripe', new Error(`Stripe answered ${error.code}.`))
  }
}
