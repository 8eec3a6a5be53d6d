import { useRef } from 'react'
import type { ShowMessage } from '../panel-message.ts'
import { createOrder, type NewDonation } from '../api/payments.ts'
import { createPersonCheck, type PersonCheck } from './person-check.ts'

/** Creates wallet orders, which the payer can cancel during a proof of work. */
export function useOrderCreation(showMessage: ShowMessage) {
  const check = useRef<PersonCheck>(undefined)

  async function create(donation: NewDonation): Promise<string> {
    const newCheck = createPersonCheck(showMessage)
    check.current = newCheck
    try {
      const id = await createOrder(donation, newCheck)
      showMessage(undefined)
      return id
    } finally {
      check.current = undefined
    }
  }

  return { create, cancel: () => check.current?.cancel() }
}
