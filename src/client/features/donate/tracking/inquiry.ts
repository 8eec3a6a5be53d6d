import { AppError } from '#contract/app-error.ts'
import type { CaptureResult, Checkout, OwnDonation } from '#contract/checkouts.ts'
import { cancelCheckout, captureOrder, getCheckout } from '../api/payments.ts'
import type { Step } from './under-way.ts'

/**
 * What the server says of a checkout. `declined`: the payer may choose another way to pay;
 * `unclear`: it could not say, and whether money moved is open; `unknown`: it is not this donor's.
 */
export type Answer =
  | { is: 'known'; state: Exclude<Checkout['state'], 'paid'>; amountCents: number | undefined }
  | { is: 'paid'; donation: OwnDonation | null }
  | { is: 'declined'; sentence: string }
  | { is: 'unclear' | 'unknown' | 'signed-out' }

/**
 * Asks the server what became of a checkout, in the way that its step allows for: what the payer
 * has approved is captured, however often that is asked; what they turned back from is cancelled,
 * so that nobody pays it by accident; the rest is looked at.
 */
export async function inquire(id: string, step: Step, signal: AbortSignal): Promise<Answer> {
  try {
    if (step === 'approved') return fromCapture(await captureOrder(id, signal))
    return fromCheckout(await (step === 'turned-back' ? cancelCheckout : getCheckout)(id, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) throw error
    return fromError(error, step)
  }
}

/** Whether no money has moved, nor will. */
export function isNothing(answer: Answer): boolean {
  if (answer.is === 'unknown') return true
  return answer.is === 'known' && ['cancelled', 'expired', 'failed'].includes(answer.state)
}

export function isCancelled(answer: Answer): boolean {
  return answer.is === 'known' && answer.state === 'cancelled'
}

/** Whether the payer may still pay. */
export function isUndecided(answer: Answer): boolean {
  return answer.is === 'known' && ['created', 'awaiting_payer'].includes(answer.state)
}

function fromCapture({ status, donation }: CaptureResult): Answer {
  return status === 'COMPLETED'
    ? { is: 'paid', donation }
    : { is: 'known', state: 'processing', amountCents: undefined }
}

function fromCheckout({ state, amountCents, donation }: Checkout): Answer {
  return state === 'paid' ? { is: 'paid', donation } : { is: 'known', state, amountCents }
}

function fromError({ code, message }: AppError, step: Step): Answer {
  if (code === 'not-found') return { is: 'unknown' }
  if (code === 'unauthenticated') return { is: 'signed-out' }
  if (code === 'failed-precondition' && step === 'approved') {
    return { is: 'declined', sentence: message }
  }
  return { is: 'unclear' }
}
