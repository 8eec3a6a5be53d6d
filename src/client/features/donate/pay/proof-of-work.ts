import { AppError } from '#contract/app-error.ts'
import type { Challenge } from '#contract/proof-of-work.ts'

/** The most proofs for one call; the challenge may have become harder meanwhile. */
const MAX_PROOFS = 3

const FAILED = 'Your browser could not finish the check. Try again in a few minutes.'

/** Returns the header value that proves the work; throws if the browser cannot do it. */
export type Solve = (challenge: Challenge, signal: AbortSignal) => Promise<string>

export interface ProofOptions {
  /** Cancels the call, which then fails with the signal's reason. */
  signal: AbortSignal
  /** Called when the browser begins to work, so that the donor can be told. */
  onWork: () => void
  solve?: Solve
}

/**
 * Makes a call, and repeats it with a proof of work if the server asks for one. Throws what the
 * call throws, and `resource-exhausted` if the browser cannot do the work.
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

/** Solves the challenge; the code is fetched here, because few need it. */
async function solveInWorkers(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const { solveProof } = await import('./solve-proof.ts')
  return solveProof(challenge, signal)
}
