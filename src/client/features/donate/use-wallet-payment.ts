import { AppError } from '#contract/app-error.ts'
import type { OwnDonation } from '#contract/checkouts.ts'
import { mayCelebrate } from './arrival.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { describeFailure } from './failure.ts'
import type { Tell } from './message.ts'
import { describeOutcome } from './outcome.ts'
import { captureOrder, createOrder } from './payments.ts'

export interface WalletPayment {
  /** The amount to be paid now; undefined where there is none to pay. */
  requireAmount: () => number | undefined
  createOrder: () => Promise<string>
  /** Takes the money. Answers `restart` where the payer may choose another way to pay. */
  capture: (orderId: string) => Promise<'done' | 'restart'>
  onCancel: () => void
  onError: (error: unknown) => void
}

interface WalletPaymentOptions {
  requireAmount: () => number | undefined
  tell: Tell
  onPaid: (donation: OwnDonation | null) => void
}

/** What happens to a donation while the wallet's own window takes the payer through it. */
export function useWalletPayment(options: WalletPaymentOptions): WalletPayment {
  const { requireAmount, tell, onPaid } = options
  const complain = (sentence: string) => tell({ kind: 'alert', tone: 'trouble', sentence })

  function celebrate(orderId: string, donation: OwnDonation | null): void {
    tell(undefined)
    if (mayCelebrate(orderId)) onPaid(donation)
  }

  async function capture(orderId: string): Promise<'done' | 'restart'> {
    tell({ kind: 'status', tone: 'calm', sentence: 'Confirming your payment…' })
    try {
      const { status, donation } = await captureOrder(orderId)
      if (status === 'COMPLETED') celebrate(orderId, donation)
      else tell({ kind: 'status', ...describeOutcome('processing') })
      return 'done'
    } catch (error) {
      if (error instanceof AppError && error.code === 'failed-precondition') {
        complain(error.message)
        return 'restart'
      }
      await settleDoubt(orderId, error)
      return 'done'
    }
  }

  /** The answer was lost or is no plain one: the money may be taken, so only asking tells. */
  async function settleDoubt(orderId: string, cause: unknown): Promise<void> {
    try {
      const checkout = await confirmCheckout(orderId, new AbortController().signal)
      if (checkout?.state === 'paid') celebrate(orderId, checkout.donation)
      else tell({ kind: 'alert', ...describeOutcome(checkout?.state) })
    } catch {
      const reason = cause instanceof AppError ? cause.message : 'Something went wrong.'
      complain(`${reason} ${describeOutcome(undefined).sentence}`)
    }
  }

  return {
    requireAmount,
    capture,
    createOrder: async () => {
      const amountCents = requireAmount()
      if (amountCents === undefined) throw new AppError('invalid-argument', 'No amount to pay.')
      return createOrder(amountCents)
    },
    onCancel: () =>
      tell({ kind: 'status', tone: 'calm', sentence: 'Payment cancelled. Nothing was charged.' }),
    onError: (error) => complain(describeFailure(error)),
  }
}
