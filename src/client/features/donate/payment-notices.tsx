import { useEffect, useEffectEvent } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { ownPayments, type OnPaid, type OwnPayments } from './own-payments.ts'
import type { PaymentNotice } from './own-payments-view.ts'
import { useOwnPayments } from './use-own-payments.ts'

/** Long enough to be read twice. */
const FLEETING_MS = 12_000

export interface PaymentNoticesProps {
  /** Whoever is signed in. */
  donorId: string | undefined
  onPaid: OnPaid
  payments?: OwnPayments
}

/** Tells donors what becomes of their payments, for as long as it is in the page. */
export function PaymentNotices({ donorId, onPaid, payments = ownPayments }: PaymentNoticesProps) {
  const { notices } = useOwnPayments(payments)
  const handlePaid = useEffectEvent(onPaid)

  useEffect(
    () => payments.start((donation, celebrates) => handlePaid(donation, celebrates)),
    [payments],
  )
  useEffect(() => {
    payments.setDonor(donorId)
    return () => payments.setDonor(undefined)
  }, [payments, donorId])

  return notices.map((notice) => (
    <OutcomeNotice
      key={`${notice.about} ${notice.sentence}`}
      notice={notice}
      onDismiss={() => payments.dismiss(notice.about)}
    />
  ))
}

interface OutcomeNoticeProps {
  notice: PaymentNotice
  onDismiss: () => void
}

function OutcomeNotice({ notice: { tone, sentence, isFleeting }, onDismiss }: OutcomeNoticeProps) {
  const dismiss = useEffectEvent(onDismiss)

  useEffect(() => {
    if (!isFleeting) return
    const timer = setTimeout(() => dismiss(), FLEETING_MS)
    return () => clearTimeout(timer)
  }, [isFleeting])

  return (
    <Notice kind={tone === 'trouble' ? 'alert' : 'status'} tone={tone} onDismiss={onDismiss}>
      {sentence}
    </Notice>
  )
}
