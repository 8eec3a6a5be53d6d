import { AppError } from '#contract/app-error.ts'
import type { Campaign } from '#contract/campaign.ts'
import { titleOf } from '#contract/crown-rules.ts'
import type { Crown, Crowns, Recap, Replay } from '#contract/crowns.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import { spanAt } from '#server/infra/time-span.ts'
import { countedBy, endOf, spanOf, toRound, type RoundRow } from '../rounds/round.ts'
import { findKnownRound, type KnownRound } from '../rounds/round-reads.ts'
import { findCurrentRound } from '../rounds/shown-rounds.ts'
import type { Counted } from '../rounds/standings.ts'
import { orUnavailable } from '../snapshot-rounds.ts'
import type { AllTimeCrowns } from './all-time-crowns.ts'
import type { Folded } from './fold-state.ts'
import { viewFold, type FoldView, type Moment } from './fold-view.ts'
import { listHolders, toHoldings, toIso, toPublicCrowns } from './public-crowns.ts'
import { readPublicNames, type PublicNames } from './public-names.ts'
import type { Purpose, RoundFolds } from './round-folds.ts'

export interface CrownsDeps {
  database: Database
  livemode: Livemode
  campaign: { readonly current: Pick<Campaign, 'crowns'> }
  allTime: Pick<AllTimeCrowns, 'read' | 'isReady'>
  roundFolds: Pick<RoundFolds, 'read'>
  toDonorId: (userId: string) => string
  clock: () => number
}

/** A span with its fold; the round is missing for all time. */
interface Scope {
  fold: Folded
  counted: Counted
  moment: Moment
  round?: KnownRound
}

/** Returns the crowns of all time and of the current round; throws `not-found` while they are off. */
export async function findCrowns(deps: CrownsDeps): Promise<Crowns> {
  const allTime = await openAllTime(deps)
  const current = await findCurrentRound(deps.database.reader, deps.livemode, deps.clock())
  // The page still tells of a round that was cancelled, but nobody holds anything there.
  const isThere = current !== undefined && current.row.cancelled_at === null
  const round = isThere ? await openKnown(deps, current, 'crowns') : undefined
  return {
    now: toIso(allTime.moment.at),
    crowns: await readCrowns(deps, allTime),
    round: round ? { id: round.round.row.id, crowns: await readCrowns(deps, round) } : null,
  }
}

/**
 * Returns the titles of the crowns that a donation holds, or one of rows that are its donor's, of all
 * time; none while crowns are off, or the donations are still being counted.
 */
export async function findCrownTitles(deps: CrownsDeps, ids: readonly string[]): Promise<string[]> {
  if (!deps.allTime.isReady) return []
  const crowns = await readCrowns(deps, await openAllTime(deps))
  return crowns
    .filter(({ rows }) => rows.some((id) => ids.includes(id)))
    .map(({ kind }) => titleOf(kind, false))
}

/** Returns a recap of a round, or of all time; throws `not-found` if there is none. */
export async function findRecap(deps: CrownsDeps, roundId: string | undefined): Promise<Recap> {
  const scope = roundId === undefined ? await openAllTime(deps) : await openRound(deps, roundId)
  const view = viewFold(scope.fold, scope.moment)
  const { round, moment, counted } = scope
  const { closest, leap, reigns } = view
  const sequences = [...reigns, ...(leap ? [leap] : [])].map(({ sequence }) => sequence)
  if (closest !== undefined) sequences.push(closest.first, closest.second)
  const { linked, all } = listHolders(view.crowns)
  const wanted = { linked, all: [...all, ...sequences] }
  const names = await readNames(deps, scope, wanted)
  return {
    now: toIso(deps.clock()),
    round: round ? toRound(round.row, round.results) : null,
    ranks: counted.ranks,
    startsAt: findStart(scope),
    endsAt: toIso(moment.at),
    total: { count: view.count, amountCents: view.sumCents },
    course: view.course.map(({ at, cents }) => ({ at: toIso(at), cents })),
    reigns: toHoldings(reigns, names.ofRow),
    reignCount: view.reignCount,
    closest: toClosest(view, names),
    leap: toLeap(view, names),
    crowns: deps.campaign.current.crowns ? toPublicCrowns(view.crowns, names) : [],
  }
}

