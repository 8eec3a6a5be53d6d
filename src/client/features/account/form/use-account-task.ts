import { AppError } from '#contract/app-error.ts'
import { useTask } from '#client/ui/form/use-task.ts'

/** Runs a request about an account, as `useTask` does. */
export function useAccountTask() {
  return useTask({ fallback: 'Authentication error.', advise })
}

/** Says what to do about a failure that the library has no words for. */
function advise(error: unknown): string | undefined {
  if (!(error instanceof AppError) || error.message !== 'Authentication error.') return undefined
  return error.code === 'unavailable'
    ? 'The server cannot be reached. Check your connection, and try again.'
    : 'Something went wrong on our side. Please try again in a minute.'
}
