import { useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import { referenceOf } from '#client/ui/reference.tsx'

export interface Problem {
  sentence: string
  /** The server's own code, if it gave one. */
  reason?: string | undefined
  /** The id under which the host finds the failure in the log. */
  reference?: string | undefined
  /** Distinguishes one failure from the next, so that each is read aloud. */
  number: number
}

/** A request of a form: whether it is running, and what went wrong with it. */
export type Task = ReturnType<typeof useTask>

export function useTask() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  const showProblem = (sentence: string, reason?: string, reference?: string) =>
    setProblem((last) => ({ sentence, reason, reference, number: (last?.number ?? 0) + 1 }))

  async function run(action: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await action()
      setProblem(undefined)
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'Authentication error.'
      const reason = error instanceof AppError ? error.reason : undefined
      showProblem(sentence, reason, referenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, run, showProblem, clearProblem: () => setProblem(undefined) }
}
