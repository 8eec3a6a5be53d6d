import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { readEmailAddress } from '#contract/email-address.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { FormProblemContext } from './field-problem.tsx'
import styles from './form.module.css'
import { ProblemNotice } from './problem-notice.tsx'
import { findRefusedField } from './refused-field.ts'
import type { Problem, Task } from './use-task.ts'

/** Returns what was typed into the field of that name. */
export type ReadField = (name: string) => string

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

/** Renders a form that says at its fields what is missing, invalid or refused, and above what failed. */
export function TaskForm(props: TaskFormProps) {
  const { task, labelledBy, submit, variant = 'gold', children } = props
  const { busy, problem } = task
  const form = useRef<HTMLFormElement>(null)
  const alternatives = problem && props.renderAlternatives?.(problem)

  useEffect(() => {
    if (problem?.field === undefined) return
    form.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus()
  }, [problem])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const invalid = findInvalidField(form)
    if (invalid) {
      task.showProblem(invalid.sentence, { field: invalid.field.name })
      return
    }
    const values = new FormData(form)
    const send = async () => {
      await props.onSubmit((name) => readText(values, name))
      form.reset()
    }
    void task.run(send, (error) => findRefusedField(form, error))
  }

  return (
    <form
      ref={form}
      className={styles.form}
      aria-labelledby={labelledBy}
      noValidate
      onSubmit={handleSubmit}
    >
      {problem && problem.field === undefined && (
        <div className={styles.problem}>
          <ProblemNotice problem={problem} />
          {alternatives}
        </div>
      )}
      <FormProblemContext value={{ problem, alternatives }}>{children}</FormProblemContext>
      <Button variant={variant} type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  )
}

function readText(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** Finds the first empty required field, or else the first invalid one. */
function findInvalidField(form: HTMLFormElement) {
  const fields = [...form.elements].filter((field) => field instanceof HTMLInputElement)
  const empty = fields.find(({ required, value }) => required && value === '')
  if (empty) return { field: empty, sentence: empty.dataset['missing'] ?? 'Please fill this in.' }
  return fields.map(findProblem).find((problem) => problem !== undefined)
}

function findProblem(field: HTMLInputElement) {
  // Browsers differ in which international addresses they accept; the server has this rule too.
  if (field.type === 'email' && !field.hidden) {
    const reading = readEmailAddress(field.value)
    return 'problem' in reading ? { field, sentence: reading.problem } : undefined
  }
  if (field.validity.valid) return undefined
  return { field, sentence: field.dataset['wrong'] ?? field.validationMessage }
}
