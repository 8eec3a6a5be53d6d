import type { Checkout } from '#contract/checkouts.ts'

/** What the donor reads of a checkout that is not paid, or not known to be. */
export interface Outcome {
  tone: 'trouble' | 'calm'
  sentence: string
}

const UNDECIDED: Outcome = {
  tone: 'calm',
  sentence:
    'Your payment has not been confirmed yet. There is nothing more to do: if it went through, your donation joins the board by itself.',
}

const OUTCOMES: Record<Exclude<Checkout['state'], 'paid'>, Outcome> = {
  created: UNDECIDED,
  awaiting_payer: UNDECIDED,
  processing: {
    tone: 'calm',
    sentence:
      'Your payment is being processed. Your donation joins the board as soon as the money arrives.',
  },
  failed: {
    tone: 'trouble',
    sentence: 'The payment failed and nothing was charged. You can try again, or pay another way.',
  },
  expired: {
    tone: 'calm',
    sentence: 'This payment ran out of time and nothing was charged. You can start a new one.',
  },
  cancelled: { tone: 'calm', sentence: 'Payment cancelled. Nothing was charged.' },
  review: {
    tone: 'calm',
    sentence:
      'Your payment arrived, but the host has to look at it before it is shown. Please do not pay again.',
  },
}

/** `undefined` where the server could not be asked. */
export function describeOutcome(state: Exclude<Checkout['state'], 'paid'> | undefined): Outcome {
  return state === undefined ? UNDECIDED : OUTCOMES[state]
}
