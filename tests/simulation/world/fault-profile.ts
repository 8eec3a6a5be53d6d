import type { SeededRandom } from './seeded-random.ts'

/** The faults of a run; each share is a probability from 0 to 1. */
export interface FaultProfile {
  /** The share of calls to the providers that fail in some way. */
  callFaults: number
  /** The share of the server's steps at which it crashes. */
  crashes: number
  /** The share of steps in which time passes although an effect could happen. */
  slowness: number
  /** The share of commits that the database refuses. */
  commitFaults: number
  /** The share of events that a provider never sends. */
  lostWebhooks: number
  /** The share of deliveries that are repeated, and of those that are refused on their way. */
  repeatedWebhooks: number
  refusedWebhooks: number
  /** The delay with which the providers' lists show new objects. */
  listLagMs: number
  /**
   * The difference between the providers' clocks and ours (positive: theirs are ahead); it stays to
   * the end of the run.
   */
  skewMs: number
}

export const NO_FAULTS: Omit<FaultProfile, 'skewMs'> = {
  callFaults: 0,
  crashes: 0,
  slowness: 0,
  commitFaults: 0,
  lostWebhooks: 0,
  repeatedWebhooks: 0,
  refusedWebhooks: 0,
  listLagMs: 0,
}

/**
 * Draws the faults of a run. Each share is often zero, so that the cause of a failure can be
 * isolated.
 */
export function drawFaultProfile(random: SeededRandom): FaultProfile {
  return {
    callFaults: random.pick([0, 0.05, 0.15, 0.4]),
    crashes: random.pick([0, 0.005, 0.02, 0.05]),
    slowness: random.pick([0, 0.02, 0.1]),
    commitFaults: random.pick([0, 0, 0.02, 0.1]),
    lostWebhooks: random.pick([0, 0, 0.3, 1]),
    repeatedWebhooks: random.pick([0, 0.1, 0.5]),
    refusedWebhooks: random.pick([0, 0.1, 0.5]),
    listLagMs: random.pick([0, 0, 20_000, 60_000]),
    skewMs: random.pick([0, 0, -120_000, -1_500, 1_500, 120_000]),
  }
}
