import { useEffect, useEffectEvent, useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import type { OwnDonation } from '#contract/checkouts.ts'
import { Notice } from '../../ui/notice.tsx'
import { mayCelebrate, settleArrival, type Arrival } from './arrival.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { describeOutcome, type Outcome } from './outcome.ts'

/** Who cancelled knows it already: the confirmation leaves by itself. */
const CANCELLED_MS = 12_000

export interface CheckoutReturnProps {
  arrival: Arrival
  /** The server has confirmed the payment; null where the donation is not shown on the board. */
  onPaid: (donation: OwnDonation | null) => void
}

type Stage = { told: false } | { told: true; outcome: Outcome | undefined }

/** Tells somebody who comes back from the hosted card page what became of their payment. */
export function CheckoutReturn({ arrival, onPaid }: CheckoutReturnProps) {
  const [stage, setStage] = useState<Stage>(
    arrival.kind === 'cancelled'
      ? { told: true, outcome: describeOutcome('cancelled') }
      : { told: false },
  )
  const handlePaid = useEffectEvent(onPaid)
  const checkoutId = arrival.kind === 'checkout' ? arrival.id : undefined

  useEffect(() => {
    if (checkoutId === undefined) return
    const giveUp = new AbortController()
    const tell = async () => {
      const outcome = await follow(checkoutId, giveUp.signal, handlePaid)
      if (giveUp.signal.aborted) return
      settleArrival()
      setStage({ told: true, outcome })
    }
    void tell()
    return () => giveUp.abort()
  }, [checkoutId])

  const hasCancelled = arrival.kind === 'cancelled'
  useEffect(() => {
    if (!hasCancelled) return
    const timer = setTimeout(() => setStage({ told: true, outcome: undefined }), CANCELLED_MS)
    return () => clearTimeout(timer)
  }, [hasCancelled])

  if (!stage.told) return <Notice kind="status">Confirming your payment…</Notice>
  if (!stage.outcome) return null
  const { tone, sentence } = stage.outcome
  return (
    <Notice
      kind={tone === 'trouble' ? 'alert' : 'status'}
      tone={tone}
      onDismiss={() => setStage({ told: true, outcome: undefined })}
    >
      {sentence}
    </Notice>
  )
}

/** Answers what there is to say; undefined when the celebration says it. */
async function follow(
  checkoutId: string,
  signal: AbortSignal,
  onPaid: CheckoutReturnProps['onPaid'],
): Promise<Outcome | undefined> {
  try {
    const checkout = await confirmCheckout(checkoutId, signal)
    if (checkout?.state !== 'paid') return describeOutcome(checkout?.state)
    if (mayCelebrate(checkout.id)) onPaid(checkout.donation)
    return undefined
  } catch (error) {
    if (signal.aborted) return undefined
    return { tone: 'trouble', sentence: describeRefusal(error) }
  }
}

function describeRefusal(error: unknown): string {
  if (error instanceof AppError && error.code === 'unauthenticated') {
    return 'Log in to see what became of your payment. If it went through, your donation is on the board already.'
  }
  return 'This payment is not known here. If you were charged, your donation joins the board by itself.'
}
