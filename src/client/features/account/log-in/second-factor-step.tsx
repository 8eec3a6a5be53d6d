import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { verifyCode } from '../api/accounts.ts'
import { CodeField, compactCode, type CodeKind } from '../form/code-field.tsx'
import styles from '../form/form.module.css'
import { StepArea } from '../form/step-area.tsx'
import { TaskForm } from '../form/task-form.tsx'
import { useAccountTask } from '../form/use-account-task.ts'
import type { StepName } from './wording.ts'

export interface SecondFactorStepProps {
  onGoTo: (step: StepName) => void
  onLoggedIn: () => Promise<void>
}

/** Asks for a code of the second factor after the password was right. */
export function SecondFactorStep({ onGoTo, onLoggedIn }: SecondFactorStepProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  const task = useAccountTask()
  return (
    <>
      <StepArea key={kind}>
        <TaskForm
          task={task}
          submit="Log In"
          onSubmit={async (read) => {
            await verifyCode(kind, compactCode(read('code')))
            await onLoggedIn()
          }}
        >
          <CodeField kind={kind} />
        </TaskForm>
      </StepArea>
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
        <Button variant="link" onClick={() => onGoTo('log-in')}>
          Back to log in
        </Button>
      </div>
    </>
  )
}
