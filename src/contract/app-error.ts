import type { ErrorCode } from './errors.ts'
import type { Challenge } from './proof-of-work.ts'

export interface AppErrorOptions extends ErrorOptions {
  /** After how many seconds the same may succeed, where that is known. */
  retryAfterS?: number
  /** The proof of work with which the same is taken at once. */
  challenge?: Challenge | undefined
  /** Tells failures of one code apart, for a page that has something to offer for this one. */
  reason?: string
}

/** A failure that a person may be told of. `message` is the sentence they read. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfterS: number | undefined
  readonly challenge: Challenge | undefined
  readonly reason: string | undefined

  constructor(code: ErrorCode, message: string, options?: AppErrorOptions) {
    super(message, options)
    this.code = code
    this.retryAfterS = options?.retryAfterS
    this.challenge = options?.challenge
    this.reason = options?.reason
  }
}

/** Whether the same may well succeed in a while: somebody was away or slow, and nothing was refused. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'deadline-exceeded')
  )
}

/** Why something failed, for logs and for the host. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
