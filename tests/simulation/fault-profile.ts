import type { SeededRandom } from './seeded-random.ts'

/** How rough a run is: shares from 0 to 1, each of what could go wrong at that place. */
export interface FaultProfile {
  /** Of the calls to the providers, those that fail in some way. */
  callFaults: number
  /** Of the places at which the server could crash, those at which it does. */
  crashes: number
  /** Of the moments, those at which time passes although something could happen. */
  slowness: number
  /** Of the commits, those that the database refuses. */
  commitFaults: number
  /** Of the events, those that a provider never sends. */
  lostWebhooks: number
  /** Of the deliveries, those that are repeated, and those that are refused on their way. */
  repeatedWebhooks: number
  refusedWebhooks: number
  /** How late the providers' lists show what has happened. */
  listLagMs: number
  /** How far the providers' clocks are ahead of ours; it stays so to the end. */
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

/** Each share is often zero, so that what a run finds can be told from what else goes on. */
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
