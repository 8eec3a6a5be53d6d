import pMap from 'p-map'
import type { Logger } from 'pino'
import { AppError, isTransient, messageOf } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { ImportReport, ProviderImport } from '#contract/reconciliation.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { isPermissionDenied } from '#server/payments/failures/failures.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { CircuitBreaker } from '#server/payments/circuit-breaker.ts'
import type {
  Checkouts,
  HasAccount,
  PreparedImport,
  Providers,
} from '#server/features/checkouts/checkouts.ts'
import { labelOf } from '#server/payments/registry.ts'
import type { Adoption } from './adoption.ts'
import type { Events } from './events.ts'
import { readMarked, type MarkedList } from './marked-lists.ts'

/**
 * The number of payments that are read at the same time, with three requests each; donors' payments
 * share the provider's limits.
 */
const CONCURRENCY = 8

/** The most payments of one import, so that the response takes minutes at most. */
const MAX_AT_ONCE = 2_000

export interface ImporterDeps {
  providers: Providers
  checkouts: Pick<
    Checkouts,
    'findMarked' | 'prepareImport' | 'bookImport' | 'reconcile' | 'recognise'
  >
  adoption: Pick<Adoption, 'adopt'>
  inbox: Pick<Events, 'findParked' | 'resumeParked'>
  hasAccount: HasAccount
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'info' | 'warn'>
}

/** A payment that its provider has and the database does not. */
interface Missing {
  provider: PaymentProvider
  marked: MarkedPayment
}

interface Ready extends Missing {
  prepared: PreparedImport
}

/**
 * Records the payments of this installation that the providers have and the database does not, in
 * the order in which they were made. Known payments are skipped, so that an import may be
 * interrupted and run again at any time.
 */
