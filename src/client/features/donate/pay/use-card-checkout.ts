import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toMessage } from './failure.ts'
import type { Tell } from '../panel-message.ts'
import type { PaymentTracker } from '../tracking/payment-tracker.ts'
import { createCardCheckout } from '../api/payments.ts'
import { createPersonCheck } from './person-check.ts'
import type { DonationQuote } from '../amount/donation-quote.ts'

/** A browser that has not left by then will not: somebody has stopped it, or the network has. */
const LEAVING_MS = 20_000

interface CardCheckoutOptions {
  requireQuote: () => DonationQuote | undefined
  tell: Tell
  payments: Pick<PaymentTracker, 'cancelOpenCheckouts' | 'begin'>
}

/** Sends the donor to the hosted card page; busy until the browser has left for it. */
export function useCardCheckout({ requireQuote, tell, payments }: CardCheckoutOptions) {
  const [busy, setBusy] = useState(false)
  const isUnderWay = useRef(false)

  function release(): void {
    isUnderWay.current = false
    setBusy(false)
  }

  useReturnFromCache(release)

  async function donate(): Promise<void> {
    if (isUnderWay.current) return
    const quote = requireQuote()
    if (quote === undefined) return
    isUnderWay.current = true
    setBusy(true)
    const check = createPersonCheck(tell)
    try {
      if (!(await payments.cancelOpenCheckouts())) return release()
      const { id, url } = await createCardCheckout(quote.amountCents, check)
      tell(undefined)
      payments.begin(id, 'card-page', quote.quotedPosition)
      location.assign(url)
      setTimeout(release, LEAVING_MS)
    } catch (error) {
      release()
      tell(toMessage(error))
    }
  }

  return { busy, donate }
}

/** Going back may show the page just as it was left, with the button busy. */
function useReturnFromCache(onReturn: () => void): void {
  const handleReturn = useEffectEvent(onReturn)
  useEffect(() => {
    const release = ({ persisted }: PageTransitionEvent) => {
      if (persisted) handleReturn()
    }
    window.addEventListener('pageshow', release)
    return () => window.removeEventListener('pageshow', release)
  }, [])
}
