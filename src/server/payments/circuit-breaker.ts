import type { ProviderName } from '#contract/checkout-states.ts'

/** The number of failed calls in a row after which a provider counts as away. */
const FAILURES_UNTIL_OPEN = 32

/**
 * Counts the failed calls to each provider in a row. Jobs with a long list skip a provider whose
 * breaker is open, so that its time-outs do not delay the others.
 */
export class CircuitBreaker {
  readonly #failures = new Map<ProviderName, number>()

  isOpen(provider: ProviderName): boolean {
    return this.#failuresOf(provider) >= FAILURES_UNTIL_OPEN
  }

  record(provider: ProviderName, wasReached: boolean): void {
    this.#failures.set(provider, wasReached ? 0 : this.#failuresOf(provider) + 1)
  }

  #failuresOf(provider: ProviderName): number {
    return this.#failures.get(provider) ?? 0
  }
}
