import type { Logger } from 'pino'
import type { Choice } from '#contract/choices.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import type { Match } from '#contract/matches.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { restOf } from '#server/infra/work-rest.ts'
import { hasChoices, readShownChoices, toClosings } from '#server/features/choices/choices.ts'
import { readVersion, sumVotes } from '#server/features/ledger/ledger.ts'
import {
  hasMatches,
  readBegunMatches,
  readCancelledMatches,
  type CancelledSum,
} from '#server/features/matching/matching.ts'
import { MatchedSums } from './matched-sums.ts'

/** The pause between two polls, ms; they make up for lost hints. */
const POLL_INTERVAL_MS = 1_000

/** The least time between two readings, ms: at most three a second. */
const PAUSE_MS = 334

/** The rests between two readings, for choices with very many votes. */
const REST = { factor: 9, leastMs: PAUSE_MS, mostMs: 4_000 }

export interface LiveSumsDeps {
  database: Database
  bus: Bus
  livemode: Livemode
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

/** The time for which a cancelled match is followed, ms: longer than a payment can stay open. */
const FOLLOW_CANCELLED_MS = 2 * 60 * 60_000

/** What the page shows. */
interface Shown {
  choices: Choice[]
  matches: Match[]
}

/**
 * The sums of choices and matches, as this node knows them. Each reading is one snapshot of the
 * database, so that all sums are of one version of the change feed; nothing is kept anywhere else.
 */
export class LiveSumsReader {
  /** Undefined while there never was a choice or a match. */
  current: LiveSums | undefined
  /** The choices and matches of `current`. */
  shown: Shown = { choices: [], matches: [] }
  /** The matches that were cancelled a short time ago; only the thanks of their donors tell of them. */
  cancelled: CancelledSum[] = []
  readonly #deps: LiveSumsDeps
  readonly #matched: MatchedSums
  readonly #listeners = new Set<(sums: LiveSums) => void>()
  readonly #report: (error: unknown) => void
  #shownText = ''
  #text = ''
  #restUntil = 0
  #cancelTimer: (() => void) | undefined
  #stop = () => {}
  #closed = false

  constructor(deps: LiveSumsDeps) {
    this.#deps = deps
    this.#matched = new MatchedSums(deps.livemode)
    this.#report = reportFailure(deps.logger, 'the sums of choices and matches could not be read')
  }

  /** Brings the sums to all that was committed before the call. */
  readonly catchUp = coalesce(async () => {
    if (this.#closed) return
    const isNews = await this.#deps.database.readSnapshot((snapshot) => this.#read(snapshot))
    if (!isNews || this.current === undefined) return
    for (const listener of this.#listeners) listener(this.current)
  })

  /** Calls `listener` after each change; returns a function that unsubscribes. */
  onChange(listener: (sums: LiveSums) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows the database until `close`. */
  async start(): Promise<void> {
    await this.catchUp()
    const unsubscribe = this.#deps.bus.subscribe(() => this.#catchUpSoon())
    const timer = setInterval(() => this.#catchUpSoon(), POLL_INTERVAL_MS).unref()
    this.#stop = () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  async close(): Promise<void> {
    this.#stop()
    this.#cancelTimer?.()
    await Promise.allSettled([this.catchUp()])
    this.#closed = true
  }

  /** Catches up once the pause after the last reading is over. */
  #catchUpSoon(): void {
    if (this.#cancelTimer !== undefined) return
    const waitMs = Math.max(0, this.#restUntil - performance.now())
    this.#cancelTimer = this.#deps.schedule(() => {
      this.#cancelTimer = undefined
      void this.#catchUpAndRest()
    }, waitMs)
  }

  async #catchUpAndRest(): Promise<void> {
    const startedAt = performance.now()
    this.#restUntil = startedAt + PAUSE_MS
    let hasFailed = false
    try {
      await this.catchUp()
    } catch (error) {
      hasFailed = true
      this.#report(error)
    }
    const endedAt = performance.now()
    this.#restUntil = endedAt + restOf({ tookMs: endedAt - startedAt, hasFailed }, REST)
  }

  /** Reads the sums of a snapshot; returns whether they, or what they are of, have changed. */
  async #read(snapshot: Reader): Promise<boolean> {
    const { livemode, clock } = this.#deps
    const now = clock()
    const version = await readVersion(snapshot)
    const choices = await readShownChoices(snapshot, livemode, now)
    const matches = await readBegunMatches(snapshot, livemode, now)
    const shown = JSON.stringify([choices, matches])
    if (version === this.current?.version && shown === this.#shownText) return false
    const isFirst = this.current === undefined
    const isNone = choices.length + matches.length === 0
    if (isFirst && isNone && !(await hasAny(snapshot))) return false
    const sums = await this.#sum(snapshot, choices)
    const cancelled = await readCancelledMatches(snapshot, livemode, {
      since: now - FOLLOW_CANCELLED_MS,
      now,
    })
    const all = [...matches, ...cancelled.map(({ match }) => match)]
    await this.#matched.follow(snapshot, version, all)
    const matched = matches.map((match) => [match.id, this.#matched.read(match)] as const)
    const read = { choices: sums, matches: Object.fromEntries(matched) }
    const text = JSON.stringify([shown, read])
    // A payment that neither votes nor is matched is no news for anybody.
    const isNews = text !== this.#text
    this.current = { version, ...read }
    this.shown = { choices, matches }
    this.cancelled = cancelled.map(({ match, cancelledAt }) => {
      const { countedCents } = this.#matched.read(match)
      return { match, cancelledAt, countedCents }
    })
    this.#shownText = shown
    this.#text = text
    return isNews
  }

  async #sum(snapshot: Reader, choices: readonly Choice[]): Promise<LiveSums['choices']> {
    const votes = await sumVotes(snapshot, this.#deps.livemode, toClosings(choices))
    return Object.fromEntries(
      choices.map(({ id, options }) => [id, options.map((one) => votes.get(one.id) ?? 0)]),
    )
  }
}

async function hasAny(reader: Reader): Promise<boolean> {
  return (await hasChoices(reader)) || (await hasMatches(reader))
}
