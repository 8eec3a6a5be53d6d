import { useEffect, useRef, useState } from 'react'
import { describeFailure } from './failure.ts'
import type { Tell } from './message.ts'
import { createCardCheckout } from './payments.ts'

interface CardCheckoutOptions {
  requireAmount: () => number | undefined
  tell: Tell
}

/** Sends the donor to the hosted card page; busy until the browser has left for it. */
export function useCardCheckout({ requireAmount, tell }: CardCheckoutOptions) {
  const [busy, setBusy] = useState(false)
  const isUnderWay = useRef(false)

  useEffect(() => {
    // Going back shows the page just as it was left, with the button busy.
    const release = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isUnderWay.current = false
      setBusy(false)
    }
    window.addEventListener('pageshow', release)
    return () => window.removeEventListener('pageshow', release)
  }, [])

  async function donate(): Promise<void> {
    if (isUnderWay.current) return
    const amountCents = requireAmount()
    if (amountCents === undefined) return
    isUnderWay.current = true
    setBusy(true)
    try {
      const { url } = await createCardCheckout(amountCents)
      location.assign(url)
    } catch (error) {
      isUnderWay.current = false
      setBusy(false)
      tell({ kind: 'alert', tone: 'trouble', sentence: describeFailure(error) })
    }
  }

  return { busy, donate }
}
