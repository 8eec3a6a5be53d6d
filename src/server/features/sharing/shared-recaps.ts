import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#contract/app-error.ts'
import type { Recap } from '#contract/crowns.ts'

/** Returns the recap of a round, or of all time; rejects with `not-found` if there is none. */
export type ReadRecap = (roundId: string | undefined) => Promise<Recap>

/** The time for which a link waits until a recap has been counted, ms. */
const PATIENCE_MS = 1_000

const ROUND_ID = /^[\w-]{1,36}$/

/** Reads recaps for links to them, which must not wait for long. */
export class SharedRecaps {
  readonly #read: ReadRecap

  constructor(read: ReadRecap) {
    this.#read = read
  }

  /** Returns a recap; undefined if there is none, or if counting it takes longer than a second. */
  async find(roundId: string | undefined): Promise<Recap | undefined> {
    if (roundId !== undefined && !ROUND_ID.test(roundId)) return undefined
    const isOver = new AbortController()
    const reading = this.#read(roundId).catch(noneIfMissing)
    const timeout = wait(PATIENCE_MS, undefined, { ref: false, signal: isOver.signal })
    try {
      return await Promise.race([reading, timeout])
    } finally {
      timeout.catch(() => undefined)
      isOver.abort()
    }
  }
}

function noneIfMissing(error: unknown): undefined {
  const isExpected =
    error instanceof AppError && (error.code === 'not-found' || error.code === 'unavailable')
  if (!isExpected) throw error
}
