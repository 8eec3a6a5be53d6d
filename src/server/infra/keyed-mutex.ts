/** Work that concerns one thing, one after another within this process. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does the work when what was taken up for this id before has ended, however it ended. */
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
