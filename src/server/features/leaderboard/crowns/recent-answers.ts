/** The time for which an answer serves everybody, ms. */
const SERVES_MS = 500

/** The most answers that are kept. */
const MAX_KEPT = 50

/** Shares each answer among all who ask for it at about the same time; failures are not kept. */
export class RecentAnswers {
  readonly #clock: () => number
  readonly #kept = new Map<string, { answer: Promise<unknown>; until: number }>()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Returns the answer of a key, which always has one type. */
  get<Answer>(key: string, find: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(key)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says which answer it is
    if (known !== undefined && this.#clock() < known.until) return known.answer as Promise<Answer>
    const answer = find()
    this.#kept.delete(key)
    this.#kept.set(key, { answer, until: this.#clock() + SERVES_MS })
    answer.catch(() => this.#kept.delete(key))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return answer
  }
}
