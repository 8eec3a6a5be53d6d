/** Answers whose times are kept: one that is wrong says nothing against four others. */
const KEPT = 5

/** HTTP tells whole seconds, and an answer may take seconds: less than this is no difference. */
const NOISE_MS = 10_000

/** A clock that is further away is a mistake of whoever answered: with it no TLS would hold. */
const FURTHEST_MS = 2 * 365 * 24 * 60 * 60 * 1000

export interface Exchange {
  /** Our times, Unix ms. */
  sentAt: number
  answeredAt: number
  /** The answer's `Date` header. */
  date: string | null | undefined
}

/** A provider's clock as its answers tell it, for a server whose own clock may be wrong. */
export class ProviderClock {
  readonly #local: () => number
  #differences: number[] = []

  constructor(local: () => number) {
    this.#local = local
  }

  /** The difference of the provider's clock from ours, in ms: above zero where ours is behind. */
  get offsetMs(): number {
    const sorted = this.#differences.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    return Math.abs(median) < NOISE_MS ? 0 : median
  }

  /** Returns the provider's time, Unix ms; ours while the provider has told none. */
  now(): number {
    return this.#local() + this.offsetMs
  }

  /** Our own time, for what an answer's time is measured by. */
  localNow(): number {
    return this.#local()
  }

  /** Returns what our clock said when the provider's said this. */
  toLocal(providerTime: number): number {
    return providerTime - this.offsetMs
  }

  /**
   * Returns the time of now that lies nearest to `at`, by our clock or by the provider's: a
   * difference that was measured wrongly shuts nothing out that would be taken without it.
   */
  nowNear(at: number): number {
    const local = this.#local()
    const remote = local + this.offsetMs
    return Math.abs(at - remote) < Math.abs(at - local) ? remote : local
  }

  /** Notes the time that an answer tells, as that of the middle of the exchange. */
  observe({ sentAt, answeredAt, date }: Exchange): void {
    const told = Date.parse(date ?? '')
    const difference = Math.round(told + 500 - (sentAt + answeredAt) / 2)
    if (!(Math.abs(difference) <= FURTHEST_MS)) return
    this.#differences = [...this.#differences.slice(1 - KEPT), difference]
  }
}

/** Returns `fetch` as it is, with each answer's time noted. */
export function observeFetch<Init>(
  fetch: (url: string, init: Init) => Promise<Response>,
  clock: ProviderClock,
): (url: string, init: Init) => Promise<Response> {
  return async (url, init) => {
    const sentAt = clock.localNow()
    const response = await fetch(url, init)
    clock.observe({ sentAt, answeredAt: clock.localNow(), date: response.headers.get('date') })
    return response
  }
}
