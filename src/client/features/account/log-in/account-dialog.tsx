import { useId, useState } from 'react'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { requireSession } from '../api/cookies.ts'
import { CredentialsStep } from './credentials-step.tsx'
import { ForgotStep, ForgotSentStep } from './forgot-step.tsx'
import type { MailLink } from './mail-link.ts'
import { Reasons } from './reasons.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import { RedeemStep } from './redeem-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { StepArea } from '../form/step-area.tsx'
import { LOG_IN_FIRST, STEPS, type StepName } from './wording.ts'

/** The first step of the dialog: log in, sign up, or the step that a mailed link asks for. */
export type AccountStart = 'log-in' | 'sign-up' | MailLink

export interface AccountDialogProps {
  start?: AccountStart
  /** True if somebody is signed in already, as most links need. */
  isSignedIn?: boolean
  /** True to say beside the log-in what an account is good for. */
  givesReasons?: boolean
  /** The amount that the visitor has asked to donate, if one. */
  amountCents?: number | undefined
  onClose: () => void
  /** Called when the server has opened a session; the dialog closes after the promise resolves. */
  onSignedIn: () => Promise<void>
  /** Called when a new account was made, whose email is still to be confirmed. */
  onSignedUp?: () => void
}

/** Logs in, signs up, and redeems mailed links; a failure keeps it open with what was typed. */
export function AccountDialog(props: AccountDialogProps) {
  const { start = 'log-in', isSignedIn = false, givesReasons = false, amountCents, onClose } = props
  const link = typeof start === 'string' ? undefined : start
  const [step, setStep] = useState<StepName>(() => firstStep(start, isSignedIn))
  const [notice, setNotice] = useState<string | undefined>(link && LOG_IN_FIRST[link.kind])
  const [email, setEmail] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const titleId = useId()
  const isWayIn = step === 'log-in' || step === 'sign-up'

  function goTo(next: StepName, notice?: string): void {
    setNotice(notice)
    setStep(next)
  }

  return (
    <DialogCard
      titleId={titleId}
      {...STEPS[step === 'confirm-email' && isConfirmed ? 'email-confirmed' : step]}
      {...(givesReasons && isWayIn && { aside: <Reasons amountCents={amountCents} /> })}
      onClose={onClose}
    >
      {/* Log-in and sign-up share a key, so that switching between them keeps what is typed. */}
      <StepArea key={isWayIn ? 'way-in' : step}>
        <Step
          {...props}
          titleId={titleId}
          step={step}
          link={link}
          notice={notice}
          email={email}
          onEmail={setEmail}
          onGoTo={goTo}
          onConfirmed={() => setConfirmed(true)}
        />
      </StepArea>
    </DialogCard>
  )
}

interface StepProps extends AccountDialogProps {
  step: StepName
  titleId: string
  link: MailLink | undefined
  notice: string | undefined
  /** The email typed so far. */
  email: string
  onEmail: (email: string) => void
  onGoTo: (step: StepName, notice?: string) => void
  /** Called when the link of the dialog has done its work. */
  onConfirmed: () => void
}

function Step(props: StepProps) {
  const { step, titleId, link, notice, email, onEmail, onGoTo, onClose, onSignedIn } = props

  async function finishLogIn({ isNew } = { isNew: false }): Promise<void> {
    await onSignedIn()
    await requireSession({ isNew })
    if (isNew) props.onSignedUp?.()
    if (link && link.kind !== 'reset-password') onGoTo(link.kind)
    else onClose()
  }

  async function finishLink(): Promise<void> {
    props.onConfirmed()
    await onSignedIn()
  }

  switch (step) {
    case 'log-in':
    case 'sign-up': {
      const typed = { email, onEmail, onGoTo }
      const named = { titleId, notice }
      return <CredentialsStep mode={step} {...named} {...typed} onLoggedIn={finishLogIn} />
    }
    case 'forgot':
      return <ForgotStep email={email} onEmail={onEmail} onGoTo={onGoTo} />
    case 'forgot-sent':
      return <ForgotSentStep email={email} onGoTo={onGoTo} />
    case 'second-factor':
      return <SecondFactorStep onGoTo={onGoTo} onLoggedIn={() => finishLogIn()} />
    case 'new-password':
      return link && <NewPasswordStep token={link.token} onGoTo={onGoTo} />
    case 'confirm-email':
    case 'host':
      return (
        link && <RedeemStep link={link} onGoTo={onGoTo} onRedeemed={finishLink} onClose={onClose} />
      )
  }
}

function firstStep(start: AccountStart, isSignedIn: boolean): StepName {
  if (typeof start === 'string') return start
  if (start.kind === 'reset-password') return 'new-password'
  return isSignedIn ? start.kind : 'log-in'
}
