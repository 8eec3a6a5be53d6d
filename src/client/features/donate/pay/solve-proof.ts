import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge, Proof } from '#contract/proof-of-work.ts'
// oxlint-disable-next-line import/default -- the build makes it
import workerUrl from './proof-worker.ts?worker&url'

/** More workers make a phone hot, and are hardly faster. */
const MAX_WORKERS = 4

/** Longer than a slow phone needs for the highest level, ms. */
const SOLVE_TIMEOUT_MS = 90_000

/**
 * Solves a challenge in workers, so that the page stays responsive. Returns the header value for
 * the repeated request. Throws if the workers fail or take too long, and the signal's reason if it
 * is aborted.
 */
export async function solveProof(challenge: Challenge, signal: AbortSignal): Promise<string> {
  const workers: Worker[] = []
  try {
    const solution = await Promise.race([
      solveChallengeWorkers({
        challenge,
        concurrency: Math.min(navigator.hardwareConcurrency, MAX_WORKERS),
        createWorker: () => createProofWorker(workers),
        // The library's workers may never have started, and then they keep no time.
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
