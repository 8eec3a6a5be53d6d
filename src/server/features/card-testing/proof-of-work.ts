import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import {
  challengeSchema,
  PROOF_ALGORITHM,
  proofSchema,
  type Challenge,
  type Proof,
} from '#contract/proof-of-work.ts'
import { maxSteps } from './level.ts'
import { PROOF_LIFE_MS, STEP_COST } from './limits.ts'

/** The session that begins a checkout: its account and its token. */
export interface SessionIdentity {
  userId: string
  sessionToken: string
}

/** A proof of work that is valid for the session which sent it; it may have been used before. */
export interface VerifiedProof {
  id: string
  level: number
  /** Unix ms. */
  expiresAt: number
}

export interface ProofOfWork {
  /** Creates a challenge that only this session can solve. */
  challenge(level: number, session: SessionIdentity): Promise<Challenge>
  /**
   * Returns the proof in a header's value, or undefined if it is not a valid one of this session.
   */
  verify(value: string, session: SessionIdentity): Promise<VerifiedProof | undefined>
}

/** Creates and verifies challenges; all nodes with the same secret accept each other's. */
export function createProofOfWork(secret: string, clock: () => number): ProofOfWork {
  const keyOf = (use: string) => createHmac('sha256', secret).update(use).digest('hex')
  const secrets = {
    hmacSignatureSecret: keyOf('proof of work: challenge'),
    hmacKeySignatureSecret: keyOf('proof of work: solution'),
  }
  const sessionKey = keyOf('proof of work: session')

  return {
    challenge: async (level, session) =>
      challengeSchema.parse(
        await createChallenge({
          algorithm: PROOF_ALGORITHM,
          cost: STEP_COST,
          // The solution may be any step, also an early one, so that nobody can skip some.
          counter: randomInt(maxSteps(level)),
          deriveKey,
          expiresAt: new Date(clock() + PROOF_LIFE_MS),
          data: { level, session: nameSession(sessionKey, session) },
          ...secrets,
        }),
      ),
    verify: async (value, session) => {
      const proof = parseProof(value)
      if (proof === undefined) return undefined
      const {
        challenge,
        solution: { counter, derivedKey },
      } = proof
      const { nonce, expiresAt, data } = challenge.parameters
      if (expiresAt * 1000 <= clock() || data.session !== nameSession(sessionKey, session)) return
      const { verified } = await verifySolution({
        challenge,
        solution: { counter, derivedKey },
        deriveKey,
        ...secrets,
      })
      return verified ? { id: nonce, level: data.level, expiresAt: expiresAt * 1000 } : undefined
    },
  }
}

function nameSession(key: string, { userId, sessionToken }: SessionIdentity): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, sessionToken]))
    .digest('hex')
}

function parseProof(value: string): Proof | undefined {
  try {
    return proofSchema.parse(JSON.parse(Buffer.from(value, 'base64').toString('utf8')))
  } catch {
    // A malformed value counts as no proof.
    return undefined
  }
}
