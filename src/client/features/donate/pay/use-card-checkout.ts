import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useInterruptionHold } from '#client/lib/interruptions.ts'
import { toPanelMessage } from './failure.ts'
import type { ShowMessage } from '../panel-message.ts'
import type { PaymentTracker } from '../tracking/payment-tracker.ts'
import { createCardCheckout } from '../api/payments.ts'
import { createPersonCheck } from './person-check.ts'
import type { DonationQuote } from '../amount/donation-quote.ts'

/** The longest wait for the card page, ms: by then the navigation was stopped or has failed. */
const NAVIGATION_TIMEOUT_MS = 20_000

interface CardCheckoutOptions {
  validateAmount: () => DonationQuote | undefined
  showMessage: ShowMessage
  payments: Pick<PaymentTracker, 'cancelOpenCheckouts' | 'begin'>
}

/** Sends the donor to the hosted card page; `busy` until the browser has left for it. */
export function useCardCheckout({ validateAmount, showMessage, payments }: CardCheckoutOptions) {
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  useInterruptionHold(busy)

  function reset(): void {
    isRunning.current = false
    setBusy(false)
  }

  useReturnFromCache(reset)

  async function donate(): Promise<void> {
    if (isRunning.current) return
    const quote = validateAmount()
    if (quote === undefined) return
    isRunning.current = true
    setBusy(true)
    const check = createPersonCheck(showMessage)
    try {
      if (!(await payments.cancelOpenCheckouts())) return reset()
      const { id, url } = await createCardCheckout(quote, check)
      showMessage(undefined)
      payments.begin(id, 'card-page', quote.quotedPosition)
      location.assign(url)
      setTimeout(reset, NAVIGATION_TIMEOUT_MS)
    } catch (error) {
      reset()
      showMessage(toPanelMessage(error))
    }
  }

  return { busy, donate }
}

/** Calls `onReturn` when the page is restored from the back/forward cache, with the button busy. */
function useReturnFromCache(onReturn: () => void): void {
  const handleReturn = useEffectEvent(onReturn)
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) handleReturn()
    }
    window.addEventListener('pageshow', handlePageShow)
    return () => window.removeEventListener('pageshow', handlePageShow)
  }, [])
}
