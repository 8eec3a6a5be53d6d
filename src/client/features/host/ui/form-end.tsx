import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import type { Task } from '#client/ui/form/use-task.ts'
import { Notice } from '#client/ui/notice.tsx'
import { ConsoleButton } from './console-button.tsx'
import styles from './form-end.module.css'

export interface FormEndProps {
  task: Task
  /** The sentence that says what was saved last. */
  saved: string | undefined
  /** The words of the button that sends the form. */
  submit: string
  /** Called to leave what is being changed; undefined for something new. */
  onLeave?: (() => void) | undefined
}

/** Ends a form of the console: what went wrong or was saved, and its buttons. */
export function FormEnd({ task, saved, submit, onLeave }: FormEndProps) {
  return (
    <>
      <FormProblemNotice />
      {task.problem === undefined && saved !== undefined && (
        <Notice ariaRole="status" tone="success">
          {saved}
        </Notice>
      )}
      <div className={styles.actions}>
        <ConsoleButton type="submit" variant="light" busy={task.busy}>
          {submit}
        </ConsoleButton>
        {onLeave !== undefined && <ConsoleButton onClick={onLeave}>Leave it</ConsoleButton>}
      </div>
    </>
  )
}
