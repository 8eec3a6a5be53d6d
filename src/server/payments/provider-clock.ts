/** The number of latest measurements that are kept: from three on, one wrong value is outvoted. */
const KEPT_OFFSETS = 5

/**
 * The smallest offset that counts, since the Date header has whole seconds, and a response may take
 * seconds.
 */
const MIN_OFFSET_MS = 10_000

/**
 * The largest plausible offset; with a larger one TLS certificates would be invalid, so it is
 * ignored.
 */
const MAX_PLAUSIBLE_OFFSET_MS = 2 * 365 * 24 * 60 * 60 * 1000

export interface ClockSample {
  /** Our time when the request was sent, Unix ms; `answeredAt` is that of the response. */
  sentAt: number
  answeredAt: number
  /** The `Date` header of the response. */
  date: string | null | undefined
}

/**
 * A provider's clock, measured by the Date headers of its responses, for a server whose own clock
 * may be wrong.
 */
export class ProviderClock {
  readonly #local: () => number
  #offsets: number[] = []

  constructor(local: () => number) {
    this.#local = local
  }

  /** The offset of the provider's clock from ours, ms: positive if ours is behind. */
  get offsetMs(): number {
    const sorted = this.#offsets.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    return Math.abs(median) < MIN_OFFSET_MS ? 0 : median
  }

  /** Returns the provider's time, Unix ms; ours until an offset was measured. */
  now(): number {
    return this.#local() + this.offsetMs
  }

  /** Returns our own time, Unix ms, for a sample. */
  localNow(): number {
    return this.#local()
  }

  /** Converts a time of the provider's clock to ours. */
  toLocal(providerTime: number): number {
    return providerTime - this.offsetMs
  }

  /**
   * Converts a time of ours to the provider's by the lowest of the measured offsets: it may be too
   * early, but not too late, also just after one of the clocks was set.
   */
  toProviderAtMost(localTime: number): number {
    return localTime + Math.min(this.offsetMs, ...this.#offsets)
  }

  /**
   * Returns the current time by our clock or by the provider's, whichever is nearer to `at`, so
   * that a wrongly measured offset rejects nothing that would be accepted without it.
   */
  nowNear(at: number): number {
    const local = this.#local()
    const remote = local + this.offsetMs
    return Math.abs(at - remote) < Math.abs(at - local) ? remote : local
  }

  /** Adds a measurement; the Date header is taken as the time in the middle between request and response. */
  addSample({ sentAt, answeredAt, date }: ClockSample): void {
    const dateMs = Date.parse(date ?? '')
    const offsetMs = Math.round(dateMs + 500 - (sentAt + answeredAt) / 2)
    if (!(Math.abs(offsetMs) <= MAX_PLAUSIBLE_OFFSET_MS)) return
    this.#offsets = [...this.#offsets.slice(1 - KEPT_OFFSETS), offsetMs]
  }
}

/** Wraps `fetch` so that the time of each response is recorded. */
export function sampleFetch<Init>(
  fetch: (url: string, init: Init) => Promise<Response>,
  clock: ProviderClock,
): (url: string, init: Init) => Promise<Response> {
  return async (url, init) => {
    const sentAt = clock.localNow()
    const response = await fetch(url, init)
    clock.addSample({ sentAt, answeredAt: clock.localNow(), date: response.headers.get('date') })
    return response
  }
}
