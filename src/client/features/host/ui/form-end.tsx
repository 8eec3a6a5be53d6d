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
  /** Called to leave a form that was opened, such as what is being changed; undefined otherwise. */
  onLeave?: (() => void) | undefined
  /** The words of the button that leaves it. */
  leave?: string
}

const FIELDS = 'input, select, textarea'

/**
 * Ends a form of the console: what went wrong or was saved, and its buttons. A form that was
 * opened gets the focus as it appears: it may be out of sight of the list beside it.
 */
export function FormEnd(props: FormEndProps) {
  const { task, saved, submit, onLeave, leave = 'Discard changes' } = props
  const actions = useRef<HTMLDivElement>(null)
  const wasOpened = onLeave !== undefined
  useEffect(() => {
    if (wasOpened) actions.current?.closest('form')?.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [wasOpened])
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
        {onLeave !== undefined && <ConsoleButton onClick={onLeave}>{leave}</ConsoleButton>}
      </div>
    </>
  )
}
