import type { LiveSums } from '#contract/live-sums.ts'
import type { LiveSumsReader } from '#server/features/live-sums/live-sums.ts'
import type { RunContext } from '../actors/run-context.ts'
import { effectOf } from './invariants.ts'
import { readSnapshot, type DatabaseSnapshot } from './database-snapshot.ts'

type Donation = DatabaseSnapshot['donations'][number]

/** The incidents after which the clock, or a copy, says when payments were begun and booked. */
const WITHOUT_DAYS: ReadonlySet<string> = new Set(['wrong clock', 'older copy', 'other keys'])

/** Votes and matched money as the product shows them. */
interface ShownSums {
  current: LiveSums | undefined
  shown: LiveSumsReader['shown']
}

/**
 * Checks votes, matched money and the limit of a day at the end of a run, all computed anew from the
 * table of donations and the ledger.
 */
export async function checkGame(context: RunContext): Promise<string[]> {
  const { world, server, disk } = context
  if (world.game === undefined) return []
  const sums = await world.runUntilSettled(
    server.request('the sums', async ({ sums: reader }): Promise<ShownSums> => {
      await reader.catchUp()
      return { current: reader.current, shown: reader.shown }
    }),
  )
  const snapshot = await readSnapshot(disk.reader)
  const left = snapshot.donations.filter(({ name, amount_cents: cents }) => name && cents > 0)
  return [
    ...(await checkVotes(context, sums, left)),
    ...(await checkMatched(context, sums, left)),
    ...(WITHOUT_DAYS.has(world.incident.kind) ? [] : checkLimit(context, snapshot)),
  ]
}

async function checkVotes(
  { world, disk }: RunContext,
  { current, shown }: ShownSums,
  left: readonly Donation[],
): Promise<string[]> {
  const options = await disk.reader
    .selectFrom('choice_options')
    .selectAll()
    .orderBy('position')
    .execute()
  return shown.choices.flatMap(({ id, closesAt: closing }) => {
    const own = options.filter(({ choice_id }) => choice_id === id)
    const closesAt = Date.parse(closing)
    const inTime = left.filter(({ named_at: namedAt }) => (namedAt ?? 0) < closesAt)
    const votes = own.map((option) => sumUp(inTime.filter((one) => one.option_id === option.id)))
    const sums = current?.choices[id]
    world.trace.count('votes', votes.some((cents) => cents > 0) ? 'some' : 'none')
    if (JSON.stringify(sums) === JSON.stringify(votes)) return []
    return [`the votes are shown as ${String(sums)}, and are ${String(votes)}`]
  })
}

async function checkMatched(
  { world, disk }: RunContext,
  { current }: ShownSums,
  left: readonly Donation[],
): Promise<string[]> {
  const rows = await disk.reader
    .selectFrom('matches')
    .selectAll()
    .where('cancelled_at', 'is', null)
    .execute()
  return rows.flatMap((row) => {
    const counted = left.filter((one) => {
      const at = one.captured_at ?? one.timestamp
      return at >= row.starts_at && at < row.ends_at && (one.named_at ?? 0) < row.ends_at
    })
    const full = (sumUp(counted) * row.rate_percent) / 100
    const isCapped = full > row.cap_cents
    const cents = isCapped ? row.cap_cents : Math.trunc(full)
    const sums = current?.matches[row.id]
    world.trace.count('matched', isCapped ? 'to the cap' : 'below it')
    if (sums?.matchedCents === cents) return []
    return [`the match is shown as ${sums?.matchedCents} cents, and is ${cents}`]
  })
}

/**
 * Checks the limit as it stood when each payment was begun: with what was begun before on that day,
 * and had not come back by then. What comes back makes room, and may come again later.
 */
function checkLimit({ world }: RunContext, snapshot: DatabaseSnapshot): string[] {
  const limit = world.game?.dayCents ?? null
  if (limit === null) return []
  const paid = listPaid(snapshot)
  return paid.flatMap((payment) => {
    const earlier = paid.filter((one) => isEarlier(one, payment))
    const before = earlier.reduce((sum, one) => sum + leftAt(one, payment.begunAt), 0)
    const cents = before + payment.grossCents
    world.trace.count('limits', before > 0 ? 'of several donations' : 'of one')
    return cents > limit ? [`${cents} cents were given in a day, the limit is ${limit}`] : []
  })
}

interface PaidCheckout {
  userId: string
  begunAt: number
  bookedAt: number
  grossCents: number
  entries: DatabaseSnapshot['entries']
}

function listPaid({ checkouts, donations, entries }: DatabaseSnapshot): PaidCheckout[] {
  return donations.flatMap(({ id, user_id: userId, checkout_id, timestamp: bookedAt }) => {
    const checkout = checkouts.find((one) => one.id === checkout_id)
    const own = entries.filter(({ donation_id }) => donation_id === id)
    const capture = own.find(({ kind }) => kind === 'capture')
    if (checkout === undefined || capture === undefined) return []
    const grossCents = capture.amount_cents
    return { userId, begunAt: checkout.created_at, bookedAt, grossCents, entries: own }
  })
}

function isEarlier(one: PaidCheckout, payment: PaidCheckout): boolean {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const isOfDay = dayOf(one.bookedAt) === dayOf(payment.begunAt)
  return one.userId === payment.userId && one.begunAt < payment.begunAt && isOfDay
}

/** Returns what a payment holds of its donor's limit at a time: all of it while it is not booked. */
function leftAt({ bookedAt, grossCents, entries }: PaidCheckout, at: number): number {
  if (bookedAt > at) return grossCents
  const known = entries.filter(({ created_at: movedAt }) => movedAt <= at)
  return known.reduce((sum, entry) => sum + effectOf(entry), 0)
}

function sumUp(donations: readonly Donation[]): number {
  return donations.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
}
