/** A payment that a provider has taken, with its refunds and disputes; cents. */
export interface TakenPayment {
  /** The Checkout Session or order. */
  ref: string
  /** The charge or capture. */
  paymentId: string
  /** The shop's own id of the payment. */
  reference: string | null
  capturedCents: number
  refundedCents: number
  /** The cents in open or lost disputes. */
  disputedCents: number
}

export type Sums = Pick<TakenPayment, 'capturedCents' | 'refundedCents' | 'disputedCents'>

/** Returns the sums in cents over all payments of one provider. */
export function sumUp(payments: TakenPayment[]): Sums {
  return {
    capturedCents: payments.reduce((sum, { capturedCents }) => sum + capturedCents, 0),
    refundedCents: payments.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
    disputedCents: payments.reduce((sum, { disputedCents }) => sum + disputedCents, 0),
  }
}

/** Returns the sums in cents, by payment. */
export function sumByPayment(amounts: { paymentId: string; cents: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { paymentId, cents } of amounts) {
    sums.set(paymentId, (sums.get(paymentId) ?? 0) + cents)
  }
  return sums
}
