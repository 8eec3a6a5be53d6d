import type { PublicConfig } from '#contract/config.ts'
import { Button } from '#client/ui/button.tsx'
import type { Tell } from '../message.ts'
import type { OwnPayments } from '../tracking/own-payments.ts'
import styles from './pay-buttons.module.css'
import type { Pledge } from '../amount/pledge.ts'
import { useCardCheckout } from './use-card-checkout.ts'
import { useOwnPayments } from '../tracking/use-own-payments.ts'
import { useWalletPayment } from './use-wallet-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'

export interface PayButtonsProps {
  config: PublicConfig
  /** What is to be paid; undefined, and the donor shown why, where that cannot be. */
  requirePledge: () => Pledge | undefined
  tell: Tell
  payments: OwnPayments
}

/** The ways to pay that the host has set up, as one set. */
export function PayButtons({ config, requirePledge, tell, payments }: PayButtonsProps) {
  const card = useCardCheckout({ requirePledge, tell, payments })
  const payment = useWalletPayment({ requirePledge, tell, payments })
  const { isConfirming } = useOwnPayments(payments)

  if (!config.paypal && !config.stripe) {
    return <p className={styles.none}>The host has not set up a way to pay yet.</p>
  }
  return (
    <div className={styles.ways}>
      {config.paypal && (
        <WalletButtons
          {...config.paypal}
          isLive={config.payments === 'live'}
          isWaiting={isConfirming || card.busy}
          payment={payment}
        />
      )}
      {config.stripe && (
        <Button
          look="light"
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
