import type { ProviderName } from '#contract/checkout-states.ts'

/** So many calls in a row that come to nothing: the provider is away. */
const AWAY_AFTER = 32

/**
 * Which providers could be reached of late. Who works off a long list asks one that is away no
 * more, so that its time-outs do not hold up what concerns the others.
 */
export class CircuitBreaker {
  readonly #failures = new Map<ProviderName, number>()

  isOpen(provider: ProviderName): boolean {
    return this.#failuresOf(provider) >= AWAY_AFTER
  }

  record(provider: ProviderName, wasReached: boolean): void {
    this.#failures.set(provider, wasReached ? 0 : this.#failuresOf(provider) + 1)
  }

  #failuresOf(provider: ProviderName): number {
    return this.#failures.get(provider) ?? 0
  }
}
