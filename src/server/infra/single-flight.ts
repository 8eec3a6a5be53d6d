/** Shares one running call among all callers with the same key. */
export class SingleFlight {
  readonly #flights = new Map<string, Promise<unknown>>()

  has(key: string): boolean {
    return this.#flights.has(key)
  }

  /** Runs `work`, or returns the running call of that key; a key always has one type of result. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const underWay = this.#flights.get(key)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says which work it is
    if (underWay !== undefined) return underWay as Promise<Result>
    const flight = work().finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }
}
