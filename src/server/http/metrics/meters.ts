import { collectDefaultMetrics, Counter, Histogram, register, Registry } from 'prom-client'

/** The meters that count as things happen; gauges.ts has those that are read at each scrape. */
export interface Meters {
  readonly registry: Registry
  /** Counts a call to a provider; `failure` is the code of its error, null for none. */
  countCall(call: { provider: string; failure: string | null; seconds: number }): void
  /**
   * Counts a donation that came onto the board, with its age then: since the provider's capture. One
   * that is older than a day was imported, and is not counted.
   */
  countArrival(seconds: number): void
}

const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const MAX_ARRIVAL_S = 24 * 60 * 60
const ARRIVAL_BUCKETS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600]

/** Creates the meters of one server, with those of the process, of which there is one set. */
export function createMeters(): Meters {
  measureProcess()
  const own = new Registry()
  const calls = new Histogram({
    name: 'royale_provider_call_seconds',
    help: 'Duration of the calls to a provider',
    labelNames: ['provider'],
    buckets: CALL_BUCKETS,
    registers: [own],
  })
  const failures = new Counter({
    name: 'royale_provider_errors_total',
    help: 'Calls to a provider that failed, by the code of the error',
    labelNames: ['provider', 'kind'],
    registers: [own],
  })
  const arrivals = new Histogram({
    name: 'royale_donation_seconds',
    help: "Time from the provider's capture of a donation to its row on this node's board",
    buckets: ARRIVAL_BUCKETS,
    registers: [own],
  })
  return {
    registry: own,
    countCall: ({ provider, failure, seconds }) => {
      calls.observe({ provider }, seconds)
      if (failure !== null) failures.inc({ provider, kind: failure })
    },
    countArrival: (seconds) => {
      // The provider's clock may be ahead of ours.
      if (seconds <= MAX_ARRIVAL_S) arrivals.observe(Math.max(0, seconds))
    },
  }
}

/** Begins to measure memory, processor time and the event loop, once for the process. */
function measureProcess(): void {
  if (register.getSingleMetric('process_resident_memory_bytes') === undefined) {
    collectDefaultMetrics()
  }
}
