import { use, useEffect, useRef, useState } from 'react'
import type { PublicConfig } from '#contract/config.ts'
import { bringIntoView } from '../../lib/bring-into-view.ts'
import { loadConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AmountField } from './amount-field.tsx'
import { defaultAmount, readAmount } from './amount.ts'
import styles from './donate-panel.module.css'
import { useMessage, type Message, type Tell } from './message.ts'
import { ownPayments, type OwnPayments } from './own-payments.ts'
import { RankHint } from './rank-hint.tsx'
import { useCardCheckout } from './use-card-checkout.ts'
import { useOwnPayments } from './use-own-payments.ts'
import { useTestDonations } from './use-test-donations.ts'
import { useWalletPayment } from './use-wallet-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'

export interface DonatePanelProps {
  /** Whether the donor asked to be taken here; `onArrived` says that they are. */
  summoned: boolean
  onArrived: () => void
  /** Who takes every payment on, once it is begun. */
  payments?: OwnPayments
}

export function DonatePanel({ summoned, onArrived, payments = ownPayments }: DonatePanelProps) {
  const config = use(loadConfig())
  const [amount, setAmount] = useState(() => defaultAmount(config.limits))
  const [showsProblem, setShowsProblem] = useState(false)
  const { message, number, tell } = useMessage()
  const field = useSummons(summoned, onArrived)

  /** The amount to be paid; undefined, and the donor shown why, where it cannot be. */
  function requireAmount(): number | undefined {
    tell(undefined)
    if (amount.problem !== undefined) {
      setShowsProblem(true)
      field.current?.focus()
    }
    return amount.amountCents
  }

  return (
    <section className={styles.panel} aria-labelledby="donate-title" id="donate">
      <PanelHead isTest={config.payments !== 'live'} />
      <AmountField
        ref={field}
        amount={amount}
        limits={config.limits}
        showsProblem={showsProblem}
        onType={(text) => setAmount(readAmount(text, config.limits))}
        onLeave={() => setShowsProblem(true)}
      />
      <RankHint
        amountCents={amount.amountCents}
        maxCents={config.limits.maxCents}
        onTake={(text) => setAmount(readAmount(text, config.limits))}
      />
      <PayButtons config={config} requireAmount={requireAmount} tell={tell} payments={payments} />
      {message && <PanelMessage key={number} message={message} tell={tell} />}
      <p className={styles.fine}>Donations are gifts, and there are no refunds.</p>
      {config.payments !== 'live' && <DeleteTestDonations tell={tell} />}
    </section>
  )
}

function PanelHead({ isTest }: { isTest: boolean }) {
  return (
    <header className={styles.head}>
      <h2 id="donate-title">Claim your place</h2>
      {isTest && <span className={styles.badge}>Test mode</span>}
      <p>Every dollar moves you up the board.</p>
    </header>
  )
}

interface PayButtonsProps {
  config: PublicConfig
  requireAmount: () => number | undefined
  tell: Tell
  payments: OwnPayments
}

function PayButtons({ config, requireAmount, tell, payments }: PayButtonsProps) {
  const card = useCardCheckout({ requireAmount, tell, payments })
  const payment = useWalletPayment({ requireAmount, tell, payments })
  const { isConfirming } = useOwnPayments(payments)

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
          busy={card.busy}
          muted={isConfirming}
          onClick={() => void card.donate()}
        >
          Donate with Stripe
        </Button>
      )}
      {!config.paypal && !config.stripe && (
        <p className={styles.fine}>The host has not set up a way to pay yet.</p>
      )}
    </div>
  )
}

function PanelMessage({ message, tell }: { message: Message; tell: Tell }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(place.current), [])
  return (
    <div ref={place} className={styles.message}>
      <Notice kind={message.kind} tone={message.tone} onDismiss={() => tell(undefined)}>
        {message.sentence}
      </Notice>
    </div>
  )
}

function DeleteTestDonations({ tell }: { tell: Tell }) {
  const { busy, askAndDelete } = useTestDonations(tell)
  return (
    <Button look="link" className={styles.delete} busy={busy} onClick={() => void askAndDelete()}>
      Delete all test donations
    </Button>
  )
}

/** Takes the donor to the amount when they ask for it. */
function useSummons(summoned: boolean, onArrived: () => void) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!summoned || !field.current) return
    bringIntoView(field.current.closest('section'))
    field.current.focus({ preventScroll: true })
    field.current.select()
    onArrived()
  }, [summoned, onArrived])
  return field
}
