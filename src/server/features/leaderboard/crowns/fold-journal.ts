import type { CrownFold, Replaced } from './crown-fold.ts'
import { cut, measure, type Lengths, type State } from './fold-state.ts'
import { compareTimes, type Gift } from './gift.ts'

/** The donations that can be taken back, at least; about twice as many are kept at times. */
const DEPTH = 500

interface Entry {
  gift: Gift
  state: State
  lengths: Lengths
  replaced: Replaced
}

/**
 * Adds donations to a fold, and can take the latest back. So one that arrives a little late, or
 * whose money goes back soon, is put right without everything being counted again.
 */
export class FoldJournal {
  readonly fold: CrownFold
  #entries: Entry[] = []
  #isWhole = true

  constructor(fold: CrownFold) {
    this.fold = fold
  }

  /** Adds a donation at its time; returns false, and adds nothing, if it is too late for that. */
  insert(gift: Gift): boolean {
    const before = this.#entries.findLastIndex((one) => compareTimes(one.gift, gift) < 0)
    if (before === -1 && !this.#isWhole) return false
    const later = this.#takeBack(before + 1)
    for (const one of [gift, ...later]) this.#add(one)
    return true
  }

  /** Removes a donation; returns false, and removes nothing, if it lies too deep for that. */
  remove(sequence: number): boolean {
    const at = this.#entries.findLastIndex(({ gift }) => gift.sequence === sequence)
    if (at === -1) return false
    for (const gift of this.#takeBack(at).slice(1)) this.#add(gift)
    return true
  }

  #add(gift: Gift): void {
    const { fold } = this
    const lengths = measure(fold.lists)
    const { state } = fold
    this.#entries.push({ gift, state, lengths, replaced: fold.add(gift) })
    if (this.#entries.length <= 2 * DEPTH) return
    this.#entries = this.#entries.slice(-DEPTH)
    this.#isWhole = false
  }

  /** Takes back all donations from an index on; returns them by time. */
  #takeBack(from: number): Gift[] {
    const taken = this.#entries.splice(from)
    for (const { state, lengths, replaced } of taken.toReversed()) {
      this.fold.takeBack(replaced)
      this.fold.state = state
      cut(this.fold.lists, lengths)
    }
    return taken.map(({ gift }) => gift)
  }
}
