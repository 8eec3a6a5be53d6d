/** Runs work with the same key one at a time within this process. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs the work when all earlier work of this id has ended, whether it succeeded or failed. */
  async run<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(id)
    const mine = Promise.allSettled([before]).then(work)
    this.#last.set(id, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(id) === mine) this.#last.delete(id)
    }
  }
}
