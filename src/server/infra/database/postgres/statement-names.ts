/** How often a text must come before it has a name; a console's search comes seldom. */
const TIMES_UNNAMED = 2

/** The most names, each of which takes some kilobytes in every connection's server process. */
const MAX_NAMES = 500

/** The most texts that are counted. */
const MAX_COUNTED = 2_000

/**
 * Names the texts that come again and again, so that each connection parses and plans them once:
 * that took a quarter of PostgreSQL's time for a donation.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  /** Tells the names after `forget` from those before. */
  #generation = 0

  /** Returns the name of a text; undefined if it has none yet. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known
    const count = this.#counts.get(text) ?? 0
    if (count < TIMES_UNNAMED) {
      if (this.#counts.size >= MAX_COUNTED) this.#counts.clear()
      this.#counts.set(text, count + 1)
      return undefined
    }
    this.#counts.delete(text)
    const name = `statement ${this.#generation}.${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Forgets all names: a table that has changed since makes what they were planned for fail. */
  forget(): void {
    this.#names.clear()
    this.#generation += 1
  }
}
