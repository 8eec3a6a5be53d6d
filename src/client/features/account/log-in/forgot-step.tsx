import { Button } from '#client/ui/button.tsx'
import { requestPasswordReset } from '../api/accounts.ts'
import { EmailField } from '../form/email-field.tsx'
import { FocusedNotice } from '../form/focused-notice.tsx'
import { TaskForm } from '../form/task-form.tsx'
import { useAccountTask } from '../form/use-account-task.ts'
import type { StepName } from './wording.ts'

export interface ForgotStepProps {
  email: string
  onEmail: (email: string) => void
  onGoTo: (step: StepName) => void
}

/** Asks for a mail with a link to choose a new password. */
export function ForgotStep({ email, onEmail, onGoTo }: ForgotStepProps) {
  const task = useAccountTask()
  return (
    <>
      <TaskForm
        task={task}
        submit="Send the Link"
        onSubmit={async (read) => {
          await requestPasswordReset(read('email').trim())
          onGoTo('forgot-sent')
        }}
      >
        <EmailField autoComplete="username" defaultValue={email} onValue={onEmail} />
      </TaskForm>
      <Button variant="link" onClick={() => onGoTo('log-in')}>
        Back to log in
      </Button>
    </>
  )
}

interface ForgotSentStepProps {
  email: string
  onGoTo: (step: StepName) => void
}

/** Says the same for each address, so that it does not reveal which of them have an account. */
export function ForgotSentStep({ email, onGoTo }: ForgotSentStepProps) {
  return (
    <>
      <FocusedNotice ariaRole="status" tone="success">
        If there is an account for this address, a mail with a link is on its way. It works for ten
        minutes.
      </FocusedNotice>
      <p>
        Nothing at <bdi>{email}</bdi>? Look in your spam folder, or check the address.
      </p>
      <Button onClick={() => onGoTo('log-in')}>Back to log in</Button>
      <Button variant="link" onClick={() => onGoTo('forgot')}>
        Use another address
      </Button>
    </>
  )
}
