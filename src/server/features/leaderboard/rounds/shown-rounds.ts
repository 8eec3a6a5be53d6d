import type { Round } from '#contract/rounds.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { endOf, toRound } from './round.ts'
import { CANCELLED_SHOWN_MS, readNearRounds, type KnownRound } from './round-reads.ts'

/** The time before its start, ms, from which a round stands in place of the one before. */
const AHEAD_MS = 10 * 60_000

/** The time after its end, ms, in which nothing stands in place of a round's ceremony and result. */
const RESULT_FIRST_MS = 2 * 60_000

/** The time after its end, ms, for which a round's result is told beside another one. */
const LAST_SHOWN_MS = 5 * 60_000

/** The time for which a round that is over stays the current one, ms. */
const SHOWN_AFTER_MS = 7 * 24 * 60 * 60_000

/** The rounds that the page shows. */
export interface ShownRounds {
  /** The current one; missing without any. */
  round?: Round
  /** The one that has ended a moment ago, if the current one is another. */
  lastRound?: Round
}

/** Returns the rounds that the page shows at a time, Unix ms; see `chooseShown`. */
export async function readShownRounds(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<ShownRounds> {
  const { current, last } = chooseShown(await readNearRounds(reader, livemode, now), now)
  return {
    ...(current && { round: toRound(current.row, current.results) }),
    ...(last && { lastRound: toRound(last.row, last.results) }),
  }
}

/** Returns the current round at a time, Unix ms; undefined without any. */
export async function findCurrentRound(
  reader: Reader,
  livemode: Livemode,
  now: number,
): Promise<KnownRound | undefined> {
  return chooseShown(await readNearRounds(reader, livemode, now), now).current
}

/**
 * Chooses the current one of rounds, the latest start first: the one that runs, else one that ended
 * in the last two minutes, else one that begins in ten, else one that was cancelled in the last ten,
 * else one that was over in the last week, else the next. `last` is the one that has just ended, if
 * another is current: its ceremony and its result are still due.
 */
export function chooseShown(
  rounds: readonly KnownRound[],
  now: number,
): { current: KnownRound | undefined; last: KnownRound | undefined } {
  const valid = rounds.filter(({ row }) => row.cancelled_at === null)
  const over = valid.find(({ row }) => endOf(row) <= now)
  const end = over === undefined ? -Infinity : endOf(over.row)
  const current =
    valid.find(({ row }) => row.starts_at <= now && now < endOf(row)) ??
    chooseBetween(rounds, {
      over,
      end,
      next: valid.findLast(({ row }) => row.starts_at > now),
      now,
    })
  const isLast = current !== over && now < end + LAST_SHOWN_MS
  return { current, last: isLast ? over : undefined }
}

interface Between {
  /** The round that ended last, and its end; -Infinity without any. */
  over: KnownRound | undefined
  end: number
  next: KnownRound | undefined
  now: number
}

/** Chooses the current round while none runs. */
function chooseBetween(
  rounds: readonly KnownRound[],
  { over, end, next, now }: Between,
): KnownRound | undefined {
  const cancelled = findCancelled(rounds, now, end)
  if (cancelled === undefined && now < end + RESULT_FIRST_MS) return over
  if (next !== undefined && next.row.starts_at - now <= AHEAD_MS) return next
  return cancelled ?? (now - end <= SHOWN_AFTER_MS ? over : next)
}

/**
 * Returns the round whose cancelling is told: one that ran, else another one once the result of the
 * round that ended last, at `end`, has been told. What was cancelled before that end is no news.
 */
function findCancelled(
  rounds: readonly KnownRound[],
  now: number,
  end: number,
): KnownRound | undefined {
  const told = rounds.filter(({ row: { cancelled_at: at } }) => {
    return at !== null && at >= end && now - at < CANCELLED_SHOWN_MS
  })
  const ran = told.find(({ row }) => row.starts_at <= (row.cancelled_at ?? -Infinity))
  return ran ?? (now < end + RESULT_FIRST_MS ? undefined : told[0])
}
