import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/app-error.ts'
import { PROOF_HEADER } from '#contract/routes.ts'
import { addressKey } from '#server/http/guards/client-address.ts'
import { sessionCookieName } from '#server/http/guards/session.ts'
import {
  ProofNeededError,
  type CardTesting,
  type VerifiedProof,
} from '#server/features/card-testing/card-testing.ts'

export interface ProofCheckDeps {
  cardTesting: Pick<CardTesting, 'addressName' | 'challenge' | 'verifyProof'>
  publicUrl: string
}

/** The address that a checkout is begun from, and the proof of work in its request. */
export interface Origin {
  addressKey: string
  proof: VerifiedProof | null
}

/**
 * Runs `work` with the origin of the request. If a proof of work is needed first, the error
 * contains a challenge that only this session can solve.
 */
export async function withProof<Result>(
  { cardTesting, publicUrl }: ProofCheckDeps,
  request: FastifyRequest,
  userId: string,
  work: (origin: Origin) => Promise<Result>,
): Promise<Result> {
  const sessionToken = request.cookies[sessionCookieName(publicUrl)] ?? ''
  const session = { userId, sessionToken }
  const value = request.headers[PROOF_HEADER]
  const proof = typeof value === 'string' ? await cardTesting.verifyProof(value, session) : null
  try {
    const origin = cardTesting.addressName(addressKey(request.ip))
    return await work({ addressKey: origin, proof: proof ?? null })
  } catch (error) {
    if (!(error instanceof ProofNeededError)) throw error
    const { code, message, level } = error
    const challenge = await cardTesting.challenge(level, session)
    throw new AppError(code, message, { challenge, cause: error })
  }
}
