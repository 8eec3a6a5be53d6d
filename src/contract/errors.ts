import { z } from 'zod'

/** Every way in which a request can fail, in the words of the API. */
export const ERROR_CODES = [
  'invalid-argument',
  'failed-precondition',
  'unavailable',
  'deadline-exceeded',
  'unauthenticated',
  'permission-denied',
  'not-found',
  'already-exists',
  'resource-exhausted',
  'unknown',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** The body of every answer that is not a success. `message` is a sentence for people. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    requestId: z.string(),
  }),
})

export type ErrorBody = z.infer<typeof errorBodySchema>
