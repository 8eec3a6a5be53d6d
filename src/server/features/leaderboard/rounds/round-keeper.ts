import type { Logger } from 'pino'
import { coalesce } from '#server/infra/coalesce.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { reportFailure } from '#server/infra/log-failure.ts'
import type { SharedClock } from '#server/infra/shared-clock.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { hasNewLeader, isInLastMinute } from './overtime.ts'
import { ResultsCorrector } from './results-corrector.ts'
import { recordRound, type RecorderDeps } from './results-recorder.ts'
import { countedBy, endOf, type RoundRow } from './round.ts'
import { readOpenRounds } from './round-reads.ts'
import { addOvertime } from './rounds-store.ts'

/** The time before an instant from which a timer waits for it, ms; the polls come as often. */
const AHEAD_MS = 1_000

/** The most that a node waits after its start for what was paid while none ran, ms. */
const MAX_HOLD_MS = 30_000

export interface RoundKeeperDeps extends Omit<RecorderDeps, 'clock'> {
  livemode: Livemode
  /** The clock of all nodes: one whose own is fast must not end a round for everybody. */
  clock: SharedClock
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error' | 'info'>
}

/**
 * Keeps the rounds: adds their overtime, records their results, and records them anew when money
 * comes back or arrives late. Every node does the same; the database decides who was first.
 */
export class RoundKeeper {
  readonly #deps: RoundKeeperDeps
  readonly #recording: RecorderDeps
  readonly #corrector: ResultsCorrector
  /** The rounds that had begun and had no results at the last look; undefined before the first. */
  #open: ReadonlySet<string> | undefined
  /** Whether rounds that ended long before the start have had their turn. */
  #hasReadAll = false
  #cancelTimer = () => {}
  #isHeld: (row: RoundRow) => boolean = () => false
  #closed = false

  constructor(deps: RoundKeeperDeps) {
    this.#deps = deps
    this.#recording = { ...deps, clock: deps.clock.now }
    this.#corrector = new ResultsCorrector({ ...this.#recording, livemode: deps.livemode })
  }

  /**
   * Has this node add no overtime to rounds that have ended by now, and record no first results of
   * them, until it has asked the providers what was paid while no node ran: neither can be taken back.
   * It waits half a minute at most, since a provider may be away.
   */
  holdUntil(hasAsked: () => boolean): void {
    const { clock } = this.#deps
    const startedAt = clock.now()
    const until = startedAt + MAX_HOLD_MS
    this.#isHeld = (row) => endOf(row) <= startedAt && !hasAsked() && clock.now() < until
  }

  /** Brings all rounds to the ledger and to the time of now. */
  readonly catchUp = coalesce(async () => {
    if (this.#closed) return
    const open = await this.#readOpen()
    await this.#corrector.correct()
    const due = open.filter((row) => !this.#isHeld(row))
    this.#hasReadAll = due.length === open.length
    let hasChanged = false
    for (const row of due) if (await this.#advance(row)) hasChanged = true
    this.#awaitNext(hasChanged ? await this.#readOpen() : open)
  })

  async close(): Promise<void> {
    this.#cancelTimer()
    await Promise.allSettled([this.catchUp()])
    this.#closed = true
  }

  async #readOpen(): Promise<RoundRow[]> {
    const { database, livemode, clock } = this.#deps
    const wanted = { now: clock.now(), all: !this.#hasReadAll }
    const open = await readOpenRounds(database.reader, livemode, wanted)
    const ids = new Set(open.map(({ id }) => id))
    // Another node may have recorded the results, and may not be there any more to correct them.
    this.#corrector.doubt([...(this.#open ?? [])].filter((id) => !ids.has(id)))
    this.#open = ids
    return open
  }

  /**
   * Adds overtime to a round, and records its results once they are counted. Returns whether the
   * round is another one now, by this node or by one that was first.
   */
  async #advance(row: RoundRow): Promise<boolean> {
    const { database, clock, onChange, logger } = this.#deps
    if (!isInLastMinute(row, clock.now()) && clock.now() < countedBy(row)) return false
    // Asked for, since what is done now cannot be undone.
    const now = await clock.read()
    if (isInLastMinute(row, now) && (await hasNewLeader(database.reader, row))) {
      const { id, overtimes_used: used, ends_at: endsAt } = row
      if (!(await database.write(addOvertime, { id, used, endsAt }))) return true
      onChange()
      // It may have been over for long: then the next minute is judged at once, too.
      await this.#advance({ ...row, overtimes_used: used + 1 })
      return true
    }
    if (now < countedBy(row)) return false
    const recorded = await recordRound(this.#recording, row, undefined)
    if (recorded === 'recorded') logger.info({ round: row.id }, 'round ended')
    return true
  }

  /** Waits for the next end of a round; the polls would do for it, but later. */
  #awaitNext(open: readonly RoundRow[]): void {
    const { clock, schedule, logger } = this.#deps
    this.#cancelTimer()
    const now = clock.now()
    const ends = open.flatMap((row) => [endOf(row), countedBy(row)])
    const delayMs = Math.min(...ends.filter((end) => end > now)) - now
    if (delayMs > AHEAD_MS) return
    const report = reportFailure(logger, 'the rounds could not be brought up to date')
    this.#cancelTimer = schedule(() => void this.catchUp().catch(report), delayMs)
  }
}
