import { useEffect, useState } from 'react'
import type { AccountStart } from '#client/features/account/log-in/account-dialog.tsx'
import { session } from '#client/lib/session.ts'
import { readStorage, writeStorage } from '#client/lib/storage.ts'

/** The mark of a browser in which somebody was logged in; it stays after the logout. */
const ACCOUNT_MARK = 'has-account'

/** Keeps what the visitor asked for: an account dialog, or the donation panel after the log-in. */
export function useDonateIntent(isSignedIn: boolean) {
  const [account, setAccount] = useState<AccountStart | 'own'>()
  const [wantsToDonate, setWantsToDonate] = useState(false)
  const [requestedCents, setRequestedCents] = useState<number>()
  const [isNewDonor, setNewDonor] = useState(false)

  useEffect(() => {
    if (isSignedIn) writeStorage('browser', ACCOUNT_MARK, 'yes')
  }, [isSignedIn])

  function requestDonation(amountCents?: number): void {
    setRequestedCents(amountCents)
    setWantsToDonate(true)
    if (isSignedIn) return
    setAccount(readStorage('browser', ACCOUNT_MARK) === null ? 'sign-up' : 'log-in')
  }

  return {
    /** The view that the account's dialog opens on; undefined while it is closed. */
    account: account === 'own' && !isSignedIn ? undefined : account,
    wantsToDonate,
    requestedCents,
    /** True if the account was made just now. */
    isNewDonor,
    requestAccount: () => setAccount(isSignedIn ? 'own' : 'log-in'),
    /** Requests a donation; an amount given here is then in the field. */
    requestDonation,
    openLink: setAccount,
    closeAccount: () => {
      setAccount(undefined)
      if (session.read().state !== 'signed-in') setWantsToDonate(false)
    },
    clearDonationRequest: () => setWantsToDonate(false),
    startWelcome: () => setNewDonor(true),
    endWelcome: () => setNewDonor(false),
  }
}
