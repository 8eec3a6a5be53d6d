import { AppError } from '#contract/app-error.ts'
import { PROVIDER_DESCRIPTIONS } from '#server/payments/descriptions.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { CheckoutRow } from '../store.ts'

/** PayPal gives a payer three hours to open an order, and three to approve it. */
const LONG_OVER_MS = 6 * 60 * 60 * 1000

/**
 * What is to be done about a payment of ours that its provider does not know: it is asked about
 * `later`, it is `kept` as it is, it `expired`, or the host has to look at it.
 */
export type Judgement = 'later' | 'kept' | 'expired' | { review: string }

type Maker = Pick<PaymentProvider, 'name' | 'account'>

/**
 * Judges a payment by the error that asking about it has failed with. That a provider does not know
 * it proves nothing about its money: with other keys it may have been paid.
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
  if (!PROVIDER_DESCRIPTIONS[provider.name].forgetsPayments)
    return review(provider, 'it was made with these keys')
  if (checkout.capture_asked_at !== null) return review(provider, 'its money was asked for')
  return checkout.expires_at + LONG_OVER_MS < now ? 'expired' : 'later'
}

/** Returns whether asking about a payment has failed because it was made with another account. */
export function isElsewhere(checkout: CheckoutRow, provider: Maker, error: unknown): boolean {
  const keys = compareKeys(checkout, provider)
  return keys === 'other' && isUnknown(error, keys)
}

type Keys = 'same' | 'other' | 'unknown'

function compareKeys({ provider_account: madeWith }: CheckoutRow, { account }: Maker): Keys {
  if (madeWith === null || account === null) return 'unknown'
  return madeWith === account ? 'same' : 'other'
}

/** PayPal may also forbid one account to look at what is another's. */
function isUnknown(error: unknown, keys: Keys): boolean {
  if (error instanceof AppError && error.code === 'not-found') return true
  return keys === 'other' && isPermissionDenied(error)
}

function isOpen({ state }: CheckoutRow): boolean {
  return state === 'created' || state === 'awaiting_payer' || state === 'processing'
}

function review({ name }: Maker, why: string): { review: string } {
  const { label, paymentNoun } = PROVIDER_DESCRIPTIONS[name]
  return { review: `${label} does not know this ${paymentNoun}: ${why}.` }
}
