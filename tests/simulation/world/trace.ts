import { createHash } from 'node:crypto'
import type { VirtualClock } from './virtual-clock.ts'

/** The counts of what happened, by kind and name, such as `faults`, `cut after the effect`. */
export type Tally = Record<string, Record<string, number>>

/** The log of a run, for people and for comparing runs. */
export class Trace {
  readonly lines: string[] = []
  readonly tally: Tally = {}
  readonly #virtualClock: VirtualClock
  readonly #start: number

  constructor(virtualClock: VirtualClock) {
    this.#virtualClock = virtualClock
    this.#start = virtualClock.now
  }

  note(text: string): void {
    const elapsed = new Date(this.#virtualClock.now - this.#start).toISOString()
    const days = Math.floor((this.#virtualClock.now - this.#start) / 86_400_000)
    this.lines.push(`${days === 0 ? '' : `${days} d `}${elapsed.slice(11, 23)}  ${text}`)
  }

  count(kind: string, what: string): void {
    const counts = (this.tally[kind] ??= {})
    counts[what] = (counts[what] ?? 0) + 1
  }

  /** The SHA-256 of all lines; equal runs have equal hashes. */
  get hash(): string {
    return createHash('sha256').update(this.lines.join('\n')).digest('hex')
  }
}

/** Adds the counts of one tally to another. */
export function addTally(sum: Tally, tally: Tally): void {
  for (const [kind, counts] of Object.entries(tally)) {
    const sums = (sum[kind] ??= {})
    for (const [what, count] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + count
  }
}
