import { useSyncExternalStore } from 'react'
import type { OwnPayments } from './own-payments.ts'
import type { OwnPaymentsView } from './own-payments-view.ts'

export function useOwnPayments(payments: OwnPayments): OwnPaymentsView {
  return useSyncExternalStore(payments.subscribe, payments.getView)
}
