import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { EmailField } from '../form/email-field.tsx'
import { requestEmailChange, sendConfirmation } from '../api/own-account.ts'
import { PasswordField } from '../form/password-field.tsx'
import { TaskForm } from '../form/task-form.tsx'
import { useTask } from '../form/use-task.ts'

/** Confirms or changes the e-mail. */
export function EmailSection({ isConfirmed }: { isConfirmed: boolean }) {
  const [mailedTo, setMailedTo] = useState<string>()
  const task = useTask()
  return (
    <>
      {!isConfirmed && <Confirmation />}
      {mailedTo !== undefined && (
        <Notice kind="status" tone="good">
          Open the link in the mail to <bdi>{mailedTo}</bdi>. Your e-mail changes then.
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
        <EmailField label="New email" autoComplete="email" missing="Please enter the new e-mail." />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          missing="Please enter your current password."
        />
      </TaskForm>
    </>
  )
}

function Confirmation() {
  const [isSent, setSent] = useState(false)
  const { busy, problem, run } = useTask()
  return (
    <>
      <p>Open the link that we mailed you, so that mails about your account reach you.</p>
      {problem && (
        <Notice key={problem.number} kind="alert" tone="trouble">
          {problem.sentence}
        </Notice>
      )}
      {isSent && (
        <Notice kind="status" tone="good">
          A new link is on its way to your mailbox.
        </Notice>
      )}
      <Button
        busy={busy}
        onClick={() =>
          void run(async () => {
            setSent(false)
            await sendConfirmation()
            setSent(true)
          })
        }
      >
        Send the link again
      </Button>
    </>
  )
}
