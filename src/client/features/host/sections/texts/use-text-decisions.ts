import { useCallback, useState } from 'react'
import { AppError } from '#contract/app-error.ts'
import {
  decidedTextSchema,
  type HostText,
  type TextAction,
  type TextDecision,
} from '#contract/host/texts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { callHost } from '../../api/call-host.ts'
import { changes } from '../../api/changes.ts'
import { describeDone, nameOf } from './wording.ts'

export interface TextDecisions {
  /** True while a decision is on its way. */
  isBusy: boolean
  /** The effect of the last decision, for a screen reader; empty before the first. */
  done: string
  /**
   * The sentence of the last decision that failed; undefined after one that did not, and after a
   * renaming, whose form says it.
   */
  problem: string | undefined
  dismiss: () => void
  /** Resolves with the failure, or with undefined if it was carried out. */
  decide: (text: HostText, action: TextAction, name?: string) => Promise<AppError | undefined>
}

/** Decides about texts, one decision at a time; `onDecided` loads the lists again. */
export function useTextDecisions(onDecided: () => Promise<void>): TextDecisions {
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState('')
  const [problem, setProblem] = useState<string>()

  const decide = useCallback(
    async (text: HostText, action: TextAction, name?: string) => {
      setBusy(true)
      const failure = await trySend(text, {
        action,
        revision: text.revision,
        ...(name !== undefined && { name }),
      })
      setProblem(action === 'rename' ? undefined : failure?.message)
      if (failure === undefined) setDone(describeDone(action, nameOf(text)))
      // Also after a failure: somebody else may have decided first.
      await onDecided()
      setBusy(false)
      return failure
    },
    [onDecided],
  )

  return { isBusy, done, problem, dismiss: () => setProblem(undefined), decide }
}

/** Sends a decision; returns its failure, or undefined if it was carried out. */
async function trySend({ id }: HostText, body: TextDecision): Promise<AppError | undefined> {
  try {
    await callHost(`${HOST_ROUTES.texts}/${id}`, decidedTextSchema, { method: 'POST', body })
    changes.announce(['donations'])
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    return new AppError('unknown', 'Something went wrong. Try again.', { cause: error })
  }
}
