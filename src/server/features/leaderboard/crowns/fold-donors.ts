import type { CrownFold, Rise } from './crown-fold.ts'
import type { Gift } from './gift.ts'

/**
 * Folds the donations of a round of donors. An anonymous donation of a donor who shows a name with
 * another one counts for their row together with the next that shows it, or else at the end: when it
 * came, and how much it was, would say whose it is. The sums at the end are those of the board.
 */
export class DonorFolding {
  readonly #fold: CrownFold
  /** The donors who show a name with some donation of the round. */
  readonly #named: ReadonlySet<string>
  readonly #held = new Map<string, Rise>()
  #lastAt = 0

  constructor(fold: CrownFold, named: ReadonlySet<string>) {
    this.#fold = fold
    this.#named = named
  }

  /** Adds a donation; they come in the order of their time. */
  add(gift: Gift): void {
    const { userId, name } = gift
    this.#fold.count(gift)
    this.#lastAt = gift.at
    const held = this.#held.get(userId)
    const sum = held === undefined ? gift : join(held, gift)
    if (name === null && this.#named.has(userId)) {
      this.#held.set(userId, sum)
      return
    }
    this.#held.delete(userId)
    this.#fold.rise(sum)
  }

  /**
   * Counts what is still held, at the end of the round; while it runs, at its last donation, as the
   * board shows it then.
   */
  finish(end: number | undefined): void {
    const at = end ?? this.#lastAt
    for (const held of this.#held.values()) this.#fold.rise({ ...held, at })
    this.#held.clear()
  }
}

function join(held: Rise, { at, sequence, amountCents, userId, name }: Rise): Rise {
  return {
    at,
    sequence: Math.max(held.sequence, sequence),
    amountCents: held.amountCents + amountCents,
    userId,
    name,
  }
}
