import { useState } from 'react'
import { session } from '../lib/session.ts'

/** What the visitor is on the way to: their account, or through it to the donation panel. */
export function useWishes(isSignedIn: boolean) {
  const [asksAccount, setAsksAccount] = useState(false)
  const [wantsToDonate, setWantsToDonate] = useState(false)
  return {
    asksAccount,
    wantsToDonate,
    askAccount: () => setAsksAccount(true),
    askToDonate: () => {
      setWantsToDonate(true)
      if (!isSignedIn) setAsksAccount(true)
    },
    closeAccount: () => {
      setAsksAccount(false)
      if (session.read().state !== 'signed-in') setWantsToDonate(false)
    },
    arrive: () => setWantsToDonate(false),
  }
}
