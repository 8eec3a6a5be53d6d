import { useState } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import type { OwnLimits } from '#contract/spending.ts'
import { PAY_MARK } from '#client/lib/interruptions.ts'
import { Button } from '#client/ui/button.tsx'
import type { PanelMessage, ShowMessage } from '../panel-message.ts'
import type { PaymentTracker } from '../tracking/payment-tracker.ts'
import styles from './pay-buttons.module.css'
import type { DonationQuote } from '../amount/donation-quote.ts'
import { LimitNote } from '../limits/limit-note.tsx'
import { RoundNote } from '../limits/round-note.tsx'
import { useCardCheckout } from './use-card-checkout.ts'
import { usePayments } from '../tracking/use-payments.ts'
import { useWalletPayment } from './use-wallet-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'
import { WalletFailure } from './wallet-failure.tsx'

export interface PayButtonsProps {
  config: PublicConfig
  /** Returns the amount to pay; undefined if it is invalid, and then the donor is shown why. */
  validateAmount: () => DonationQuote | undefined
  message: PanelMessage | undefined
  showMessage: ShowMessage
  payments: PaymentTracker
  /** Undefined until they are read. */
  ownLimits: OwnLimits | undefined
}

/** Shows the ways to pay that the host has set up, and what the donor's limits leave. */
export function PayButtons(props: PayButtonsProps) {
  const { config, validateAmount, message, showMessage, payments } = props
  const card = useCardCheckout({ validateAmount, showMessage, payments })
  const payment = useWalletPayment({ validateAmount, showMessage, payments })
  const { isConfirming } = usePayments(payments)
  const wallet = useWalletAttempts()

  if (!config.paypal && !config.stripe) {
    return <p className={styles.none}>The host has not set up a way to pay yet.</p>
  }
  return (
    <div className={styles.ways} {...PAY_MARK}>
      <RoundNote />
      {config.paypal && !wallet.hasFailed && (
        <WalletButtons
          key={wallet.attempt}
          {...config.paypal}
          isLive={config.payments === 'live'}
          hasCard={config.stripe}
          isDisabled={isConfirming || card.busy}
          payment={payment}
          onFailed={wallet.fail}
        />
      )}
      {config.stripe && (
        <Button
          variant="light"
          className={styles.card}
          busy={card.busy}
          muted={isConfirming}
          onClick={() => void card.donate()}
        >
          Donate with Stripe
        </Button>
      )}
      {wallet.hasFailed && <WalletFailure hasCard={config.stripe} onRetry={wallet.retry} />}
      <LimitNote ownLimits={props.ownLimits} isReplaced={message !== undefined} />
    </div>
  )
}

/** Counts the attempts to load the wallet's script; each is rendered anew. */
function useWalletAttempts() {
  const [attempt, setAttempt] = useState(1)
  const [hasFailed, setFailed] = useState(false)
  return {
    attempt,
    hasFailed,
    fail: () => setFailed(true),
    retry: () => {
      setAttempt(attempt + 1)
      setFailed(false)
    },
  }
}
