import { useEffect, useEffectEvent } from 'react'
import type { Aim } from '#contract/leaderboard.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ownPayments, type OnPaid, type OwnPayments } from './own-payments.ts'
import type { PaymentNotice } from './own-payments-view.ts'
import { useOwnPayments } from './use-own-payments.ts'

/** Long enough to be read twice. */
const FLEETING_MS = 12_000

export interface PaymentNoticesProps {
  /** Whoever is signed in. */
  donorId: string | undefined
  onPaid: OnPaid
  /** The donor wants to pay this amount for the place that they were quoted. */
  onRetake: (amountCents: number) => void
  payments?: OwnPayments
}

/** Tells donors what becomes of their payments, for as long as it is in the page. */
export function PaymentNotices(props: PaymentNoticesProps) {
  const { donorId, onPaid, onRetake, payments = ownPayments } = props
  const { notices } = useOwnPayments(payments)
  const handlePaid = useEffectEvent(onPaid)

  useEffect(() => payments.start((donation, moment) => handlePaid(donation, moment)), [payments])
  useEffect(() => {
    payments.setDonor(donorId)
    return () => payments.setDonor(undefined)
  }, [payments, donorId])

  return notices.map((notice) => (
    <OutcomeNotice
      key={`${notice.about} ${notice.sentence}`}
      notice={notice}
      onDismiss={() => payments.dismiss(notice.about)}
      onRetake={onRetake}
    />
  ))
}

interface OutcomeNoticeProps {
  notice: PaymentNotice
  onDismiss: () => void
  onRetake: (amountCents: number) => void
}

function OutcomeNotice({ notice, onDismiss, onRetake }: OutcomeNoticeProps) {
  const { tone, sentence, isFleeting, offer } = notice
  const dismiss = useEffectEvent(onDismiss)

  useEffect(() => {
    if (!isFleeting) return
    const timer = setTimeout(() => dismiss(), FLEETING_MS)
    return () => clearTimeout(timer)
  }, [isFleeting])

  return (
    <Notice
      kind={tone === 'trouble' ? 'alert' : 'status'}
      tone={tone}
      onDismiss={onDismiss}
      action={offer && <Retake offer={offer} onRetake={onRetake} />}
    >
      {sentence}
    </Notice>
  )
}

function Retake({ offer, onRetake }: { offer: Aim; onRetake: (amountCents: number) => void }) {
  return (
    <Button look="link" onClick={() => onRetake(offer.amountCents)}>
      Take #{formatCount(offer.position)}
    </Button>
  )
}
