import { useEffect, useEffectEvent } from 'react'
import type { RankTarget } from '#contract/leaderboard.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import { useInterruptionHold } from '#client/lib/interruptions.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { paymentTracker, type PaymentTracker } from './payment-tracker.ts'
import { PROCESSING, type OnPaid, type PaymentNotice } from './payments-view.ts'
import { useShowsRows } from './shown-rows.ts'
import { usePayments } from './use-payments.ts'

/** Long enough to read a notice twice, ms. */
const AUTO_DISMISS_MS = 12_000

/** The last characters of a session's or order's id by which the host finds it in the log. */
const REFERENCE_LENGTH = 17

export interface PaymentNoticesProps {
  /** The account that is signed in. */
  donorId: string | undefined
  onPaid: OnPaid
  /** Called when the donor wants to pay this amount for the position that they were quoted. */
  onTake: (amountCents: number) => void
  payments?: PaymentTracker
}

/** Tells donors the outcome of their payments while it is rendered. */
export function PaymentNotices(props: PaymentNoticesProps) {
  const { donorId, onPaid, onTake, payments = paymentTracker } = props
  const { notices, isUnderWay } = usePayments(payments)
  const showsRows = useShowsRows()
  const handlePaid = useEffectEvent(onPaid)
  useInterruptionHold(isUnderWay)

  useEffect(() => payments.start((donation, moment) => handlePaid(donation, moment)), [payments])
  useEffect(() => {
    payments.setDonor(donorId)
    return () => payments.setDonor(undefined)
  }, [payments, donorId])

  return notices.map((notice) => (
    <PaymentNoticeItem
      key={`${notice.about} ${notice.sentence}`}
      notice={notice}
      // The board's row of a pending payment shows the same, where the donation will stand.
      isHeardOnly={notice.about === PROCESSING && showsRows}
      onDismiss={() => payments.dismiss(notice.about)}
      onTake={onTake}
    />
  ))
}

interface PaymentNoticeItemProps {
  notice: PaymentNotice
  isHeardOnly: boolean
  onDismiss: () => void
  onTake: (amountCents: number) => void
}

function PaymentNoticeItem(props: PaymentNoticeItemProps) {
  const { notice, isHeardOnly, onDismiss, onTake } = props
  const { about, tone, sentence, isTrouble, autoDismiss, offer } = notice
  const dismiss = useEffectEvent(onDismiss)

  useEffect(() => {
    if (!autoDismiss) return
    const timer = setTimeout(() => dismiss(), AUTO_DISMISS_MS)
    return () => clearTimeout(timer)
  }, [autoDismiss])

  return (
    <Notice
      ariaRole={tone === 'error' ? 'alert' : 'status'}
      tone={tone}
      isHeardOnly={isHeardOnly}
      reference={isTrouble && about.slice(-REFERENCE_LENGTH)}
      onDismiss={onDismiss}
      action={offer && <Take offer={offer} onTake={onTake} />}
    >
      {sentence}
    </Notice>
  )
}

function Take({ offer, onTake }: { offer: RankTarget; onTake: (amountCents: number) => void }) {
  return (
    <Button variant="link" onClick={() => onTake(offer.amountCents)}>
      Take #{formatCount(offer.position)} for {formatAmount(offer.amountCents)}
    </Button>
  )
}
