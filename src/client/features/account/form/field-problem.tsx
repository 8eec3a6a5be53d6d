import { createContext, use, useId, type ReactNode } from 'react'
import { AlertIcon } from '#client/ui/icons.tsx'
import { Reference } from '#client/ui/reference.tsx'
import styles from './form.module.css'
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

/**
 * Returns what ties a field to its error: the attributes of its input, and the message to show
 * below. `describedBy` is the id of what describes the field anyway.
 */
export function useFieldProblem(name: string, describedBy?: string) {
  const id = useId()
  const { problem, alternatives } = use(FormProblemContext)
  const isWrong = problem?.field === name
  return {
    attributes: {
      'aria-invalid': isWrong || undefined,
      'aria-describedby': [isWrong ? id : '', describedBy].filter(Boolean).join(' ') || undefined,
    },
    message: isWrong && (
      <div className={styles.problem}>
        <p key={problem.number} id={id} role="alert" className={styles.wrong}>
          <AlertIcon />
          {problem.sentence}
        </p>
        <Reference id={problem.reference} />
        {alternatives}
      </div>
    ),
  }
}
