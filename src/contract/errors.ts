import { z } from 'zod'
import { challengeSchema } from './proof-of-work.ts'

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
    /** The proof of work with which the same request is taken: see `PROOF_HEADER`. */
    challenge: challengeSchema.optional(),
    /** Tells failures of one code apart, where the page has something to offer. */
    reason: z.string().optional(),
  }),
})

export type ErrorBody = z.infer<typeof errorBodySchema>
