import type { ProviderName } from '#contract/checkout-states.ts'
import type { PaymentPointer } from '#server/payments/provider.ts'

/** The most payments to remember: those of a busy shop in a few hours, at about 100 bytes each. */
const MAX_REMEMBERED = 20_000
const REMEMBERED_MS = 6 * 60 * 60 * 1000

/**
 * Caches the payments on our provider account that other software made, so that their further events
 * need no request to the provider.
 */
export class ForeignPayments {
  readonly #clock: () => number
  readonly #until = new Map<string, number>()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  add(provider: ProviderName, pointer: PaymentPointer): void {
    const key = keyOf(provider, pointer)
    // Inserting again moves the key to the end: the first one is the oldest, and is deleted.
    this.#until.delete(key)
    this.#until.set(key, this.#clock() + REMEMBERED_MS)
    if (this.#until.size <= MAX_REMEMBERED) return
    for (const oldest of this.#until.keys()) {
      this.#until.delete(oldest)
      return
    }
  }

  has(provider: ProviderName, pointer: PaymentPointer): boolean {
    return (this.#until.get(keyOf(provider, pointer)) ?? 0) > this.#clock()
  }
}

function keyOf(provider: ProviderName, { paymentRef, captureId }: PaymentPointer): string {
  return `${provider} ${paymentRef ?? captureId ?? ''}`
}
