import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { ReconcileReport } from '#contract/reconciliation.ts'
import type { Database } from '../../infra/database/database.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import type { Checkouts, Providers } from '../checkouts/checkouts.ts'
import type { Events } from './events.ts'
import { findBeginning, findMark, setMark } from './store.ts'

/** The providers' lists show an event a while after it happened. */
const OVERLAP_MS = 5 * 60 * 1000

/** Stripe keeps its events so long, and PayPal too. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

interface ListDeps {
  database: Database
  providers: Providers
  checkouts: Pick<Checkouts, 'locate'>
  inbox: Pick<Events, 'adopt'>
  clock: () => number
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
    } catch (error) {
      deps.logger.warn({ err: error, provider: provider.name }, 'provider lists could not be read')
      report.concerns.push({
        subject: `lists of ${provider.name}`,
        reason: error instanceof Error ? error.message : 'unknown',
      })
    }
  }
  return hinted
}

async function readListsOf(
  provider: PaymentProvider,
  { database, inbox, checkouts, clock }: ListDeps,
  { report, hinted }: { report: ReconcileReport; hinted: Set<string> },
): Promise<void> {
  const now = clock()
  const since = await findSince(database, provider.name, now)
  if (since === undefined) return
  report.missed += await inbox.adopt(provider, await provider.listEvents(since))
  for (const hint of await provider.listChanges(since)) {
    const checkout = await checkouts.locate(provider.name, hint)
    if (checkout !== undefined && checkout !== 'foreign') hinted.add(checkout.id)
  }
  await database.write(setMark, { provider: provider.name, seenUntil: now })
}

/** Undefined while there is nothing that any list could tell of. */
async function findSince(
  { reader }: Database,
  provider: ProviderName,
  now: number,
): Promise<number | undefined> {
  const last = (await findMark(reader, provider)) ?? (await findBeginning(reader))
  if (last === undefined) return undefined
  // What lies ahead was noted while the clock was wrong, and says nothing of what was read.
  if (last > now + OVERLAP_MS) return now - KEPT_MS
  return Math.max(last - OVERLAP_MS, now - KEPT_MS)
}
