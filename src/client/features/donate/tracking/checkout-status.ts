import { AppError } from '#contract/app-error.ts'
import { PAYMENT_CANCELLED } from '#contract/checkout-states.ts'
import type { CaptureResult, Checkout, OwnDonation } from '#contract/checkouts.ts'
import { OVER_LIMIT, PAUSED } from '#contract/spending-reasons.ts'
import { cancelCheckout, captureOrder, getCheckout } from '../api/payments.ts'
import type { CheckoutStep } from './checkout-storage.ts'

/**
 * The server's status of a checkout. `declined`: the payer may choose another way to pay; `refused`:
 * their own limit or pause does not allow it;
 * `unclear`: the server could not say whether money moved; `not-found`: it is not this donor's.
 */
export type CheckoutStatus =
  | { kind: 'not-paid'; state: Exclude<Checkout['state'], 'paid'>; amountCents: number | undefined }
  | { kind: 'paid'; donation: OwnDonation | null }
  | { kind: 'declined' | 'refused'; sentence: string }
  | { kind: 'unclear' | 'not-found' | 'signed-out' }

/**
 * Asks the server for a checkout's status, in the way that its step allows: an approved one is
 * captured (repeating that is safe: one cancelled elsewhere stays so), one that the payer turned back from is cancelled, so that
 * nobody pays it by accident, and any other is only read.
 */
export async function fetchCheckoutStatus(
  id: string,
  step: CheckoutStep,
  signal: AbortSignal,
): Promise<CheckoutStatus> {
  try {
    if (step === 'approved') return fromCapture(await captureOrder(id, signal))
    return fromCheckout(await (step === 'turned-back' ? cancelCheckout : getCheckout)(id, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) throw error
    return fromError(error, step)
  }
}

/** Returns whether no money has moved, and none will. */
export function isUnpaid(status: CheckoutStatus): boolean {
  if (status.kind === 'not-found' || status.kind === 'refused') return true
  return status.kind === 'not-paid' && ['cancelled', 'expired', 'failed'].includes(status.state)
}

export function isCancelled(status: CheckoutStatus): boolean {
  return status.kind === 'not-paid' && status.state === 'cancelled'
}

/** Returns whether the payer may still pay. */
export function isOpen(status: CheckoutStatus): boolean {
  return status.kind === 'not-paid' && ['created', 'awaiting_payer'].includes(status.state)
}

function fromCapture({ status, donation }: CaptureResult): CheckoutStatus {
  return status === 'COMPLETED'
    ? { kind: 'paid', donation }
    : { kind: 'not-paid', state: 'processing', amountCents: undefined }
}

function fromCheckout({ state, amountCents, donation }: Checkout): CheckoutStatus {
  return state === 'paid' ? { kind: 'paid', donation } : { kind: 'not-paid', state, amountCents }
}

function fromError({ code, message, reason }: AppError, step: CheckoutStep): CheckoutStatus {
  if (code === 'not-found') return { kind: 'not-found' }
  if (code === 'unauthenticated') return { kind: 'signed-out' }
  if (code === 'failed-precondition' && step === 'approved') {
    if (reason === PAYMENT_CANCELLED)
      return { kind: 'not-paid', state: 'cancelled', amountCents: undefined }
    const isRefused = reason === OVER_LIMIT || reason === PAUSED
    return { kind: isRefused ? 'refused' : 'declined', sentence: message }
  }
  return { kind: 'unclear' }
}
