/** A pseudorandom number generator (mulberry32), from which all choices of a run are drawn. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b9) | 0
  }

  /** Returns a number from 0 to below 1. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<const Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0]
  }

  /**
   * Returns a generator of its own, so that drawing from it does not change the numbers of this
   * one.
   */
  fork(): SeededRandom {
    return new SeededRandom(this.between(1, 0x7fff_ffff))
  }

  /** Returns a UUID of version 4. */
  uuid(): string {
    return format(this.#digits(12), this.#digits(18), '4')
  }

  /** Returns a UUID of version 7, which begins with the time (Unix ms), so that ids sort by it. */
  uuidV7At(time: number): string {
    return format(time.toString(16).padStart(12, '0'), this.#digits(18), '7')
  }

  #digits(count: number): string {
    return Array.from({ length: count }, () => this.between(0, 15).toString(16)).join('')
  }
}

function format(first: string, rest: string, version: '4' | '7'): string {
  const [a, b] = [first.slice(0, 8), first.slice(8)]
  return `${a}-${b}-${version}${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}
