import { Button } from '#client/ui/button.tsx'
import { resetPassword } from '../api/accounts.ts'
import styles from '../form/form.module.css'
import { PASSWORD_RULE, PasswordField } from '../form/password-field.tsx'
import { TaskForm } from '../form/task-form.tsx'
import { useAccountTask } from '../form/use-account-task.ts'
import type { StepName } from './wording.ts'

export interface NewPasswordStepProps {
  token: string
  onGoTo: (step: StepName, notice?: string) => void
}

/** Sets a new password with the token of the mailed link. */
export function NewPasswordStep({ token, onGoTo }: NewPasswordStepProps) {
  const task = useAccountTask()
  return (
    <TaskForm
      task={task}
      submit="Set Password"
      renderAlternatives={({ reason }) =>
        reason === 'INVALID_TOKEN' && (
          <div className={styles.ways}>
            <Button onClick={() => onGoTo('forgot')}>Get a new link</Button>
          </div>
        )
      }
      onSubmit={async (read) => {
        await resetPassword(token, read('new-password'))
        onGoTo('log-in', 'Your password is changed. Log in with the new one.')
      }}
    >
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        rule={PASSWORD_RULE}
        missing="Please enter a new password."
        isFirst
      />
    </TaskForm>
  )
}