/** Returns the steps of a replay from an index on. */
export async function findReplay(
  deps: CrownsDeps,
  roundId: string | undefined,
  { limit, after = '0' }: { limit: number; after?: string | undefined },
): Promise<Replay> {
  const scope = roundId === undefined ? await openAllTime(deps) : await openRound(deps, roundId)
  const { fold } = scope
  const start = Number(after)
  const part = fold.lists.steps.slice(start, start + limit)
  const all = part.map(({ sequence }) => sequence)
  const names = await readNames(deps, scope, { linked: [], all })
  const steps = part.flatMap(({ at, sequence, amountCents, place, total }) => {
    const owner = names.ofRow(sequence)
    if (owner === undefined) return []
    return { at: toIso(at), id: owner.id, name: owner.name, amountCents, place, total }
  })
  const end = start + limit
  return { steps, next: end < fold.lists.steps.length ? String(end) : null }
}

async function openAllTime({ allTime, livemode, clock }: CrownsDeps): Promise<Scope> {
  const found = await orUnavailable(allTime.read())
  if (found === undefined) throw new AppError('not-found', 'The host has not turned crowns on.')
  const span = spanAt('all-time', 0, 'UTC')
  return {
    fold: found.fold,
    counted: { livemode, ranks: found.ranks, span },
    moment: { at: clock(), isRunning: true, isOver: false },
  }
}

async function openRound(deps: CrownsDeps, id: string) {
  const found = await findKnownRound(deps.database.reader, deps.livemode, id)
  if (found === undefined || found.row.cancelled_at !== null)
    throw new AppError('not-found', 'There is no such round.')
  return openKnown(deps, found, 'recap')
}

async function openKnown(
  { roundFolds, livemode, clock }: CrownsDeps,
  round: KnownRound,
  purpose: Purpose,
) {
  const { row } = round
  const fold = await roundFolds.read(row, purpose)
  const counted = { livemode, ranks: row.ranks, span: spanOf(row) }
  return { fold, counted, moment: momentOf(row, clock()), round }
}

/** Returns the moment of which a round's recap tells: now, and from its end on that. */
function momentOf(row: RoundRow, now: number): Moment {
  const end = endOf(row)
  return { at: Math.min(now, end), isRunning: now < end, isOver: now >= countedBy(row) }
}

function findStart({ round, fold }: Scope): string | null {
  const at = round?.row.starts_at ?? fold.lists.won.first[0]?.at
  return at === undefined ? null : toIso(at)
}

async function readCrowns(deps: CrownsDeps, scope: Scope): Promise<Crown[]> {
  const { crowns } = viewFold(scope.fold, scope.moment)
  return toPublicCrowns(crowns, await readNames(deps, scope, listHolders(crowns)))
}

function readNames(
  { database, toDonorId }: CrownsDeps,
  { counted, round }: Scope,
  wanted: Parameters<typeof readPublicNames>[2],
): Promise<PublicNames> {
  const spanId = round?.row.id ?? 'all-time'
  return readPublicNames(database.reader, { counted, spanId, toDonorId }, wanted)
}

function toClosest({ closest }: FoldView, names: PublicNames): Recap['closest'] {
  if (closest === undefined) return null
  const { at, firstCents, secondCents } = closest
  const [first, second] = [names.ofRow(closest.first), names.ofRow(closest.second)]
  if (first === undefined || second === undefined) return null
  const behindCents = firstCents - secondCents
  return { at: toIso(at), behindCents, first: first.name, second: second.name }
}

function toLeap({ leap }: FoldView, names: PublicNames): Recap['leap'] {
  const name = leap && names.ofRow(leap.sequence)?.name
  if (leap === undefined || name === undefined) return null
  return { at: toIso(leap.at), places: leap.value, name }
}
