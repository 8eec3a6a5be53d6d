import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { errorBodySchema } from '#contract/errors.ts'
import type { Challenge } from '#contract/proof-of-work.ts'
import { expectError, type TestResponse } from './app.ts'

/** Returns the challenge of a response that asks for a proof of work. */
export function requireChallenge(answer: TestResponse): Challenge {
  expectError(answer, 429, 'resource-exhausted')
  const { challenge } = errorBodySchema.parse(answer.json()).error
  if (challenge === undefined) throw new Error(`There is no challenge: ${answer.body}`)
  return challenge
}

/** Solves the challenge; returns the value of the header that carries the proof. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('The challenge was not solved in time.')
  return encodeProof({ challenge, solution })
}

export function encodeProof(proof: object): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64')
}
