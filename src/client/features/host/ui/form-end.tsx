import { useEffect, useRef } from 'react'
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

const FIELDS = 'input, select, textarea'

/**
 * Ends a form of the console: what went wrong or was saved, and its buttons. A form that changes
 * something gets the focus as it appears: it may be out of sight of the list beside it.
 */
export function FormEnd({ task, saved, submit, onLeave }: FormEndProps) {
  const actions = useRef<HTMLDivElement>(null)
  const isChange = onLeave !== undefined
  useEffect(() => {
    if (isChange) actions.current?.closest('form')?.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [isChange])
  return (
    <>
      <FormProblemNotice />
      {task.problem === undefined && saved !== undefined && (
        <Notice ariaRole="status" tone="success">
          {saved}
        </Notice>
      )}
      <div ref={actions} className={styles.actions}>
        <ConsoleButton type="submit" variant="light" busy={task.busy}>
          {submit}
        </ConsoleButton>
        {onLeave !== undefined && <ConsoleButton onClick={onLeave}>Discard changes</ConsoleButton>}
      </div>
    </>
  )
}
