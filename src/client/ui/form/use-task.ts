import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { referenceOf } from '../reference.tsx'
import { FieldError } from './refused-field.ts'

export interface Problem {
  sentence: string
  /** The server's own code, if it gave one. */
  reason?: string | undefined
  /** The id under which the host finds the failure in the log. */
  reference?: string | undefined
  /** The name of the field that it is about. */
  field?: string | undefined
  /** The step that a person can take, if the sentence does not name it. */
  advice?: string | undefined
  /** Distinguishes one failure from the next, so that each is read aloud. */
  number: number
}

/** A request of a form: whether it is running, and what went wrong with it. */
export type Task = ReturnType<typeof useTask>

export interface TaskOptions {
  /** The sentence for a failure that has none of its own. */
  fallback?: string
  /** Says what to do about a failure whose sentence does not. */
  advise?: (error: unknown) => string | undefined
}

export function useTask({ fallback = 'Something went wrong.', advise }: TaskOptions = {}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const showProblem = (sentence: string, details: Omit<Problem, 'sentence' | 'number'> = {}) =>
    setProblem((last) => ({ sentence, ...details, number: (last?.number ?? 0) + 1 }))

  /**
   * Runs the action, and returns whether it succeeded; `findField` says which field its failure is
   * about.
   */
  async function run(
    action: () => Promise<void>,
    findField?: (error: unknown) => string | undefined,
  ): Promise<boolean> {
    setBusy(true)
    try {
      await action()
      setProblem(undefined)
      return true
    } catch (error) {
      showProblem(error instanceof Error ? error.message : fallback, {
        reason: error instanceof AppError ? error.reason : undefined,
        reference: referenceOf(error instanceof FieldError ? error.cause : error),
        field: error instanceof FieldError ? error.field : findField?.(error),
        advice: advise?.(error),
      })
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, run, showProblem, clearProblem: () => setProblem(undefined) }
}
