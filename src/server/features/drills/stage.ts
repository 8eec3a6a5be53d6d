import { setTimeout as sleep } from 'node:timers/promises'
import pMap from 'p-map'
import type { DrillPoint } from '#contract/host/drills.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import { formatAmount } from '#contract/money.ts'
import type { HostSummary } from '#contract/host/figures.ts'
import { findEventsOf } from '#server/features/webhooks/webhooks.ts'
import type { AuditActor } from '#server/features/audit/audit.ts'
import type { RoundRehearsal } from '#server/features/leaderboard/leaderboard.ts'
import type { Database } from '#server/infra/database/database.ts'
import { comparePayments, type Comparison, type DrillPayment } from './compare.ts'
import { payOnce, type PayersDeps, type PaymentWish } from './payers.ts'
import type { DrillRecord } from './record.ts'
import type { TakenPayment } from './stand-ins.ts'

export interface StageDeps extends PayersDeps {
  database: Database
  inbox: {
    countUnhandled(): Promise<{ waiting: number; parked: number }>
  }
  /** Returns the drift as the overview shows it. */
  readDrift: () => Promise<HostSummary['drift']>
  rehearsal: RoundRehearsal
  clock: () => number
}

/** The time between two comparisons of providers and ledger, ms. */
const POLL_INTERVAL_MS = 250

/** The longest wait for webhooks to be sent, or to be handled, when all is in the ledger, ms. */
const DRAIN_MS = 60_000

/** The time between two readings of the clock, ms. */
const TICK_MS = 50

/** The payments that are made at the same time. */
const CONCURRENCY = 6

/** The state of the webhooks before a drill. */
interface Before {
  /** Those that the providers are still to send. */
  unsent: number
  /** Those that the server is still to handle. */
  waiting: number
  parked: number
}

/** Everything that the script of a drill does and checks. */
export class Stage {
  readonly payments: DrillPayment[] = []
  readonly record: DrillRecord
  /** The host who has started it. */
  readonly actor: AuditActor
  readonly signal: AbortSignal
  readonly deps: StageDeps
  #before: Before = { unsent: 0, waiting: 0, parked: 0 }
  readonly #underWay = new Set<Promise<DrillPayment>>()

  constructor(
    deps: StageDeps,
    { record, actor, signal }: Pick<Stage, 'record' | 'actor' | 'signal'>,
  ) {
    this.deps = deps
    this.record = record
    this.actor = actor
    this.signal = signal
  }

  get standIns(): StageDeps['standIns'] {
    return this.deps.standIns
  }

  /** Measures what is the case before the drill. */
  async begin(): Promise<void> {
    const unsent = await this.standIns.countWaiting()
    this.#before = { unsent, ...(await this.deps.inbox.countUnhandled()) }
    await this.measure('before')
  }

  say(sentence: string): void {
    this.record.add('done', sentence)
  }

  check(isRight: boolean, sentences: { right: string; wrong: string }): boolean {
    this.record.add(isRight ? 'passed' : 'failed', isRight ? sentences.right : sentences.wrong)
    return isRight
  }

  /** Makes so many payments, by the given providers in turn. */
  async pay(count: number, providers: readonly ProviderName[]): Promise<void> {
    this.record.planned = count
    const numbers = Array.from({ length: count }, (_, index) => index)
    await pMap(numbers, (index) => this.payOnce(index, providers), { concurrency: CONCURRENCY })
  }

  /** Yields the number of each of so many donations when it is due, and ends with the time, ms. */
  async *inTime(count: number, lengthMs: number): AsyncGenerator<number> {
    const { clock } = this.deps
    const begunAt = clock()
    for (let index = 0; index < count; index += 1) {
      const dueAt = begunAt + (index * lengthMs) / count
      while (clock() < dueAt) await this.pause(TICK_MS)
      if (clock() >= begunAt + lengthMs) return
      yield index
      if (index % 25 === 0) await this.measure('during')
    }
  }

  /** Makes one payment, by the providers in turn; of one of the payers' amounts if none is given. */
  async payOnce(
    index: number,
    providers: readonly ProviderName[],
    wish: PaymentWish = {},
  ): Promise<void> {
    this.signal.throwIfAborted()
    const provider = providers[index % providers.length]
    if (provider === undefined) throw new Error('No provider was named.')
    const payment = payOnce(this.deps, { ...wish, index, provider })
    this.#underWay.add(payment)
    try {
      this.payments.push(await payment)
      this.record.paid += 1
    } finally {
      this.#underWay.delete(payment)
    }
  }

