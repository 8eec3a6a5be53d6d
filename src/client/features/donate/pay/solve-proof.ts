import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge, Proof } from '#contract/proof-of-work.ts'
// oxlint-disable-next-line import/default -- the build makes it
import workerUrl from './proof-worker.ts?worker&url'

/** More workers than this make a phone hot, and little faster. */
const MAX_WORKERS = 4

/** Longer than a slow phone takes at the highest level. */
const SOLVE_TIMEOUT_MS = 90_000

/**
 * Does the work that a challenge asks for, in workers, so that the page goes on answering. Returns
 * the value that the repeated request brings. Fails where the workers fail or take too long, and
 * with the signal's reason where it is given up.
 */
export async function solveProof(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const workers: Worker[] = []
  try {
    const solution = await Promise.race([
      solveChallengeWorkers({
        challenge,
        concurrency: Math.min(navigator.hardwareConcurrency, MAX_WORKERS),
        createWorker: () => createProofWorker(workers),
        // Its own workers may never have started, and then they keep no time.
        timeout: 0,
      }),
      rejectOnAbort(AbortSignal.any([signal, AbortSignal.timeout(SOLVE_TIMEOUT_MS)])),
    ])
    if (solution === null) throw new Error('The workers ended without a solution.')
    const proof: Proof = { challenge, solution: { ...solution, time: solution.time ?? 0 } }
    return btoa(JSON.stringify(proof))
  } finally {
    for (const worker of workers) worker.terminate()
  }
}

function createProofWorker(workers: Worker[]): Worker {
  const worker = new Worker(workerUrl, { type: 'module' })
  workers.push(worker)
  return worker
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail)
  })
}
