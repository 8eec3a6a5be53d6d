import type { Checkout } from '#contract/checkouts.ts'
import { formatAmount } from '#contract/money.ts'

/** The message that the donor reads about a checkout. */
export interface PaymentMessage {
  tone: 'error' | 'neutral' | 'success'
  sentence: string
  /** True if the donor may have to ask the host about this payment. */
  isTrouble?: true
}

/** Describes a state; `amountCents` is undefined if the server has not told the amount. */
export function describePayment(
  state: Exclude<Checkout['state'], 'paid'>,
  amountCents?: number,
): PaymentMessage {
  const payment =
    amountCents === undefined ? 'Your payment' : `Your payment of ${formatAmount(amountCents)}`
  switch (state) {
    case 'created':
    case 'awaiting_payer':
      return {
        tone: 'neutral',
        sentence: `${payment} has not been confirmed yet. There is nothing more to do: if it went through, your donation joins the board by itself.`,
      }
    case 'processing':
      return {
        tone: 'neutral',
        sentence: `${payment} is being processed. Your donation joins the board as soon as the money arrives.`,
      }
    case 'failed':
      return {
        tone: 'error',
        isTrouble: true,
        sentence: `${payment} did not go through. Nothing was charged. You can try again, or pay another way.`,
      }
    case 'expired':
      return {
        tone: 'neutral',
        sentence: `${payment} ran out of time. Nothing was charged. You can start a new one.`,
      }
    case 'cancelled':
      return { tone: 'neutral', sentence: 'Payment cancelled. Nothing was charged.' }
    case 'review':
      return {
        tone: 'neutral',
        isTrouble: true,
        sentence: `${payment} needs a look by the host before it can be shown. Please do not pay again.`,
      }
  }
}

/** Shown if another tab of this browser celebrates. */
export const PAID: PaymentMessage = {
  tone: 'success',
  sentence: 'Your payment went through. Thank you!',
}

export const CONFIRMING: PaymentMessage = { tone: 'neutral', sentence: 'Confirming your payment…' }

export const SLOW: PaymentMessage = {
  tone: 'neutral',
  sentence:
    'This takes longer than usual. Please do not pay again: this page tells you as soon as it knows.',
}

/** Shown if it is not known whether the money was taken. */
export const OUTCOME_UNCERTAIN: PaymentMessage = {
  tone: 'error',
  isTrouble: true,
  sentence:
    'We do not know yet whether your payment went through. Please do not pay again: we are asking PayPal, and this page will tell you.',
}

/**
 * Shown when the wallet says that its window is closed. Some browsers say so of a window in which
 * the payer still pays.
 */
export const NOT_HEARD: PaymentMessage = {
  tone: 'neutral',
  sentence:
    'We have not heard from PayPal. If you did not pay there, nothing was charged. If you still do, this page tells you.',
}

export const NOT_CANCELLED_YET: PaymentMessage = {
  tone: 'neutral',
  sentence:
    'We could not make sure yet that your payment is cancelled. We keep trying, and this page will tell you.',
}

/** Shown if a new payment cannot be begun, because an earlier one could not be closed. */
export const EARLIER_UNCLEAR: PaymentMessage = {
  tone: 'error',
  isTrouble: true,
  sentence:
    'An earlier payment of yours could not be checked yet, so no new one was begun. If you go on all the same, both may be charged.',
}

export const STILL_CONFIRMING: PaymentMessage = {
  tone: 'neutral',
  sentence: 'A payment of yours is still being confirmed. Please wait until this page tells you.',
}

export const NOT_KNOWN_HERE: PaymentMessage = {
  tone: 'error',
  isTrouble: true,
  sentence:
    'This payment is not known here. If you were charged, your donation joins the board by itself.',
}

export const LOG_IN_TO_SEE: PaymentMessage = {
  tone: 'error',
  sentence:
    'Log in to see what became of your payment. If it went through, your donation joins the board by itself.',
}
