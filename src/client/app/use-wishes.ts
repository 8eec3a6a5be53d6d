import { useState } from 'react'
import { session } from '../lib/session.ts'

/** What the visitor is on the way to: their account, or through it to the donation panel. */
export function useWishes(isSignedIn: boolean) {
  const [asksAccount, setAsksAccount] = useState(false)
  const [wantsToDonate, setWantsToDonate] = useState(false)
  const [wantedCents, setWantedCents] = useState<number>()

  function wish(amountCents: number | undefined): void {
    setWantedCents(amountCents)
    setWantsToDonate(true)
    if (!isSignedIn) setAsksAccount(true)
  }

  return {
    asksAccount,
    wantsToDonate,
    wantedCents,
    askAccount: () => setAsksAccount(true),
    askToDonate: () => wish(undefined),
    /** With the amount already in the field. */
    askToDonateAmount: (amountCents: number) => wish(amountCents),
    closeAccount: () => {
      setAsksAccount(false)
      if (session.read().state !== 'signed-in') setWantsToDonate(false)
    },
    arrive: () => setWantsToDonate(false),
  }
}
