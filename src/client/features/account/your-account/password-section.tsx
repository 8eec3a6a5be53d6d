import { useState } from 'react'
import { Notice } from '#client/ui/notice.tsx'
import { HiddenUsername } from '../form/hidden-username.tsx'
import { changePassword } from '../api/own-account.ts'
import { CurrentPasswordField, PASSWORD_RULE, PasswordField } from '../form/password-field.tsx'
import { TaskForm } from '../form/task-form.tsx'
import { useAccountTask } from '../form/use-account-task.ts'

/** Changes the password, which logs out all other browsers. */
export function PasswordSection({ email }: { email: string }) {
  const [isChanged, setChanged] = useState(false)
  const task = useAccountTask()
  return (
    <>
      {isChanged && (
        <Notice ariaRole="status" tone="success">
          Your password is changed. All other browsers are logged out.
        </Notice>
      )}
      <TaskForm
        task={task}
        submit="Change Password"
        variant="quiet"
        onSubmit={async (read) => {
          setChanged(false)
          await changePassword(read('password'), read('new-password'))
          setChanged(true)
        }}
      >
        <HiddenUsername email={email} />
        <CurrentPasswordField />
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          rule={`${PASSWORD_RULE} Changing it logs out your other browsers.`}
          missing="Please enter a new password."
        />
      </TaskForm>
    </>
  )
}
