import { useState } from 'react'
import { Notice } from '#client/ui/notice.tsx'
import { ConfirmationRequest } from '../form/confirmation-request.tsx'
import { EmailField } from '../form/email-field.tsx'
import { requestEmailChange } from '../api/own-account.ts'
import { CurrentPasswordField } from '../form/password-field.tsx'
import { TaskForm } from '../form/task-form.tsx'
import { useAccountTask } from '../form/use-account-task.ts'

/** Confirms or changes the email. */
export function EmailSection({ isConfirmed }: { isConfirmed: boolean }) {
  const [mailedTo, setMailedTo] = useState<string>()
  const task = useAccountTask()
  return (
    <>
      {!isConfirmed && (
        <>
          <p>Open the link that we mailed you, so that mails about your account reach you.</p>
          <ConfirmationRequest label="Send the link again" />
        </>
      )}
      {mailedTo !== undefined && (
        <Notice ariaRole="status" tone="success">
          Open the link in the mail to <bdi>{mailedTo}</bdi>. Your email changes then.
        </Notice>
      )}
      <TaskForm
        task={task}
        submit="Change Email"
        variant="quiet"
        onSubmit={async (read) => {
          setMailedTo(undefined)
          await requestEmailChange(read('email').trim(), read('password'))
          setMailedTo(read('email').trim())
        }}
      >
        <EmailField label="New email" autoComplete="email" missing="Please enter the new email." />
        <CurrentPasswordField />
      </TaskForm>
    </>
  )
}
