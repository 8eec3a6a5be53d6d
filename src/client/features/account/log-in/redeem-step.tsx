import { useEffect, useEffectEvent, useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { Button } from '#client/ui/button.tsx'
import styles from '../form/form.module.css'
import { ConfirmationRequest } from '../form/confirmation-request.tsx'
import type { MailLink } from './mail-link.ts'
import { FocusedNotice } from '../form/focused-notice.tsx'
import { redeemLink } from './redeem-link.ts'
import { LOG_IN_FIRST, type StepName } from './wording.ts'

export interface RedeemStepProps {
  link: MailLink
  onGoTo: (step: StepName, notice?: string) => void
  /** Called when the account has changed. */
  onRedeemed: () => Promise<void>
  onClose: () => void
}

type RedeemResult = { sentence: string; reason?: string | undefined; isDone: boolean }

/** Redeems a link as soon as it is shown, and shows the result. */
export function RedeemStep({ link, onGoTo, onRedeemed, onClose }: RedeemStepProps) {
  const [result, setResult] = useState<RedeemResult>()
  const [attempt, setAttempt] = useState(() => attemptRedeem(link))

  const handleResult = useEffectEvent((result: RedeemResult | 'log-in-first') => {
    if (result === 'log-in-first') onGoTo('log-in', LOG_IN_FIRST[link.kind])
    else {
      setResult(result)
      if (result.isDone) void onRedeemed()
    }
  })

  useEffect(() => {
    let isCancelled = false
    void attempt.then((result) => isCancelled || handleResult(result))
    return () => {
      isCancelled = true
    }
  }, [attempt])

  if (result === undefined) return <output>One moment …</output>
  return (
    <>
      <FocusedNotice
        ariaRole={result.isDone ? 'status' : 'alert'}
        tone={result.isDone ? 'success' : 'error'}
      >
        {result.sentence}
      </FocusedNotice>
      <NewLink link={link} reason={result.reason} onRetry={() => setAttempt(attemptRedeem(link))} />
      <Button variant={result.isDone ? 'gold' : 'quiet'} onClick={onClose}>
        {result.isDone ? 'Continue' : 'Close'}
      </Button>
    </>
  )
}

async function attemptRedeem(link: MailLink): Promise<RedeemResult | 'log-in-first'> {
  try {
    return { sentence: await redeemLink(link), isDone: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'unauthenticated') return 'log-in-first'
    return { sentence: error.message, reason: error.reason, isDone: false }
  }
}

interface NewLinkProps {
  link: MailLink
  reason: string | undefined
  onRetry: () => void
}

/** Offers a new link if this one is expired or used, or if the email is not confirmed yet. */
function NewLink({ link, reason, onRetry }: NewLinkProps) {
  const isExpired = link.kind === 'confirm-email' && reason === 'INVALID_TOKEN'
  if (!isExpired && reason !== 'EMAIL_NOT_CONFIRMED') return null
  return (
    <div className={styles.ways}>
      <ConfirmationRequest label={isExpired ? 'Send a new link' : 'Send the link to confirm it'} />
      {!isExpired && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}
