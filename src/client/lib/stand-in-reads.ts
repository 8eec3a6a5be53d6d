export interface StandInReadsOptions {
  /** Reads and shows what the stream would have brought; rejects without a response. */
  read: (signal: AbortSignal) => Promise<void>
  onResult: (hasSucceeded: boolean) => void
  /** Returns a number of at least 0 and below 1. */
  random: () => number
}

/** The shortest pause, ms; the longest is twice as long. */
const PAUSE_MS = 5_000

/**
 * Returns the pause between two reads, or two attempts to connect, while the stream alone fails, ms.
 * The board shown is never much older than ten seconds. Half of it is random: all viewers behind one
 * proxy lose their streams together, and must not read together. Ten thousand of them make some 1,300
 * reads a second, each of the same bytes, which the server writes once for a version of the board.
 */
export function standInPauseMs(random: number): number {
  return PAUSE_MS * (1 + random)
}

/** Ordinary requests in place of a stream that does not get through: one at a time, with pauses. */
export class StandInReads {
  readonly #options: StandInReadsOptions
  #current: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: StandInReadsOptions) {
    this.#options = options
  }

  /** Begins reading again and again until a read fails; does nothing if it has begun. */
  begin(): void {
    if (this.#timer === undefined) void this.#read()
  }

  /** Ends the pause. */
  hurry(): void {
    void this.#read()
  }

  /** Cancels what is under way: a later event of the stream must not be undone by an older read. */
  stop(): void {
    this.#current?.abort()
    this.#current = undefined
    this.#endPause()
  }

  async #read(): Promise<void> {
    if (this.#current !== undefined) return
    this.#endPause()
    const { read, onResult, random } = this.#options
    const current = new AbortController()
    this.#current = current
    const hasSucceeded = await read(current.signal).then(
      () => true,
      () => false,
    )
    if (this.#current !== current) return
    this.#current = undefined
    if (hasSucceeded) this.#timer = setTimeout(() => void this.#read(), standInPauseMs(random()))
    onResult(hasSucceeded)
  }

  #endPause(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
