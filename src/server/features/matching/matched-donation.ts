import { toMatchedCents } from '#contract/matched-cents.ts'
import type { Match, MatchedDonation } from '#contract/matches.ts'
import type { Reader } from '#server/infra/database/database.ts'
import { findByDonations } from '#server/features/checkouts/checkouts.ts'
import {
  findFirstSince,
  isWithin,
  MAX_CLOCK_LEAD_MS,
  readFeed,
  type BoardChange,
  type CountedSpan,
  type OwnedDonation,
} from '#server/features/ledger/ledger.ts'
import { toMatchSpan } from './match.ts'
import type { MatchRoutesDeps } from './routes.ts'

/** The changes of the feed that are read for a donation; only a recent one is within as many. */
const MAX_CHANGES = 5_000

/** The time by which a page's sums may be behind the ledger, ms. */
const PAGE_DELAY_MS = 5_000

type Deps = Pick<MatchRoutesDeps, 'database' | 'livemode' | 'sums'>

/** A match with the sum that it counts, as this node knows it. */
interface KnownMatch {
  match: Match
  countedCents: number
  /** The time when it was cancelled, Unix ms; undefined if it was not. */
  cancelledAt?: number
}

/** A donation's payment: the donation as it is now, and when its payment was begun, Unix ms. */
interface Payment extends OwnedDonation {
  begunAt: number
}

/**
 * Returns what matches have added to a donation when it was recorded, and what they were about to add
 * when its payment was begun.
 */
export async function readMatchedDonation(
  deps: Deps,
  donation: OwnedDonation,
): Promise<MatchedDonation[]> {
  // Both at once, before anything is awaited: they belong together.
  const { current, shown, cancelled } = deps.sums
  if (current === undefined || donation.name === null) return []
  if (shown.matches.length === 0 && cancelled.length === 0) return []
  const begunAt = await findBegun(deps.database.reader, donation)
  const payment = { ...donation, begunAt }
  const running = shown.matches.map((match) => ({
    match,
    countedCents: current.matches[match.id]?.countedCents ?? 0,
  }))
  const known = [...running, ...cancelled].filter((one) => mayMatch(one, payment))
  const { version } = current
  const isKnown = version >= donation.sequence
  const whole = isKnown ? known.filter((one) => hasRoom(one, payment)) : []
  const course = whole.length < known.length ? await readCourse(deps, payment, version) : undefined
  if (course === undefined) return whole.map((one) => toWhole(one, payment.amountCents))
  return known
    .map((one) => toMatched(one, course))
    .filter(({ matchedCents, promisedCents }) => matchedCents > 0 || promisedCents > 0)
}

async function findBegun(reader: Reader, { id, timestamp }: OwnedDonation): Promise<number> {
  const [checkout] = await findByDonations(reader, [id])
  return Math.min(checkout?.created_at ?? timestamp, timestamp)
}

/** Returns whether a match ran at some time of a payment; a cancelled one, when it was begun. */
function mayMatch({ match, cancelledAt }: KnownMatch, { begunAt, timestamp }: Payment): boolean {
  const { start, end } = toMatchSpan(match)
  if (cancelledAt !== undefined) {
    return start <= begunAt && begunAt < Math.min(end, cancelledAt + PAGE_DELAY_MS)
  }
  return start < timestamp + MAX_CLOCK_LEAD_MS && begunAt < end
}

/** Returns whether a match certainly has matched all of a payment. */
function hasRoom({ match, countedCents }: KnownMatch, { begunAt, timestamp }: Payment): boolean {
  const { start, end } = toMatchSpan(match)
  const isWithinSpan = start <= begunAt && timestamp + MAX_CLOCK_LEAD_MS < end
  return isWithinSpan && toMatchedCents(match, countedCents) < match.capCents
}

function toWhole(known: KnownMatch, amountCents: number): MatchedDonation {
  const cents = toMatchedCents(known.match, amountCents)
  return tell(known, { matchedCents: cents, promisedCents: cents, ended: false })
}

/** Returns the part of a match in a donation; a cancelled one has taken back all that it added. */
function tell(
  { match: { sponsor }, cancelledAt }: KnownMatch,
  part: Pick<MatchedDonation, 'matchedCents' | 'promisedCents' | 'ended'>,
): MatchedDonation {
  if (cancelledAt === undefined) return { sponsor, ...part, cancelled: false }
  return { sponsor, ...part, matchedCents: 0, cancelled: true }
}

/** The changes of the feed around a donation. */
interface Course {
  sequence: number
  /** The amount of the donation when it was recorded. */
  amountCents: number
  begunAt: number
  /** The version of the board that the donor saw when the payment was begun. */
  begunVersion: number
  /** The version that the known sums are of. */
  version: number
  changes: readonly BoardChange[]
}

/**
 * Reads the way from the sums that this node knows to those around a donation, as sums over whole
 * matches take too long. Returns undefined if it is too long.
 */
async function readCourse(
  { database: { reader }, livemode }: Deps,
  { sequence, begunAt }: Payment,
  version: number,
): Promise<Course | undefined> {
  const first = await findFirstSince(reader, livemode, begunAt - PAGE_DELAY_MS)
  const begunVersion = Math.min(first ?? sequence, sequence) - 1
  const after = Math.min(begunVersion, version)
  const changes = await readFeed(reader, { livemode, after, limit: MAX_CHANGES })
  const amountCents = changes.find((one) => one.version === sequence)?.row?.amountCents
  const reachesSums = changes.length < MAX_CHANGES || (changes.at(-1)?.version ?? 0) >= version
  if (amountCents === undefined || !reachesSums) return undefined
  return { sequence, amountCents, begunAt, begunVersion, version, changes }
}

function toMatched(known: KnownMatch, course: Course): MatchedDonation {
  const { match, countedCents } = known
  const { sequence, amountCents, begunAt, begunVersion } = course
  const span = toMatchSpan(match)
  const countedIn = (version: number) => countedCents + sumBetween(course, span, version)
  const [beforeCents, afterCents] = [countedIn(sequence - 1), countedIn(sequence)]
  const wasRunning = span.start <= begunAt && begunAt < span.end
  const ended = wasRunning && afterCents === beforeCents
  // Parts of a cent may make a difference of one, which is nothing that has run out.
  const isWhole = afterCents > beforeCents && toMatchedCents(match, afterCents) < match.capCents
  if (isWhole) return toWhole(known, amountCents)
  const begunCents = countedIn(begunVersion)
  const added = (from: number, to: number) =>
    toMatchedCents(match, to) - toMatchedCents(match, from)
  return tell(known, {
    matchedCents: added(beforeCents, afterCents),
    promisedCents: wasRunning ? added(begunCents, begunCents + amountCents) : 0,
    ended,
  })
}

/** Returns by how much the sum of a version differs from that of the known sums. */
function sumBetween({ version: known, changes }: Course, span: CountedSpan, wanted: number) {
  const [from, to] = [Math.min(known, wanted), Math.max(known, wanted)]
  let cents = 0
  for (const { version, times, row, previousAmountCents } of changes) {
    if (version <= from || version > to || !isWithin(span, times)) continue
    cents += (row?.amountCents ?? 0) - (previousAmountCents ?? 0)
  }
  return wanted < known ? -cents : cents
}
