import type { ErrorCode } from './errors.ts'
import type { Challenge } from './proof-of-work.ts'

export interface AppErrorOptions extends ErrorOptions {
  /** The number of seconds after which the same request may succeed, if known. */
  retryAfterS?: number
  /** The proof of work with which the same request is accepted at once. */
  challenge?: Challenge | undefined
  /** Distinguishes failures with the same code, for a page that offers a way out of this one. */
  reason?: string
  /** The id of the request that failed, as the server's log has it; set by the page. */
  requestId?: string
  /** Facts that a program needs to go on; plain data that everybody who may make the request may read. */
  details?: Record<string, unknown>
}

/** A failure that may be shown to a person. `message` is the sentence they read. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly retryAfterS: number | undefined
  readonly challenge: Challenge | undefined
  readonly reason: string | undefined
  readonly requestId: string | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, options?: AppErrorOptions) {
    super(message, options)
    this.code = code
    this.retryAfterS = options?.retryAfterS
    this.challenge = options?.challenge
    this.reason = options?.reason
    this.requestId = options?.requestId
    this.details = options?.details
  }
}

/** Returns whether a later try may succeed: somebody was away or slow, and nothing was refused. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'deadline-exceeded')
  )
}

/** Returns the error's message, for logs and for the host. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
