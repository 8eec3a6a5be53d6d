import type { ErrorCode } from './errors.ts'

/** A failure that a person may be told of. `message` is the sentence they read. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Whether the same may well succeed in a while: somebody was away or slow, and nothing was refused. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'deadline-exceeded')
  )
}

/** Why something failed, for logs and for the host. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
