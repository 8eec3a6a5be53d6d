import { useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DialogCard } from '#client/ui/dialog-card.tsx'
import { verifyCode } from '../api/accounts.ts'
import { logInWithPasskey, supportsPasskeys } from '../api/passkeys.ts'
import { CodeField, compactCode, type CodeKind } from '../form/code-field.tsx'
import styles from '../form/form.module.css'
import { StepArea } from '../form/step-area.tsx'
import { TaskForm } from '../form/task-form.tsx'
import type { Task } from '#client/ui/form/use-task.ts'
import { useAccountTask } from '../form/use-account-task.ts'

export interface StepUpDialogProps {
  /** Called when the session has shown its second factor. */
  onShown: () => void
  onCancel: () => void
}

/** Asks somebody who is logged in for their second factor again. */
export function StepUpDialog({ onShown, onCancel }: StepUpDialogProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  const task = useAccountTask()
  const titleId = useId()

  return (
    <DialogCard
      titleId={titleId}
      title="Show Your Second Factor"
      lead="Enter a code, or use your passkey. What you asked for then goes on by itself."
      onClose={onCancel}
    >
      <StepArea key={kind}>
        <TaskForm
          task={task}
          submit="Continue"
          variant="light"
          onSubmit={async (read) => {
            await verifyCode(kind, compactCode(read('code')))
            onShown()
          }}
        >
          <CodeField kind={kind} />
        </TaskForm>
      </StepArea>
      {supportsPasskeys() && <PasskeyButton task={task} onShown={onShown} />}
      <div className={styles.links}>
        <Button
          variant="link"
          onClick={() => {
            task.clearProblem()
            setKind(kind === 'app' ? 'recovery' : 'app')
          }}
        >
          {kind === 'app' ? 'Use a recovery code instead' : 'Use the code of the app instead'}
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </DialogCard>
  )
}

function PasskeyButton({ task, onShown }: { task: Task; onShown: () => void }) {
  const handleClick = async () => {
    await logInWithPasskey()
    onShown()
  }
  return (
    <Button busy={task.busy} onClick={() => void task.run(handleClick)}>
      Use a passkey
    </Button>
  )
}
