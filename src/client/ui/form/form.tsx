import {
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { readEmailAddress } from '#contract/email-address.ts'
import { FormProblemContext } from './field-problem.tsx'
import type { Problem, Task } from './use-task.ts'

/** Returns what was typed into the field of that name. */
export type ReadField = (name: string) => string

export interface FormProps extends Pick<
  ComponentProps<'form'>,
  'className' | 'aria-labelledby' | 'onInput'
> {
  task: Task
  /** Renders what else can be done about a failure, beside trying again. */
  renderAlternatives?: ((problem: Problem) => ReactNode) | undefined
  /** Returns the name of the field that a failure is about. */
  findField?: ((error: unknown, form: HTMLFormElement) => string | undefined) | undefined
  /** Called to send the form; a failure is shown, and the fields keep their values. */
  onSubmit: (read: ReadField, form: HTMLFormElement) => Promise<void>
  children: ReactNode
}

/**
 * A form whose fields say what is missing, invalid or refused; the first of them gets the focus. A
 * field says with `data-missing` and `data-wrong` what its sentences are. `FormProblemNotice` shows
 * inside it what is about no field.
 */
export function Form(props: FormProps) {
  const { task, renderAlternatives, findField, onSubmit, children, ...rest } = props
  const { busy, problem } = task
  const element = useRef<HTMLFormElement>(null)
  const alternatives = problem && renderAlternatives?.(problem)

  // The focus moves together with the sentence, so that nobody hears that without its field.
  useLayoutEffect(() => {
    if (problem?.field === undefined) return
    element.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus()
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
    void task.run(
      () => onSubmit((name) => readText(values, name), form),
      (error) => findField?.(error, form),
    )
  }

  return (
    <form {...rest} ref={element} noValidate onSubmit={handleSubmit}>
      <FormProblemContext value={{ problem, alternatives }}>{children}</FormProblemContext>
    </form>
  )
}

function readText(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Finds the first empty required field, or else the first invalid one. */
function findInvalidField(form: HTMLFormElement) {
  const fields = [...form.elements].filter(isTextField)
  const empty = fields.find(isMissing)
  if (empty) return { field: empty, sentence: empty.dataset['missing'] ?? 'Please fill this in.' }
  return fields.map(findProblem).find((problem) => problem !== undefined)
}

function isTextField(element: Element): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** Returns whether a required field is empty; spaces alone are something only in a password. */
function isMissing({ required, type, name, value }: TextField): boolean {
  const isPassword = type === 'password' || /password/.test(name)
  return required && (isPassword ? value : value.trim()) === ''
}

function findProblem(field: TextField) {
  // Browsers differ in which international addresses they accept; the server has this rule too.
  if (field.type === 'email' && !field.hidden) {
    const reading = readEmailAddress(field.value)
    return 'problem' in reading ? { field, sentence: reading.problem } : undefined
  }
  if (field.validity.valid) return undefined
  return { field, sentence: field.dataset['wrong'] ?? field.validationMessage }
}
