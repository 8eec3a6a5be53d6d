import { useRef } from 'react'
import type { Tell } from '../panel-message.ts'
import { createOrder } from '../api/payments.ts'
import { createPersonCheck, type PersonCheck } from './person-check.ts'

/** Creates wallet orders, each of which the payer can give up while their browser works for it. */
export function useCheckedOrder(tell: Tell) {
  const check = useRef<PersonCheck>(undefined)

  async function create(amountCents: number): Promise<string> {
    const started = createPersonCheck(tell)
    check.current = started
    try {
      const id = await createOrder(amountCents, started)
      tell(undefined)
      return id
    } finally {
      check.current = undefined
    }
  }

  return { create, giveUp: () => check.current?.cancel() }
}
