import {
  PayPalButtons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
  type PayPalButtonsComponentProps,
} from '@paypal/react-paypal-js'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CURRENCY } from '#contract/money.ts'
import type { WalletPayment } from './use-wallet-payment.ts'
import styles from './wallet-buttons.module.css'

const SCRIPT_PATH = '/sdk/js'
const LOAD_TIMEOUT_MS = 10_000

const STYLE = { color: 'gold', shape: 'pill', label: 'donate', height: 40 } as const

export interface WalletButtonsProps {
  clientId: string
  scriptBase: string
  isLive: boolean
  /** True if cards are paid elsewhere; else the wallet's own button for cards is shown as well. */
  hasCard: boolean
  /** True while no payment may be begun. */
  isDisabled: boolean
  payment: WalletPayment
  /** Called when the wallet's script cannot be loaded or cannot draw; render it anew to retry. */
  onFailed: () => void
}

/** Shows the wallet's own buttons, drawn by the wallet's own script. */
export function WalletButtons(props: WalletButtonsProps) {
  const { clientId, scriptBase, isLive, hasCard, isDisabled, payment, onFailed } = props
  const options = useMemo(
    () => ({
      clientId,
      currency: CURRENCY,
      intent: 'capture',
      sdkBaseUrl: scriptBase + SCRIPT_PATH,
      // Without it the SDK assumes production.
      environment: isLive ? ('production' as const) : ('sandbox' as const),
      dataCspNonce: readNonce(),
    }),
    [clientId, scriptBase, isLive],
  )

  return (
    <PayPalScriptProvider options={options}>
      <LoadedButtons {...{ payment, hasCard, isDisabled, onFailed }} />
    </PayPalScriptProvider>
  )
}

/** Returns the nonce that the server put into this document. */
function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}

type LoadedButtonsProps = Pick<
  WalletButtonsProps,
  'hasCard' | 'isDisabled' | 'payment' | 'onFailed'
>

function LoadedButtons({ payment, hasCard, isDisabled, onFailed }: LoadedButtonsProps) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  const isTimedOut = useTimedOut(isPending)
  const [isBroken, setBroken] = useState(false)
  const handlers = useHandlers(payment, () => setBroken(true))
  const hasFailed = isRejected || isTimedOut || isBroken

  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (hasFailed) fail()
  }, [hasFailed])

  return (
    // The SDK dims everything it draws while disabled, captions too.
    <fieldset className={styles.wallet} aria-label="PayPal" disabled={isDisabled}>
      {isPending && <p className={styles.loading}>Loading PayPal…</p>}
      <PayPalButtons
        style={STYLE}
        // One button alone: a second one of the wallet's would look like a third way to pay.
        {...(hasCard && { fundingSource: 'paypal' })}
        disabled={isDisabled}
        {...handlers}
      />
    </fieldset>
  )
}

/** Returns true once loading has taken too long: a script that hangs neither loads nor fails. */
function useTimedOut(isPending: boolean): boolean {
  const [isTimedOut, setTimedOut] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setTimedOut(true), LOAD_TIMEOUT_MS)
    return () => {
      clearTimeout(timer)
      setTimedOut(false)
    }
  }, [isPending])
  return isTimedOut
}

/**
 * Returns the SDK's handlers. An error before the first click comes from drawing the buttons, not
 * from paying.
 */
function useHandlers(payment: WalletPayment, onBroken: () => void) {
  const hasStarted = useRef(false)
  return {
    onClick: (_data, actions) => {
      hasStarted.current = true
      return payment.validateAmount() === undefined ? actions.reject() : actions.resolve()
    },
    createOrder: () => payment.createOrder(),
    onApprove: async ({ orderID }, actions) => {
      if ((await payment.capture(orderID)) === 'restart') actions.restart()
    },
    onCancel: () => void payment.onCancel(),
    onError: (error) => {
      // oxlint-disable-next-line no-console -- the wallet's own words, for whoever looks into it
      console.error(error)
      if (hasStarted.current) void payment.onError(error)
      else onBroken()
    },
  } satisfies PayPalButtonsComponentProps
}
