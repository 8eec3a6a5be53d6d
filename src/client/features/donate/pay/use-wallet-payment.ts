import { useRef } from 'react'
import { AppError } from '#contract/app-error.ts'
import { toMessage } from './failure.ts'
import type { Tell } from '../panel-message.ts'
import type { PaymentTracker } from '../tracking/payment-tracker.ts'
import { describePayment } from '../tracking/payment-message.ts'
import type { DonationQuote } from '../amount/donation-quote.ts'
import { useCheckedOrder } from './use-order-creation.ts'

export interface WalletPayment {
  /** What is to be paid now; undefined where there is nothing to pay. */
  requireQuote: () => DonationQuote | undefined
  createOrder: () => Promise<string>
  /** Takes the money. Answers `restart` where the payer may choose another way to pay. */
  capture: (orderId: string) => Promise<'done' | 'restart'>
  /** The payer has cancelled, or closed the wallet's window. */
  onCancel: () => Promise<void>
  onError: (error: unknown) => Promise<void>
}

interface WalletPaymentOptions {
  requireQuote: () => DonationQuote | undefined
  tell: Tell
  payments: Pick<PaymentTracker, 'cancelOpenCheckouts' | 'begin' | 'approve' | 'turnBack'>
}

/** What happens to a donation while the wallet's own window takes the payer through it. */
export function useWalletPayment(options: WalletPaymentOptions): WalletPayment {
  const { requireQuote, tell, payments } = options
  const order = useRef<string>(undefined)
  /** The wallet's script passes errors on without their codes: this is the one that it was given. */
  const failure = useRef<unknown>(undefined)
  const checked = useCheckedOrder(tell)

  async function begin(): Promise<string> {
    order.current = undefined
    failure.current = undefined
    const quote = requireQuote()
    if (quote === undefined) throw new AppError('invalid-argument', 'No amount to pay.')
    if (!(await payments.cancelOpenCheckouts())) throw new Obstructed()
    const id = await checked.create(quote.amountCents)
    payments.begin(id, 'wallet', quote.quotedPosition)
    order.current = id
    return id
  }

  /** The order that is open no more, if there was one. */
  function takeOrder(): string | undefined {
    const id = order.current
    order.current = undefined
    return id
  }

  return {
    requireQuote,
    createOrder: () =>
      begin().catch((error: unknown) => {
        failure.current = error
        throw error
      }),
    capture: async (orderId) => {
      const result = await payments.approve(orderId)
      if (result === 'done') takeOrder()
      return result
    },
    onCancel: async () => {
      checked.giveUp()
      const id = takeOrder()
      if (id !== undefined) await payments.turnBack(id)
      else tell({ kind: 'status', ...describePayment('cancelled') })
    },
    onError: async (error) => {
      const cause = failure.current ?? error
      failure.current = undefined
      if (cause instanceof Obstructed) return
      const id = takeOrder()
      if (id !== undefined && !(await payments.turnBack(id))) return
      tell(toMessage(cause))
    },
  }
}

/** An earlier payment stands in the way, and the donor has been told so. */
class Obstructed extends Error {
  override readonly name = 'Obstructed'
}
