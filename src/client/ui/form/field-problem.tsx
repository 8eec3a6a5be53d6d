import { createContext, use, useId, type ReactNode } from 'react'
import { AlertIcon } from '../icons.tsx'
import { Reference } from '../reference.tsx'
import styles from './field-problem.module.css'
import { ProblemNotice } from './problem-notice.tsx'
import type { Problem } from './use-task.ts'

export interface FormProblem {
  problem: Problem | undefined
  /** Shows what else can be done about the problem. */
  alternatives: ReactNode
}

/** The problem of the form around a field. */
export const FormProblemContext = createContext<FormProblem>({
  problem: undefined,
  alternatives: null,
})

/** What an error adds to the attributes of a control. */
export interface FieldAttributes {
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/**
 * Returns what ties a field to its error: the attributes of its control, and the message to show
 * below. `describedBy` is the id of what describes the field anyway.
 */
export function useFieldProblem(name: string, describedBy?: string) {
  const id = useId()
  const { problem, alternatives } = use(FormProblemContext)
  const isWrong = problem?.field === name
  const attributes: FieldAttributes = {
    'aria-invalid': isWrong || undefined,
    'aria-describedby': [isWrong ? id : '', describedBy].filter(Boolean).join(' ') || undefined,
  }
  const message = isWrong && (
    <div className={styles.problem}>
      <p key={problem.number} id={id} role="alert" className={styles.wrong}>
        <AlertIcon />
        {problem.sentence}
      </p>
      <Reference id={problem.reference} />
      {alternatives}
    </div>
  )
  return { attributes, message }
}

/** Says what went wrong with the form around it, if that is about none of its fields. */
export function FormProblemNotice() {
  const { problem, alternatives } = use(FormProblemContext)
  if (problem === undefined || problem.field !== undefined) return null
  return (
    <div className={styles.problem}>
      <ProblemNotice problem={problem} />
      {alternatives}
    </div>
  )
}