export class Importer {
  readonly #deps: ImporterDeps
  #running: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(deps: ImporterDeps) {
    this.#deps = deps
  }

  /**
   * Runs an import; with an `installation`, adopts that one first and imports its payments too.
   * Throws `failed-precondition` if it must not be adopted; then nothing is imported.
   */
  async run(installation?: string): Promise<ImportReport> {
    const running = this.#running.then(() => this.#import(installation))
    this.#running = running.catch(() => {})
    return running
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
  }

  async #import(installation: string | undefined): Promise<ImportReport> {
    const { providers, schedule, adoption, logger } = this.#deps
    const options = { schedule, isOpen: () => !this.#isClosed }
    const lists = await Promise.all(
      Object.values(providers).map((provider) => readMarked(provider, options)),
    )
    if (installation !== undefined) await adoption.adopt(installation, lists)
    const reports = new Map(
      lists.map((list) => [list.provider.name, startReport(list.provider.name, list)]),
    )
    const report: ImportReport = { providers: [...reports.values()], left: 0 }
    const noteOf = ({ name }: PaymentProvider) => reports.get(name) ?? startReport(name)
    const missing: Missing[] = []
    for (const { provider, items } of lists) {
      const ours = items.filter((one) => one.isOurs || one.installationId === installation)
      missing.push(...(await this.#findMissing(provider, ours, noteOf(provider))))
    }
    const oldestFirst = missing.toSorted((a, b) => a.marked.at - b.marked.at)
    const ready = await this.#prepareEach(oldestFirst.slice(0, MAX_AT_ONCE), report, noteOf)
    report.left += Math.max(0, missing.length - MAX_AT_ONCE)
    await this.#bookEach(ready, noteOf)
    await this.#resumeEvents()
    logger.info({ imports: report }, 'payments imported')
    return report
  }

  /**
   * Returns the payments without a checkout. A known checkout that is unfinished is reconciled, as
   * it may have been paid after the database was copied.
   */
  async #findMissing(
    provider: PaymentProvider,
    ours: readonly MarkedPayment[],
    note: ProviderImport,
  ): Promise<Missing[]> {
    const { checkouts } = this.#deps
    const missing: Missing[] = []
    note.found = ours.length
    for (const marked of ours) {
      try {
        const checkout = await checkouts.findMarked(provider, marked)
        if (checkout === undefined) missing.push({ provider, marked })
        else note.known += 1
        if (checkout !== undefined && checkout.state !== 'paid' && checkout.state !== 'review') {
          await checkouts.reconcile(checkout)
        }
      } catch (error) {
        note.failed.push(describeFailure(marked, error))
      }
    }
    return missing
  }

  async #prepareEach(
    missing: readonly Missing[],
    report: ImportReport,
    noteOf: (provider: PaymentProvider) => ProviderImport,
  ): Promise<Ready[]> {
    const { checkouts, hasAccount } = this.#deps
    const breaker = new CircuitBreaker()
    const ready: Ready[] = []
    await pMap(
      missing,
      async ({ provider, marked }) => {
        const note = noteOf(provider)
        if (this.#isClosed || breaker.isOpen(provider.name)) {
          report.left += 1
          note.isComplete = false
          return
        }
        try {
          const prepared = await checkouts.prepareImport(provider, marked, hasAccount)
          ready.push({ provider, marked, prepared })
          breaker.record(provider.name, true)
        } catch (error) {
          breaker.record(provider.name, !isTransient(error))
          note.failed.push(describeFailure(marked, error))
        }
      },
      { concurrency: CONCURRENCY },
    )
    return ready.toSorted((a, b) => a.prepared.checkout.created_at - b.prepared.checkout.created_at)
  }

  /** Records the payments one after another: of equal amounts the earlier one ranks higher. */
  async #bookEach(
    ready: readonly Ready[],
    noteOf: (provider: PaymentProvider) => ProviderImport,
  ): Promise<void> {
    for (const { provider, marked, prepared } of ready) {
      const note = noteOf(provider)
      try {
        const cents = await this.#deps.checkouts.bookImport(prepared)
        if (cents === null) {
          await this.#requireKnown(provider, marked)
          note.known += 1
        } else {
          note.imported += 1
          note.importedCents += cents
        }
      } catch (error) {
        const line = { error, checkout: marked.checkoutId }
        logFailure(this.#deps.logger, line, 'import failed')
        note.failed.push(describeFailure(marked, error))
      }
    }
  }

  /**
   * Throws unless somebody else has recorded the checkout meanwhile, with this payment or another
   * one.
   */
  async #requireKnown(provider: PaymentProvider, marked: MarkedPayment): Promise<void> {
    const checkout = await this.#deps.checkouts.findMarked(provider, marked)
    if (checkout !== undefined) return
    throw new Error(`The checkout ${marked.checkoutId} could not be stored: its ids are taken.`)
  }

  /** Resumes events that were parked because their payment was unknown. */
  async #resumeEvents(): Promise<void> {
    const { inbox, checkouts } = this.#deps
    for (const { id, provider, payment_ref, capture_id } of await inbox.findParked()) {
      const pointer = { paymentRef: payment_ref, captureId: capture_id }
      const isKnown = typeof (await checkouts.recognise(provider, pointer)) === 'object'
      if (isKnown) await inbox.resumeParked(id)
    }
  }
}

function startReport(name: ProviderName, list?: MarkedList): ProviderImport {
  const cutOff = `${labelOf(name)}: the list could not be read to its end: ${messageOf(list?.error)} Run it again.`
  return {
    provider: name,
    found: 0,
    known: 0,
    imported: 0,
    importedCents: 0,
    failed: [...(list?.unreadable ?? [])],
    limits: [...(list?.limits ?? []), ...(list?.error === undefined ? [] : [cutOff])],
    isComplete: list?.error === undefined,
  }
}

function describeFailure(
  { ref, captureId, checkoutId }: MarkedPayment,
  error: unknown,
): ProviderImport['failed'][number] {
  return { payment: ref ?? captureId ?? checkoutId, reason: explain(error) }
}

/** Returns the reason for the host; other errors mean nothing to them, so they are only logged. */
function explain(error: unknown): string {
  if (isPermissionDenied(error)) {
    return 'The key may not read what became of its money; see the missing permission.'
  }
  return error instanceof AppError ? error.message : 'It could not be stored; the log says why.'
}
