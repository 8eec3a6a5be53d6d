import { useEffect } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './pay-buttons.module.css'

const LOAD_FAILURE = 'PayPal failed to load. Check your Client ID or internet connection.'

export interface WalletFailureProps {
  /** True if the donor can pay by card instead. */
  hasCard: boolean
  onRetry: () => void
}

/** Says that the wallet cannot be used now: to the host why, and to the donor what they can do. */
export function WalletFailure({ hasCard, onRetry }: WalletFailureProps) {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the host finds the wrong client id here
    console.error(LOAD_FAILURE)
  }, [])

  return (
    <div className={styles.failure} data-wallet-failure="">
      <p role="alert">{LOAD_FAILURE}</p>
      <p>
        {hasCard ? 'You can donate with Stripe, or' : 'You can'}{' '}
        <Button variant="link" onClick={onRetry}>
          try again
        </Button>
        .
      </p>
    </div>
  )
}
