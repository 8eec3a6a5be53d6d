import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { referenceOf } from '#client/ui/reference.tsx'

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

export function useTask() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const showProblem = (sentence: string, details: Omit<Problem, 'sentence' | 'number'> = {}) =>
    setProblem((last) => ({ sentence, ...details, number: (last?.number ?? 0) + 1 }))

  /** Runs the action; `findField` says which field its failure is about. */
  async function run(
    action: () => Promise<void>,
    findField?: (error: unknown) => string | undefined,
  ): Promise<void> {
    setBusy(true)
    try {
      await action()
      setProblem(undefined)
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'Authentication error.'
      showProblem(sentence, {
        reason: error instanceof AppError ? error.reason : undefined,
        reference: referenceOf(error),
        field: findField?.(error),
        advice: adviceOn(error),
      })
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, run, showProblem, clearProblem: () => setProblem(undefined) }
}

/** Says what to do about a failure that the library has no words for. */
function adviceOn(error: unknown): string | undefined {
  if (!(error instanceof AppError) || error.message !== 'Authentication error.') return undefined
  return error.code === 'unavailable'
    ? 'The server cannot be reached. Check your connection, and try again.'
    : 'Something went wrong on our side. Please try again in a minute.'
}
