import { AppError } from '#contract/app-error.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { CheckoutRow } from '../store.ts'

/**
 * The decision about a payment of ours that its provider does not know: to check it `later`, to
 * leave it as it is (`kept`), that it has `expired`, or a sentence for the host's review.
 */
export type Judgement = 'later' | 'kept' | 'expired' | { review: string }

type Maker = Pick<PaymentProvider, 'name' | 'account'>

/**
 * Decides about a payment by the error of fetching it. An unknown payment may still have been paid,
 * with other keys.
 */
export function judgeUnknown(
  checkout: CheckoutRow,
  { provider, error, now }: { provider: Maker; error: unknown; now: number },
): Judgement {
  const keys = compareKeys(checkout, provider)
  if (!isUnknown(error, keys) || checkout.state === 'paid') return 'later'
  if (checkout.state === 'review') return 'kept'
  const isOver = checkout.expires_at < now
  if (!isOpen(checkout)) return isOver ? 'kept' : 'later'
  if (keys === 'other') return review(provider, 'it was made with other keys')
  if (!isOver) return 'later'
  if (keys === 'unknown') return review(provider, 'it may have been made with other keys')
  const { forgetsAfterMs } = PROVIDER_DEFINITIONS[provider.name]
  if (forgetsAfterMs === null) return review(provider, 'it was made with these keys')
  if (checkout.capture_asked_at !== null) return review(provider, 'its money was asked for')
  return checkout.expires_at + forgetsAfterMs < now ? 'expired' : 'later'
}

/** Returns whether fetching a payment has failed because it was made with another account. */
export function isElsewhere(checkout: CheckoutRow, provider: Maker, error: unknown): boolean {
  const keys = compareKeys(checkout, provider)
  return keys === 'other' && isUnknown(error, keys)
}

type Keys = 'same' | 'other' | 'unknown'

function compareKeys({ provider_account: madeWith }: CheckoutRow, { account }: Maker): Keys {
  if (madeWith === null || account === null) return 'unknown'
  return madeWith === account ? 'same' : 'other'
}

/**
 * Returns whether the provider does not know the payment. One of another account it may also forbid
 * to read.
 */
function isUnknown(error: unknown, keys: Keys): boolean {
  if (error instanceof AppError && error.code === 'not-found') return true
  return keys === 'other' && isPermissionDenied(error)
}

function isOpen({ state }: CheckoutRow): boolean {
  return state === 'created' || state === 'awaiting_payer' || state === 'processing'
}

function review({ name }: Maker, why: string): { review: string } {
  const { label, paymentNoun } = PROVIDER_DEFINITIONS[name]
  return { review: `${label} does not know this ${paymentNoun}: ${why}.` }
}
