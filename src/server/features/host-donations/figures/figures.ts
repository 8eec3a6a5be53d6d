import type { HostDays, HostSummary, SpanSums } from '#contract/host/figures.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { sumInReview, sumPending } from '#server/features/checkouts/checkouts.ts'
import type { Concerns } from '#server/features/concerns/concerns.ts'
import { findQuarterSums, sumEntries, sumOpenDisputes } from '#server/features/ledger/ledger.ts'
import type { Statements } from '#server/features/statements/statements.ts'
import { listDays, type Day } from './days.ts'
import { findDrift } from './drift.ts'
import { toSums, type Sums } from './sums.ts'

export interface FiguresDeps {
  database: Database
  livemode: Livemode
  statements: Pick<Statements, 'sumFees' | 'findQuarterFees' | 'measure'>
  concerns: Pick<Concerns, 'list'>
  inbox: {
    countUnhandled(): Promise<{ waiting: number; parked: number }>
    findArrivals(): Promise<{ oldestWaitingAt: number | null; lastReceivedAt: number | null }>
  }
  reconciler: { readonly reconciledAt: number | null }
  /** Returns the time zone of the days, as in the IANA database. */
  timeZone: () => string
  clock: () => number
}

type DaysDeps = Pick<FiguresDeps, 'database' | 'livemode' | 'timeZone' | 'clock'> & {
  statements: Pick<Statements, 'findQuarterFees'>
}

const DAYS_OF_WEEK = 7

/** Returns the figures of the host's overview. */
export async function readSummary(deps: FiguresDeps): Promise<HostSummary> {
  const { database, livemode, inbox, reconciler, clock } = deps
  const { reader } = database
  const now = clock()
  const timeZone = deps.timeZone()
  const days = listDays(now, timeZone, DAYS_OF_WEEK)
  const arrivals = await inbox.findArrivals()
  return {
    at: new Date(now).toISOString(),
    timeZone,
    today: await readSpan(deps, days.slice(-1)),
    week: await readSpan(deps, days),
    all: {
      from: null,
      ...toSums(await sumEntries(reader, livemode), await deps.statements.sumFees(livemode)),
    },
    drift: await findDrift(deps),
    pending: await sumPending(reader, livemode),
    inReview: await sumInReview(reader, livemode),
    disputesOpen: await sumOpenDisputes(reader, livemode),
    inbox: {
      ...(await inbox.countUnhandled()),
      oldestWaitingAt: toTime(arrivals.oldestWaitingAt),
      lastReceivedAt: toTime(arrivals.lastReceivedAt),
    },
    reconciledAt: toTime(reconciler.reconciledAt),
  }
}

/** Returns the sums of the last days, in order. */
export async function readDays(deps: DaysDeps, count: number): Promise<HostDays> {
  const timeZone = deps.timeZone()
  const days = listDays(deps.clock(), timeZone, count)
  const sums = await sumEach(deps, days)
  return {
    timeZone,
    days: days.flatMap(({ date }, index) => {
      const found = sums[index]
      return found === undefined ? [] : [{ date, ...found }]
    }),
  }
}

/** Returns the sums of days that follow one another. */
async function readSpan(deps: FiguresDeps, days: readonly Day[]): Promise<SpanSums> {
  const from = days[0]?.from ?? 0
  const to = days.at(-1)?.to ?? 0
  const [sums] = await sumEach(deps, [{ from, to }])
  if (sums === undefined) throw new Error('A span has no sums.')
  return { from: new Date(from).toISOString(), ...sums }
}

/** Returns the sums of each span; the spans are in order, and follow one another. */
async function sumEach(
  { database, livemode, statements }: DaysDeps,
  spans: readonly Pick<Day, 'from' | 'to'>[],
): Promise<Sums[]> {
  const whole = { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 }
  const entries = await findQuarterSums(database.reader, livemode, whole)
  const fees = await statements.findQuarterFees(livemode, whole)
  const spanOf = ({ startsAt }: { startsAt: number }) =>
    spans.findIndex(({ from, to }) => startsAt >= from && startsAt < to)
  const entriesOf = Map.groupBy(entries, spanOf)
  const feesOf = Map.groupBy(fees, spanOf)
  return spans.map((_span, index) => toSums(entriesOf.get(index) ?? [], feesOf.get(index) ?? []))
}

function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
