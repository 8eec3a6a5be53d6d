import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { FormProblemNotice } from '#client/ui/form/field-problem.tsx'
import { Form, type ReadField } from '#client/ui/form/form.tsx'
import type { Problem, Task } from '#client/ui/form/use-task.ts'
import styles from './form.module.css'
import { findRefusedField } from './refused-field.ts'

export interface TaskFormProps {
  task: Task
  /** The id of the heading that names the form. */
  labelledBy?: string | undefined
  /** The label of the submit button. */
  submit: string
  variant?: ButtonProps['variant']
  /** Renders what else can be done about a failure, beside trying again. */
  renderAlternatives?: (problem: Problem) => ReactNode
  /** Called to send the form; the fields keep their values until it has succeeded. */
  onSubmit: (read: ReadField) => Promise<void>
  children?: ReactNode
}

/** Renders a form about an account, with its button. */
export function TaskForm(props: TaskFormProps) {
  const { task, labelledBy, submit, variant = 'gold', renderAlternatives, children } = props
  return (
    <Form
      task={task}
      className={styles.form}
      aria-labelledby={labelledBy}
      renderAlternatives={renderAlternatives}
      findField={(error, form) => findRefusedField(form, error)}
      onSubmit={async (read, form) => {
        await props.onSubmit(read)
        form.reset()
      }}
    >
      <FormProblemNotice />
      {children}
      <Button variant={variant} type="submit" busy={task.busy}>
        {submit}
      </Button>
    </Form>
  )
}
