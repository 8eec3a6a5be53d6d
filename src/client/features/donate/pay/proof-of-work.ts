import { AppError } from '#contract/app-error.ts'
import type { Challenge } from '#contract/proof-of-work.ts'

/** The most proofs for one call; the work may have become harder while the browser did it. */
const MAX_PROOFS = 3

const FAILED =
  'Your browser could not finish the check that a person is paying. Please try again in a few minutes.'

/** Returns the value that proves the work; fails where the browser cannot do it. */
export type Solve = (challenge: Challenge, signal: AbortSignal) => Promise<string>

export interface ProofOptions {
  /** Gives it up; the call then fails with the signal's reason. */
  signal: AbortSignal
  /** Called when the browser begins to work, so that the donor can be told. */
  onWork: () => void
  solve?: Solve
}

/**
 * Makes a call, and once more with a proof of work where the server asks for one. Fails as the call
 * does, and with `resource-exhausted` where the browser cannot do the work.
 */
export async function withProofOfWork<Result>(
  call: (proof: string | undefined) => Promise<Result>,
  { signal, onWork, solve = solveInWorkers }: ProofOptions,
): Promise<Result> {
  let proof: string | undefined
  for (let proofs = 0; ; proofs += 1) {
    try {
      return await call(proof)
    } catch (error) {
      const challenge = error instanceof AppError ? error.challenge : undefined
      if (challenge === undefined) throw error
      if (proofs === MAX_PROOFS) throw new AppError('resource-exhausted', FAILED, { cause: error })
      signal.throwIfAborted()
      onWork()
      proof = await solveOrFail(challenge, signal, solve)
    }
  }
}

async function solveOrFail(
  challenge: Challenge,
  signal: AbortSignal,
  solve: Solve,
): Promise<string> {
  try {
    return await solve(challenge, signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new AppError('resource-exhausted', FAILED, { cause })
  }
}

/** Loaded only by those few who need it. */
async function solveInWorkers(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const { solveProof } = await import('./solve-proof.ts')
  return solveProof(challenge, signal)
}
