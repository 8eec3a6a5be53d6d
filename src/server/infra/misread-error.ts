import { AppError } from '#contract/app-error.ts'

/**
 * Thrown when somebody has answered, and we could not make sense of it: a response in a new form,
 * or a mistake of ours in reading it. For the person who waits it is as if they were away, and a
 * later try may succeed; it is no outage, though, and is logged with the stack of its cause.
 */
export class MisreadError extends AppError {
  constructor(message: string, cause: unknown) {
    super('unavailable', message, { cause })
  }
}
