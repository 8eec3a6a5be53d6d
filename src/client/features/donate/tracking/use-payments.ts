import { useSyncExternalStore } from 'react'
import type { PaymentTracker } from './payment-tracker.ts'
import type { PaymentsView } from './payments-view.ts'

export function usePayments(payments: PaymentTracker): PaymentsView {
  return useSyncExternalStore(payments.subscribe, payments.getView)
}
