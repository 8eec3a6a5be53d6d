import type { Logger } from 'pino'
import { CURRENCY, formatAmount } from '#contract/money.ts'
import { logFailure, reportFailure } from '#server/infra/log-failure.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import type { MarkedPayment } from '#server/payments/reading/marked-payments.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import type { Checkouts, Providers } from '#server/features/checkouts/checkouts.ts'
import { concernId, type Concerns } from '#server/features/concerns/concerns.ts'
import { labelOf } from '#server/payments/registry.ts'
import { toDay, type Adoption } from './adoption.ts'
import { readMarked, type MarkedList } from './marked-lists.ts'

const LOAD_INTERVAL_MS = 60_000
const CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000
const RETRY_INTERVAL_MS = 10 * 60_000

/** The most pages that are read, enough to detect a loss; the import reads all. */
const MAX_PAGES = 10

/** The most other installations that are reported; an account hardly has more. */
const MAX_OTHERS = 3

/** The subject of the single concern about all missing payments. */
const ALL = 'all'

export const PAYMENTS_MISSING = concernId('payments_missing', ALL)

export interface LossWatchDeps {
  providers: Providers
  checkouts: Pick<Checkouts, 'findMarked' | 'hasOwnHistory'>
  adoption: Pick<Adoption, 'load'>
  concerns: Pick<Concerns, 'raise' | 'end'>
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'warn' | 'error'>
}

/**
 * Detects that the database was lost or is an older copy, because the providers have payments of
 * ours that it does not have. Checks at the start and once a day, and loads what other nodes have
 * adopted.
 */
export class LossWatch {
  readonly #deps: LossWatchDeps
  #dueAt = 0
  #running: Promise<void> = Promise.resolve()
  #cancelNext = () => {}
  #isClosed = false

  constructor(deps: LossWatchDeps) {
    this.#deps = deps
  }

  start(): void {
    const { schedule, logger } = this.#deps
    this.#running = this.#doRound()
      .catch(reportFailure(logger, 'looking for lost payments failed'))
      .finally(() => {
        if (!this.#isClosed) this.#cancelNext = schedule(() => this.start(), LOAD_INTERVAL_MS)
      })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelNext()
    await this.#running
  }

  /** Checks now. Fails only if the database does; a provider that is away is asked again. */
  async check(): Promise<void> {
    const { providers, logger } = this.#deps
    const lists = await Promise.all(Object.values(providers).map((one) => this.#read(one)))
    if (this.#isClosed) return
    for (const { error, provider } of lists) {
      if (error === undefined) continue
      logFailure(logger, { error, provider: provider.name }, 'marked payments could not be listed')
    }
    await this.#noteMissing(lists)
    await this.#noteOthers(lists)
    const isWhole = lists.every(({ error }) => error === undefined)
    this.#dueAt = this.#deps.clock() + (isWhole ? CHECK_INTERVAL_MS : RETRY_INTERVAL_MS)
  }

  async #doRound(): Promise<void> {
    await this.#deps.adoption.load()
    if (this.#deps.clock() >= this.#dueAt) await this.check()
  }

  /** Reads pages until one has only known payments of ours: a loss affects the newest ones. */
  #read(provider: PaymentProvider): Promise<MarkedList> {
    return readMarked(provider, {
      schedule: this.#deps.schedule,
      isOpen: () => !this.#isClosed,
      shouldContinue: async (page, pagesRead) => {
        const ours = page.filter(({ isOurs }) => isOurs)
        const missing = await this.#findMissing(provider, ours)
        return pagesRead < MAX_PAGES && (ours.length === 0 || missing.length > 0)
      },
    })
  }

  async #findMissing(
    provider: PaymentProvider,
    ours: readonly MarkedPayment[],
  ): Promise<MarkedPayment[]> {
    const missing: MarkedPayment[] = []
    for (const marked of ours) {
      if (!(await this.#isKnown(provider, marked))) missing.push(marked)
    }
    return missing
  }

  /**
   * Returns whether the checkout exists. One with another payment counts as known; the import
   * reports it.
   */
  async #isKnown(provider: PaymentProvider, marked: MarkedPayment): Promise<boolean> {
    const byId = { ...marked, ref: null, captureId: null }
    return (await this.#deps.checkouts.findMarked(provider, byId)) !== undefined
  }

  async #noteMissing(lists: readonly MarkedList[]): Promise<void> {
    const { concerns } = this.#deps
    const missing: MarkedPayment[] = []
    for (const { provider, items } of lists) {
      const ours = items.filter(({ isOurs }) => isOurs)
      missing.push(...(await this.#findMissing(provider, ours)))
    }
    if (missing.length > 0) {
      await concerns.raise({
        kind: 'payments_missing',
        subject: ALL,
        message: `The providers have ${describe(missing)} of this installation that the database does not know; was an older copy restored? Run donation-royale reconcile --import`,
        details: { payments: missing.length },
      })
    } else if (lists.every(({ error }) => error === undefined)) await concerns.end(PAYMENTS_MISSING)
  }

  /**
   * Raises concerns about other installations, unless the database has history: then their payments
   * belong to somebody else.
   */
  async #noteOthers(lists: readonly MarkedList[]): Promise<void> {
    const { checkouts, concerns } = this.#deps
    const { adopted, others } = groupByInstallation(lists)
    for (const id of adopted) await concerns.end(concernId('installation_lost', id))
    const livemode = lists.some(({ provider }) => provider.livemode) ? 1 : 0
    if (others.length === 0 || (await checkouts.hasOwnHistory(livemode))) return
    for (const [id, payments] of others.slice(0, MAX_OTHERS)) {
      await concerns.raise({
        kind: 'installation_lost',
        subject: id,
        message: `The database is empty, but ${nameAccounts(lists, id)} ${describe(payments)} of the installation ${id}, the newest of ${toDay(Math.max(...payments.map(({ at }) => at)))}. If that was this one, run donation-royale reconcile --import --installation ${id}`,
        details: { installation: id, payments: payments.length },
      })
    }
  }
}

function groupByInstallation(lists: readonly MarkedList[]) {
  const all = Map.groupBy(
    lists.flatMap(({ items }) => items),
    ({ installationId }) => installationId,
  )
  const adopted = [...all].filter(([, [first]]) => first?.isOurs).map(([id]) => id)
  const others = [...all].filter(([, [first]]) => first?.isOurs === false)
  return { adopted, others: others.toSorted(([, a], [, b]) => b.length - a.length) }
}

function nameAccounts(lists: readonly MarkedList[], id: string): string {
  const labels = lists
    .filter(({ items }) => items.some(({ installationId }) => installationId === id))
    .map(({ provider }) => labelOf(provider.name))
  return labels.length === 1
    ? `this ${labels[0]} account has`
    : `these ${labels.join(' and ')} accounts have`
}

/** Formats payments as `12 payments ($60.00)`; the sum leaves out other currencies. */
function describe(payments: readonly MarkedPayment[]): string {
  const cents = payments
    .filter(({ currency }) => currency === CURRENCY)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const noun = payments.length === 1 ? 'payment' : 'payments'
  return `${payments.length} ${noun} (${formatAmount(cents)})`
}
