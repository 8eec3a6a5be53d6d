import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { Database } from '../../infra/database/database.ts'
import { readNamed, tellUnreadableList } from '../../payments/list-failures.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import type { Checkouts, Providers } from '../checkouts/checkouts.ts'
import { concernId, type Concerns } from '../concerns/concerns.ts'
import type { Events } from './events.ts'
import { findBeginning, findMark, setMark } from './store.ts'

/** The providers' lists show an event a while after it happened. */
const OVERLAP_MS = 5 * 60 * 1000

/** Stripe and PayPal keep their events for 30 days, and refuse to be asked for more. */
const KEPT_MS = 29 * 24 * 60 * 60 * 1000

interface ListDeps {
  database: Database
  providers: Providers
  checkouts: Pick<Checkouts, 'recognise'>
  inbox: Pick<Events, 'adopt'>
  concerns: Pick<Concerns, 'raise' | 'end' | 'list'>
  logger: Pick<Logger, 'warn'>
}

/**
 * Reads what the providers' own lists have since they were read last: events go to the inbox. Answers
 * the checkouts that other lists point to. A list that cannot be read now is read the next time.
 */
export async function readLists(deps: ListDeps, report: ReconcileReport): Promise<Set<string>> {
  const hinted = new Set<string>()
  for (const provider of Object.values(deps.providers)) {
    try {
      await readListsOf(provider, deps, { report, hinted })
      await deps.concerns.end(concernId('list_unreadable', provider.name))
    } catch (error) {
      deps.logger.warn({ err: error, provider: provider.name }, 'provider lists could not be read')
      await raiseUnreadable(deps, provider.name, error)
    }
  }
  return hinted
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
  hinted: Set<string>
}

async function readListsOf(provider: PaymentProvider, deps: ListDeps, found: Found): Promise<void> {
  const { database, inbox } = deps
  const now = provider.clock.now()
  const since = await findSince(database, provider, now)
  if (since === undefined) return
  found.report.missed += await inbox.adopt(
    provider,
    await readNamed('events', () => provider.listEvents(since)),
  )
  await follow(provider, since, deps, found)
  const { name, account } = provider
  await database.write(setMark, { provider: name, account, seenUntil: now })
}

/**
 * Changes of payments that we do not know are passed over: they are other software's, or their
 * payment is still to be booked, and its changes come with it.
 */
async function follow(
  provider: PaymentProvider,
  since: number,
  { checkouts, inbox }: ListDeps,
  { hinted }: Found,
): Promise<void> {
  const { items, unreadable } = await readNamed('refunds', () => provider.listChanges(since))
  await inbox.adopt(provider, { items: [], unreadable })
  for (const hint of items) {
    const checkout = await checkouts.recognise(provider.name, hint)
    if (typeof checkout === 'object') hinted.add(checkout.id)
  }
}

/** Undefined while there is nothing that any list could tell of; else by the provider's clock. */
async function findSince(
  { reader }: Database,
  { name, account, clock }: PaymentProvider,
  now: number,
): Promise<number | undefined> {
  const mark = await findMark(reader, { provider: name, account })
  const last = mark ?? earlier(await findBeginning(reader), clock.offsetMs)
  if (last === undefined) return undefined
  // What lies ahead was noted while the clock was wrong, and says nothing of what was read.
  if (last > now + OVERLAP_MS) return now - KEPT_MS
  return Math.max(last - OVERLAP_MS, now - KEPT_MS)
}

/** What was noted by our own clock, which may have been right at that time. */
function earlier(at: number | undefined, offsetMs: number): number | undefined {
  return at === undefined ? undefined : at + Math.min(0, offsetMs)
}
