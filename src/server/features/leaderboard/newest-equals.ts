import type { BoardChange } from '#server/features/ledger/ledger.ts'

/** The most amounts that are remembered; those that changed last are kept. */
const MAX_AMOUNTS = 100_000

/**
 * Remembers which donation of an amount is the newest on the board, and so ranks below all of its
 * equals. It learns that from donations as they arrive, so that the place of one that was just made
 * needs no query.
 */
export class NewestEquals {
  readonly #sequences = new Map<number, number>()

  /** Returns whether a donation is known to be the newest of its amount. */
  has({ amountCents, sequence }: { amountCents: number; sequence: number }): boolean {
    return this.#sequences.get(amountCents) === sequence
  }

  apply({ version, sequence, previousAmountCents, row }: BoardChange): void {
    if (previousAmountCents !== null && this.#sequences.get(previousAmountCents) === sequence) {
      this.#sequences.delete(previousAmountCents)
    }
    if (row === null) return
    const known = this.#sequences.get(row.amountCents)
    // A new donation has its version as its sequence, above those of all others. One that comes back
    // may have later equals that nobody has told of.
    if (known === undefined && sequence !== version) return
    this.#remember(row.amountCents, Math.max(known ?? 0, sequence))
  }

  #remember(amountCents: number, sequence: number): void {
    this.#sequences.delete(amountCents)
    this.#sequences.set(amountCents, sequence)
    if (this.#sequences.size <= MAX_AMOUNTS) return
    const [oldest] = this.#sequences.keys()
    if (oldest !== undefined) this.#sequences.delete(oldest)
  }
}
