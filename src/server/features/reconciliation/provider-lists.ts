import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import type { Database, Reader } from '#server/infra/database/database.ts'
import { requireInstalledAt } from '#server/infra/database/installation.ts'
import { readNamed, tellUnreadableList } from '#server/payments/failures/list-failures.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import {
  findFirstBegun,
  type Checkouts,
  type Providers,
} from '#server/features/checkouts/checkouts.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import type { Events } from './events.ts'
import { findMark, setMark, type ReadUntil } from './store.ts'

/** The overlap of two readings, since lists show an event some time after it happened. */
const OVERLAP_MS = 5 * 60 * 1000

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The longest time for which other lists are read; after a longer absence each payment is checked
 * anyway.
 */
const CHANGES_READ_MS = 180 * DAY_MS

/** The time for which the lists are read again for a payment that could not be reached. */
const HELD_BACK_MS = 60 * 60 * 1000

/** The most payments that could not be reached before their provider counts as away. */
const MAX_UNREACHED = 20

interface ListDeps {
  database: Database
  providers: Providers
  checkouts: Pick<Checkouts, 'recognise'>
  inbox: Pick<Events, 'adopt'>
  concerns: Pick<Concerns, 'raise' | 'end' | 'list'>
  logger: Pick<Logger, 'debug' | 'warn'>
  /** The time at which each list was first held back, Unix ms by the provider's clock. */
  heldSince: Map<ProviderName, number>
}

/** The progress of reading a provider's lists from `since` on, Unix ms by the provider's clock. */
interface Reading extends ReadUntil {
  since: number
}

export interface ReadLists {
  /** The ids of the checkouts that changed according to the lists, with their providers. */
  changed: Map<string, ProviderName>
  /** The progress of the lists that could be read. */
  readings: Reading[]
  /** The providers whose lists could not be read. */
  unread: ProviderName[]
}

/**
 * Reads the providers' own lists since they were read last: events go to the inbox. Returns the
 * checkouts that changed according to other lists, which must be checked before `noteRead` stores
 * the progress. A list that cannot be read now is read the next time.
 */
export async function readLists(deps: ListDeps, report: ReconcileReport): Promise<ReadLists> {
  const lists: ReadLists = { changed: new Map(), readings: [], unread: [] }
  for (const provider of Object.values(deps.providers)) {
    try {
      lists.readings.push(await readListsOf(provider, deps, { report, changed: lists.changed }))
      await deps.concerns.end(concernId('list_unreadable', provider.name))
    } catch (error) {
      lists.unread.push(provider.name)
      const line = { error, provider: provider.name }
      logFailure(deps.logger, line, 'provider lists could not be read')
      await raiseUnreadable(deps, provider.name, error)
    }
  }
  return lists
}

/**
 * Stores how far the lists were read. If a changed checkout is among the `unreached`, the progress
 * is held back for an hour; then a concern tells the host of the checkout, which the reconciler
 * checks each hour from then on.
 */
export async function noteRead(
  deps: Pick<ListDeps, 'database' | 'concerns' | 'logger' | 'heldSince'>,
  { changed, readings }: ReadLists,
  unreached: readonly string[],
): Promise<void> {
  for (const { since, ...reading } of readings) {
    const { provider, seenUntil, hasGap } = reading
    const lost = unreached.filter((id) => changed.get(id) === provider)
    const heldSince = deps.heldSince.get(provider) ?? seenUntil
    const isHeld =
      lost.length > 0 && (seenUntil - heldSince < HELD_BACK_MS || lost.length > MAX_UNREACHED)
    if (isHeld) {
      deps.heldSince.set(provider, heldSince)
      // A gap is told and checked once the list counts as read.
      const held = { ...reading, seenUntil: since + OVERLAP_MS, hasGap: false }
      await deps.database.write(setMark, held)
      continue
    }
    deps.heldSince.delete(provider)
    await deps.database.write(setMark, reading)
    await Promise.all(lost.map((id) => raiseUnreached(deps, provider, id)))
    if (!hasGap) continue
    deps.logger.warn(
      { provider, since: new Date(since).toISOString() },
      'the list of events does not reach back to what was read last; every paid checkout is asked about',
    )
  }
}

async function raiseUnreached(
  { concerns }: Pick<ListDeps, 'concerns'>,
  provider: ProviderName,
  checkoutId: string,
): Promise<void> {
  await concerns.raise({
    kind: 'checkout_not_reconciled',
    subject: checkoutId,
    message: 'A checkout could not be reconciled: its provider did not answer.',
    details: { checkoutId },
    provider,
  })
}

async function raiseUnreadable(
  { concerns }: ListDeps,
  provider: ProviderName,
  error: unknown,
): Promise<void> {
  await concerns.raise({
    kind: 'list_unreadable',
    subject: provider,
    message: tellUnreadableList(provider, error),
    provider,
  })
}

interface Found {
  report: ReconcileReport
  changed: Map<string, ProviderName>
}

async function readListsOf(
  provider: PaymentProvider,
  deps: ListDeps,
  found: Found,
): Promise<Reading> {
  const { database, inbox } = deps
  const { name, clock } = provider
  // Until then the last reading may be that of other keys.
  await provider.identify()
  const startedAt = clock.localNow()
  const now = clock.now()
  const since = await findSince(database, provider, now)
  const eventsSince = Math.max(since, now - PROVIDER_DEFINITIONS[name].eventsKeptMs)
  found.report.missed += await inbox.adopt(
    provider,
    await readNamed('events', () => provider.listEvents(eventsSince)),
  )
  await collectChanged(provider, Math.max(since, now - CHANGES_READ_MS), deps, found)
  // The responses may have told only now that our clock is ahead; a single wrong one moves nothing
  // further back than to the last reading.
  const last = Math.min(since + OVERLAP_MS, startedAt + clock.offsetMs)
  const seenUntil = Math.max(last, Math.min(now, clock.toProviderAtMost(startedAt)))
  return {
    provider: name,
    account: provider.account,
    since,
    seenUntil,
    hasGap: since < eventsSince,
  }
}

/**
 * Reads the other lists and collects the checkouts that changed. Changes of unknown payments are
 * skipped: they belong to other software, or their payment is still to be recorded, together with
 * its changes.
 */
async function collectChanged(
  provider: PaymentProvider,
  since: number,
  { checkouts, inbox }: ListDeps,
  { changed }: Found,
): Promise<void> {
  const { items, unreadable } = await readNamed('refunds', () => provider.listChanges(since))
  await inbox.adopt(provider, { items: [], unreadable })
  for (const pointer of items) {
    const checkout = await checkouts.recognise(provider.name, pointer)
    if (typeof checkout === 'object') changed.set(checkout.id, provider.name)
  }
}

/** Returns the time since when the lists must be read, by the provider's clock. */
async function findSince(
  { reader }: Database,
  { name, account, clock }: PaymentProvider,
  now: number,
): Promise<number> {
  const mark = await findMark(reader, { provider: name, account })
  // The beginning was stored by our own clock, which may have been right at that time.
  const last = mark ?? (await findBeginning(reader)) + Math.min(0, clock.offsetMs)
  // A time in the future was stored while the clock was wrong, so it does not count.
  return last > now + OVERLAP_MS ? now - PROVIDER_DEFINITIONS[name].eventsKeptMs : last - OVERLAP_MS
}

/** Returns the time when this installation, or its first checkout, was created, Unix ms. */
async function findBeginning(reader: Reader): Promise<number> {
  const installedAt = await requireInstalledAt(reader)
  return Math.min(installedAt, (await findFirstBegun(reader, null)) ?? installedAt)
}
