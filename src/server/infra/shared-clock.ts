import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import type { Feature } from './feature.ts'
import { reportFailure } from './log-failure.ts'
import type { Schedule } from './schedule.ts'

/** The pause between two measurements, ms. */
const MEASURE_EVERY_MS = 10_000

/** The difference of two clocks, ms, beyond that of the measurement, which is left alone. */
const TOLERANCE_MS = 250

/** The clock that all nodes of an installation have in common. */
export interface SharedClock {
  /** Returns the time of now, Unix ms, as far as it is known without asking. */
  now: () => number
  /** Asks for the time, Unix ms, for what must not happen before its instant. */
  read: () => Promise<number>
}

/** Returns a clock that is one's own alone. */
export function ownClock(clock: () => number): SharedClock {
  return { now: clock, read: async () => clock() }
}

export interface SharedClockDeps {
  database: Pick<Database, 'dialect' | 'reader'>
  /** The node's own clock. */
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error'>
}

/**
 * Creates the clock that decides what all nodes must do at the same instant: that of PostgreSQL,
 * since one node's may be wrong; with an embedded database, which has one node, its own.
 */
export function createSharedClock(
  deps: SharedClockDeps,
): SharedClock & Pick<Feature, 'load' | 'close'> {
  const { database, clock, schedule, logger } = deps
  if (database.dialect === 'sqlite')
    return { ...ownClock(clock), load: async () => {}, close: async () => {} }
  const report = reportFailure(logger, 'the time of the database could not be read')
  let offsetMs = 0
  let cancelTimer = () => {}

  async function read(): Promise<number> {
    const askedAt = clock()
    const { rows } = await sql<{ now: number }>`
      select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as now
    `.execute(database.reader)
    const answeredAt = clock()
    const now = rows[0]?.now ?? answeredAt
    const measuredMs = now - (askedAt + answeredAt) / 2
    const doubtMs = (answeredAt - askedAt) / 2 + TOLERANCE_MS
    // Clocks that agree stay as they are: a measurement is never as even as they are.
    if (Math.abs(measuredMs) <= doubtMs) offsetMs = 0
    else if (Math.abs(measuredMs - offsetMs) > doubtMs) offsetMs = Math.round(measuredMs)
    return now
  }

  async function measure(): Promise<void> {
    await read().catch(report)
    cancelTimer = schedule(() => void measure(), MEASURE_EVERY_MS)
  }

  return {
    now: () => clock() + offsetMs,
    read,
    load: measure,
    close: async () => cancelTimer(),
  }
}
