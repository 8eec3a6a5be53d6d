/** How often a text must come before it has a name; a console's search comes seldom. */
const TIMES_UNNAMED = 2

/** The most names, each of which takes some kilobytes in every connection's server process. */
const MAX_NAMES = 500

/** The most texts that are counted. */
const MAX_COUNTED = 2_000

/** The uses after which a text first gets another name, and the factor to the next time. */
const FIRST_RENEWAL = 64
const RENEWAL_FACTOR = 4

/** The uses after which a text keeps its name: its tables were analysed meanwhile. */
const LAST_RENEWAL = 20_000

interface NamedText {
  name: string
  uses: number
  renewAt: number
}

/**
 * Names the texts that come again and again, so that each connection parses and plans them once:
 * that took a quarter of PostgreSQL's time for a donation. While a text is young it gets other
 * names, so that it is planned anew: PostgreSQL keeps a plan that reads a small table whole until
 * the table is analysed, which it may be a minute and thousands of rows later.
 */
export class StatementNames {
  readonly #named = new Map<string, NamedText>()
  readonly #counts = new Map<string, number>()
  /** The number of names since `forget`. */
  #given = 0
  /** Tells the names after `forget` from those before. */
  #generation = 0

  /** Returns the name of a text; undefined if it has none yet. */
  nameOf(text: string): string | undefined {
    const known = this.#named.get(text)
    if (known !== undefined) return this.#use(known)
    if (this.#given >= MAX_NAMES) return undefined
    const count = this.#counts.get(text) ?? 0
    if (count < TIMES_UNNAMED) {
      if (this.#counts.size >= MAX_COUNTED) this.#counts.clear()
      this.#counts.set(text, count + 1)
      return undefined
    }
    this.#counts.delete(text)
    const name = this.#give()
    this.#named.set(text, { name, uses: 1, renewAt: FIRST_RENEWAL })
    return name
  }

  /** Forgets all names: a table that has changed since makes what they were planned for fail. */
  forget(): void {
    this.#named.clear()
    this.#given = 0
    this.#generation += 1
  }

  #use(known: NamedText): string {
    known.uses += 1
    if (known.uses >= known.renewAt && known.renewAt < LAST_RENEWAL && this.#given < MAX_NAMES) {
      known.renewAt *= RENEWAL_FACTOR
      known.name = this.#give()
    }
    return known.name
  }

  #give(): string {
    const name = `statement ${this.#generation}.${this.#given}`
    this.#given += 1
    return name
  }
}
