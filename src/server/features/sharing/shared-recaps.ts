import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#contract/app-error.ts'
import type { Recap } from '#contract/crowns.ts'

/** Returns the recap of a round, or of all time; rejects with `not-found` if there is none. */
export type ReadRecap = (roundId: string | undefined) => Promise<Recap>

/** The time for which a link waits until a recap has been counted, ms. */
const PATIENCE_MS = 1_000

const ROUND_ID = /^[\w-]{1,36}$/

/** A recap; or that there is none, or that counting it takes longer than a link waits. */
export type FoundRecap = Recap | 'none' | 'late'

/** Reads recaps for links to them, which must not wait for long. */
export class SharedRecaps {
  readonly #read: ReadRecap

  constructor(read: ReadRecap) {
    this.#read = read
  }

  async find(roundId: string | undefined): Promise<FoundRecap> {
    if (roundId !== undefined && !ROUND_ID.test(roundId)) return 'none'
    const isOver = new AbortController()
    const reading = this.#read(roundId).catch(toMissingReason)
    const timeout = wait(PATIENCE_MS, 'late' as const, { ref: false, signal: isOver.signal })
    try {
      return await Promise.race([reading, timeout])
    } finally {
      timeout.catch(() => undefined)
      isOver.abort()
    }
  }
}

function toMissingReason(error: unknown): 'none' | 'late' {
  if (error instanceof AppError && error.code === 'not-found') return 'none'
  if (error instanceof AppError && error.code === 'unavailable') return 'late'
  throw error
}
