import { z } from 'zod'
import { challengeSchema } from './proof-of-work.ts'

/** The codes with which a request can fail. */
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

/** The body of every error response. `message` is a sentence for people. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    requestId: z.string(),
    /** The proof of work with which the same request is accepted: see `PROOF_HEADER`. */
    challenge: challengeSchema.optional(),
    /** Distinguishes failures with the same code, for a page that offers a way out of this one. */
    reason: z.string().optional(),
    /** Facts that a program needs to go on, by the kind of failure. */
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})

export type ErrorBody = z.infer<typeof errorBodySchema>
