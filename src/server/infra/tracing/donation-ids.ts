import { createHash } from 'node:crypto'
import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace'

interface Ids {
  traceId: string
  spanId: string
}

/**
 * Makes the ids of traces and steps. Those of a donation's trace and of its first step follow from
 * the donation's id, so that each node finds the trace again, also after a restart and days later.
 */
export class DonationIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  #next: Ids | undefined

  of(donation: string): Ids {
    const hash = createHash('sha256').update(donation).digest('hex')
    return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
  }

  /** Begins a step, within this call, as the first of a donation's trace. */
  useFor<Result>(donation: string, begin: () => Result): Result {
    this.#next = this.of(donation)
    try {
      return begin()
    } finally {
      this.#next = undefined
    }
  }

  generateTraceId(): string {
    return this.#next?.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.#next?.spanId ?? this.#random.generateSpanId()
  }
}
