import type { PublicConfig } from '#contract/config.ts'
import { Button } from '#client/ui/button.tsx'
import type { ShowMessage } from '../panel-message.ts'
import type { PaymentTracker } from '../tracking/payment-tracker.ts'
import styles from './pay-buttons.module.css'
import type { DonationQuote } from '../amount/donation-quote.ts'
import { useCardCheckout } from './use-card-checkout.ts'
import { usePayments } from '../tracking/use-payments.ts'
import { useWalletPayment } from './use-wallet-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'

export interface PayButtonsProps {
  config: PublicConfig
  /** Returns the amount to pay; undefined if it is invalid, and then the donor is shown why. */
  validateAmount: () => DonationQuote | undefined
  showMessage: ShowMessage
  payments: PaymentTracker
}

/** Shows the ways to pay that the host has set up. */
export function PayButtons({ config, validateAmount, showMessage, payments }: PayButtonsProps) {
  const card = useCardCheckout({ validateAmount, showMessage, payments })
  const payment = useWalletPayment({ validateAmount, showMessage, payments })
  const { isConfirming } = usePayments(payments)

  if (!config.paypal && !config.stripe) {
    return <p className={styles.none}>The host has not set up a way to pay yet.</p>
  }
  return (
    <div className={styles.ways}>
      {config.paypal && (
        <WalletButtons
          {...config.paypal}
          isLive={config.payments === 'live'}
          isDisabled={isConfirming || card.busy}
          payment={payment}
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
    </div>
  )
}