  /** Waits for the payments that go on after the script has ended. */
  async whenPaid(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  /** Returns the amounts of all payments in words. */
  get total(): string {
    return formatAmount(this.payments.reduce((sum, { amountCents }) => sum + amountCents, 0))
  }

  /** Returns what a provider has of a payment; throws if it has taken nothing. */
  async requireTaken({ provider, ref }: DrillPayment): Promise<TakenPayment> {
    const taken = await this.standIns.listPayments()
    const found = taken.find((one) => one.provider === provider && one.ref === ref)
    if (found === undefined) throw new Error(`The provider has no payment ${ref}.`)
    return found
  }

  /** Returns the number of webhooks about the payments that the server has kept. */
  async countWebhooks(): Promise<number> {
    const { reader } = this.deps.database
    const taken = await this.standIns.listPayments()
    const counts = this.payments.map(async ({ provider, ref }) => {
      const captureId = taken.find((one) => one.ref === ref)?.paymentId ?? null
      return (await findEventsOf(reader, { provider, ref, captureId })).length
    })
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }

  /** Compares providers, ledger and board, and adds the figures to the course. */
  async measure(moment: DrillPoint['moment']): Promise<Comparison> {
    const taken = await this.standIns.listPayments()
    const comparison = await comparePayments(this.deps.database.reader, this.payments, taken)
    this.record.measure(moment, { ...comparison, driftCents: await this.readDriftCents() })
    return comparison
  }

  /** Waits until providers, ledger and board agree, at most so long; returns whether they do. */
  async untilAgreed(timeoutMs: number, intervalMs = POLL_INTERVAL_MS): Promise<boolean> {
    const agree = async () => (await this.measure('during')).differences.length === 0
    return this.until(agree, timeoutMs, intervalMs)
  }

  async until(
    isDone: () => Promise<boolean>,
    timeoutMs: number,
    intervalMs = POLL_INTERVAL_MS,
  ): Promise<boolean> {
    const deadline = this.deps.clock() + timeoutMs
    for (;;) {
      this.signal.throwIfAborted()
      if (await isDone()) return true
      if (this.deps.clock() >= deadline) return false
      await this.pause(intervalMs)
    }
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal, ref: false })
  }

  /** Checks that no webhook that was sent is still under way. */
  async verifyWebhooks(): Promise<void> {
    const areTaken = async () => (await this.standIns.countWaiting()) <= this.#before.unsent
    this.check(await this.until(areTaken, DRAIN_MS), {
      right: 'All webhooks that the providers sent have arrived.',
      wrong: 'Webhooks still wait at the providers, because they were not taken.',
    })
  }

  /** Checks the end of a drill: that each payment agrees, and that there is no drift. */
  async verify(): Promise<void> {
    await this.until(() => this.#isHandled(), DRAIN_MS)
    const { differences, ledgerCents } = await this.measure('after')
    for (const difference of differences) this.record.add('failed', difference)
    if (differences.length === 0) {
      const left = formatAmount(ledgerCents)
      this.check(this.payments.length > 0, {
        right: `Providers, ledger and board agree about each of the ${this.payments.length} donations: ${left} is left.`,
        wrong: 'Nothing was paid, so that nothing could be compared.',
      })
    }
    await this.#verifyConcerns()
  }

  /** Returns whether the server has handled all webhooks that came since the beginning. */
  async #isHandled(): Promise<boolean> {
    const { waiting, parked } = await this.deps.inbox.countUnhandled()
    return waiting <= this.#before.waiting && parked <= this.#before.parked
  }

  async #verifyConcerns(): Promise<void> {
    // Again, since a reconciliation may have brought more meanwhile.
    this.check(await this.until(() => this.#isHandled(), DRAIN_MS), {
      right: 'The server has handled all webhooks that came.',
      wrong: 'There are webhooks that the server could not handle; see what waits for you.',
    })
    const driftCents = await this.readDriftCents()
    this.check(driftCents === 0, {
      right: 'The overview shows no drift.',
      wrong: `The overview shows a drift of ${formatAmount(driftCents)}.`,
    })
  }

  /** Returns the size of all drift that the overview shows. */
  async readDriftCents(): Promise<number> {
    return sumDrift(await this.deps.readDrift())
  }
}

/** Returns the size of all differences; opposite ones do not cancel each other out. */
export function sumDrift(drift: HostSummary['drift']): number {
  return drift.reduce(
    (sum, { ledgerCents, statementCents }) =>
      sum + Math.abs(ledgerCents) + Math.abs(statementCents),
    0,
  )
}
