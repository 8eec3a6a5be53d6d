import { useEffect, useState } from 'react'
import type { AccountStart } from '#client/features/account/log-in/account-dialog.tsx'
import { session, type Session } from '#client/lib/session.ts'
import { readStorage, writeStorage } from '#client/lib/storage.ts'

/** The mark of a browser in which somebody was logged in; it stays after the logout. */
const ACCOUNT_MARK = 'has-account'

/** Keeps what the visitor asked for: an account dialog, or the donation panel after the log-in. */
export function useDonateIntent(state: Session['state']) {
  const isSignedIn = state === 'signed-in'
  const [account, setAccount] = useState<AccountStart | 'own'>()
  const [wantsToDonate, setWantsToDonate] = useState(false)
  const [requestedCents, setRequestedCents] = useState<number>()
  const [isNewDonor, setNewDonor] = useState(false)

  // A visitor may ask before their session is known, or log in elsewhere meanwhile.
  if (isSignedIn && isWayIn(account)) setAccount(undefined)

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
    account: isOpenTo(state, account) ? account : undefined,
    wantsToDonate,
    /** True while only the server can say whether the visitor gets the panel or the log-in. */
    waitsForServer: wantsToDonate && state === 'offline',
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

function isWayIn(account: AccountStart | 'own' | undefined): boolean {
  return account === 'log-in' || account === 'sign-up'
}

/** Returns whether the dialog makes sense: who may be logged in already is not asked to log in. */
function isOpenTo(state: Session['state'], account: AccountStart | 'own' | undefined): boolean {
  if (account === 'own') return state === 'signed-in'
  return !isWayIn(account) || state === 'signed-out'
}
