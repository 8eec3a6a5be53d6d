import { AppError } from '#contract/app-error.ts'

/** The result of a host's action as its write returns it: done, or a sentence that says why not. */
export type ActionOutcome = { id: string } | { refused: string } | { missing: string }

/** Says why an action on an item cannot be done at all. */
export interface NotDone {
  notDone: ActionOutcome
}

/**
 * Returns what was done. Throws `failed-precondition` for an action that was refused, `not-found` for
 * what is missing.
 */
export function requireDone(outcome: ActionOutcome): { id: string } {
  if ('refused' in outcome) throw new AppError('failed-precondition', outcome.refused)
  if ('missing' in outcome) throw new AppError('not-found', outcome.missing)
  return outcome
}
