/** Shares one call among all who ask for the same while it is under way. */
export class SingleFlight {
  readonly #flights = new Map<string, Promise<unknown>>()

  has(key: string): boolean {
    return this.#flights.has(key)
  }

  /** Runs `work`, or joins the run of that key; a key always stands for one type of result. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const underWay = this.#flights.get(key)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says which work it is
    if (underWay !== undefined) return underWay as Promise<Result>
    const flight = work().finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }
}
