import { z } from 'zod'

/** The algorithm that derives each key; the only one that the server issues or accepts. */
export const PROOF_ALGORITHM = 'PBKDF2/SHA-256'

const hexSchema = z.string().regex(/^(?:[\da-f]{2}){1,64}$/)

/**
 * A challenge of the ALTCHA protocol, version 2: the browser counts up until the derived key has
 * the prefix. `data` says how hard it is, and for which session it was made.
 */
export const challengeSchema = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal(PROOF_ALGORITHM),
    nonce: hexSchema,
    salt: hexSchema,
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    keyPrefix: hexSchema,
    keySignature: hexSchema,
    /** Unix seconds. */
    expiresAt: z.int().positive(),
    data: z.strictObject({ level: z.int().positive(), session: hexSchema }),
  }),
  signature: hexSchema,
})

export type Challenge = z.infer<typeof challengeSchema>

/** The solved challenge; in base64 it is the value of the header `PROOF_HEADER`. */
export const proofSchema = z.strictObject({
  challenge: challengeSchema,
  solution: z.strictObject({
    counter: z.int().nonnegative(),
    derivedKey: hexSchema,
    time: z.number().optional(),
  }),
})

export type Proof = z.infer<typeof proofSchema>
