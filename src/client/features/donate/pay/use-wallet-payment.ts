import { useRef } from 'react'
import { AppError } from '#contract/app-error.ts'
import { toPanelMessage } from './failure.ts'
import type { ShowMessage } from '../panel-message.ts'
import type { PaymentTracker } from '../tracking/payment-tracker.ts'
import { describePayment } from '../tracking/payment-message.ts'
import type { DonationQuote } from '../amount/donation-quote.ts'
import { useOrderCreation } from './use-order-creation.ts'

export interface WalletPayment {
  /** Returns the amount to pay now; undefined if there is none. */
  validateAmount: () => DonationQuote | undefined
  createOrder: () => Promise<string>
  /** Captures the order. Returns `restart` if the payer may choose another way to pay. */
  capture: (orderId: string) => Promise<'done' | 'restart'>
  /** Called when the payer has cancelled, or the wallet has lost its window. */
  onCancel: () => Promise<void>
  onError: (error: unknown) => Promise<void>
}

interface WalletPaymentOptions {
  validateAmount: () => DonationQuote | undefined
  showMessage: ShowMessage
  payments: Pick<PaymentTracker, 'cancelOpenCheckouts' | 'begin' | 'approve' | 'turnBack'>
}

/** Handles a donation while the payer is in the wallet's window. */
export function useWalletPayment(options: WalletPaymentOptions): WalletPayment {
  const { validateAmount, showMessage, payments } = options
  const order = useRef<string>(undefined)
  /** The last error of `createOrder`: the wallet's script passes it on without its code. */
  const lastError = useRef<unknown>(undefined)
  const orderCreation = useOrderCreation(showMessage)

  async function beginOrder(): Promise<string> {
    order.current = undefined
    lastError.current = undefined
    const quote = validateAmount()
    if (quote === undefined) throw new AppError('invalid-argument', 'No amount to pay.')
    if (!(await payments.cancelOpenCheckouts())) throw new OpenCheckoutError()
    const id = await orderCreation.create(quote)
    payments.begin(id, 'wallet', quote.quotedPosition)
    order.current = id
    return id
  }

  /** Returns the open order, if any, and forgets it. */
  function takeOrder(): string | undefined {
    const id = order.current
    order.current = undefined
    return id
  }

  return {
    validateAmount,
    createOrder: () =>
      beginOrder().catch((error: unknown) => {
        lastError.current = error
        throw error
      }),
    capture: async (orderId) => {
      const result = await payments.approve(orderId)
      if (result === 'done') takeOrder()
      return result
    },
    onCancel: async () => {
      orderCreation.cancel()
      const id = takeOrder()
      if (id !== undefined) await payments.turnBack(id, 'window-lost')
      else showMessage({ ariaRole: 'status', ...describePayment('cancelled') })
    },
    onError: async (error) => {
      const cause = lastError.current ?? error
      lastError.current = undefined
      if (cause instanceof OpenCheckoutError) return
      const id = takeOrder()
      if (id !== undefined && !(await payments.turnBack(id))) return
      showMessage(toPanelMessage(cause))
    },
  }
}

/** Thrown when an earlier payment is still open; the donor has been told. */
class OpenCheckoutError extends Error {
  override readonly name = 'OpenCheckoutError'
}
