import { Button } from '#client/ui/button.tsx'
import { HiddenUsername } from './hidden-username.tsx'
import { CodeField, compactCode } from './code-field.tsx'
import { CurrentPasswordField } from './password-field.tsx'
import { StepArea } from './step-area.tsx'
import { TaskForm } from './task-form.tsx'
import { useAccountTask } from './use-account-task.ts'

export interface ReauthenticationFormProps {
  email: string
  /** The sentence that says what the form will change. */
  lead: string
  submit: string
  /** True if a code of the second factor is needed, too. */
  asksCode?: boolean
  onCancel: () => void
  onSubmit: (password: string, code: string) => Promise<void>
}

/** Asks for the password, and for a code, before a way to log in changes. */
export function ReauthenticationForm(props: ReauthenticationFormProps) {
  const { email, lead, submit, asksCode = true, onCancel, onSubmit } = props
  const task = useAccountTask()
  return (
    <StepArea>
      <p>{lead}</p>
      <TaskForm
        task={task}
        submit={submit}
        variant="quiet"
        onSubmit={(read) => onSubmit(read('password'), compactCode(read('code')))}
      >
        <HiddenUsername email={email} />
        <CurrentPasswordField isFirst />
        {asksCode && <CodeField kind="app" isFirst={false} />}
      </TaskForm>
      <Button variant="link" onClick={onCancel}>
        Cancel
      </Button>
    </StepArea>
  )
}
