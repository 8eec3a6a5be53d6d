import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import { logFailure } from '#server/infra/log-failure.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import type { PaymentProvider, ProbeResult } from '#server/payments/provider.ts'
import type { Providers } from '#server/features/checkouts/checkouts.ts'
import { labelOf } from '#server/payments/registry.ts'

const CHECK_INTERVAL_MS = 60_000
const PROBE_INTERVAL_MS = 60 * 60_000

/** The time after a probe from which a denial causes another one. */
const MIN_REPROBE_INTERVAL_MS = 60_000

/** The largest offset of a clock, ms, that is no problem. */
const MAX_TOLERATED_OFFSET_MS = 60_000

export interface ProviderReport {
  provider: ProviderName
  /** The last results about the permissions of our keys; empty before the first probe. */
  probes: readonly ProbeResult[]
  /** The offset of the provider's clock, ms; positive if it is ahead of ours. */
  clockOffsetMs: number
  /** The problems for the host, with a sentence each. */
  problems: readonly ProviderProblem[]
}

/** A problem that a probe or the comparison of the clocks has shown. */
export interface ProviderProblem {
  kind: 'key_denied' | 'clock_offset'
  sentence: string
}

export interface ProviderHealthDeps {
  providers: Providers
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'debug' | 'error' | 'warn'>
}

/**
 * Probes the permissions of our keys at each provider, at the start and hourly, and compares
 * clocks.
 */
export class ProviderHealth {
  readonly #deps: ProviderHealthDeps
  readonly #probes = new Map<ProviderName, { results: ProbeResult[]; dueAt: number }>()
  readonly #mutex = new KeyedMutex()
  /** The time from which a denial causes a probe; Infinity while a probe is running. */
  readonly #reprobeFrom = new Map<ProviderName, number>()
  readonly #logged = new Map<ProviderName, Set<string>>()
  #cancelNext = () => {}
  #notifyProblemsChanged = () => {}
  #isClosed = false

  constructor(deps: ProviderHealthDeps) {
    this.#deps = deps
    for (const provider of Object.values(deps.providers)) {
      provider.onDenied(() => this.#noteDenied(provider))
    }
  }

  /**
   * Registers `listener`, which is called after a probe that a denial caused: the problems may have
   * changed.
   */
  onProblemsChanged(listener: () => void): void {
    this.#notifyProblemsChanged = listener
  }

  start(): void {
    void this.check().finally(() => {
      if (this.#isClosed) return
      this.#cancelNext = this.#deps.schedule(() => this.start(), CHECK_INTERVAL_MS)
    })
  }

  /** Stops without waiting for pending responses. */
  close(): void {
    this.#isClosed = true
    this.#cancelNext()
  }

  /** Runs the probes that are due. Never fails. */
  async check(): Promise<void> {
    const providers = Object.values(this.#deps.providers)
    await Promise.all(providers.map((provider) => this.#checkOne(provider)))
  }

  /** Runs all probes, since the host may have changed the permissions. Never fails. */
  async checkNow(): Promise<void> {
    for (const known of this.#probes.values()) known.dueAt = 0
    await this.check()
  }

  /** Returns the last results for each provider. */
  reports(): ProviderReport[] {
    return Object.values(this.#deps.providers).map((provider) => this.#reportOf(provider))
  }

  /**
   * Probes a provider after a denial, as a permission may be lost while the server runs; at most
   * once a minute.
   */
  #noteDenied(provider: PaymentProvider): void {
    const { name } = provider
    const known = this.#probes.get(name)
    if (known === undefined || this.#isClosed) return
    const reprobeFrom = this.#reprobeFrom.get(name) ?? 0
    known.dueAt = Math.min(known.dueAt, reprobeFrom)
    if (this.#deps.clock() < reprobeFrom) return
    this.#reprobeFrom.set(name, Infinity)
    void this.#checkOne(provider).then(() => this.#notifyProblemsChanged())
  }

  #checkOne(provider: PaymentProvider): Promise<void> {
    return this.#mutex.run(provider.name, () => this.#checkIfDue(provider))
  }

  async #checkIfDue(provider: PaymentProvider): Promise<void> {
    const { clock, logger } = this.#deps
    const { name } = provider
    try {
      if (clock() >= (this.#probes.get(name)?.dueAt ?? 0)) await this.#probe(provider)
      if (!this.#isClosed) this.#logNew(this.#reportOf(provider))
    } catch (error) {
      logFailure(logger, { error, provider: name }, 'provider could not be probed')
    }
  }

  async #probe(provider: PaymentProvider): Promise<void> {
    this.#reprobeFrom.set(provider.name, Infinity)
    const results = await provider.probe().finally(() => {
      this.#reprobeFrom.set(provider.name, this.#deps.clock() + MIN_REPROBE_INTERVAL_MS)
    })
    // A provider that did not answer is probed again in each round.
    const isAway = results.some(({ state, isOptional }) => state === 'unavailable' && !isOptional)
    const dueAt = this.#deps.clock() + (isAway ? 0 : PROBE_INTERVAL_MS)
    this.#probes.set(provider.name, { results, dueAt })
  }

  #reportOf({ name, clock }: PaymentProvider): ProviderReport {
    const probes = this.#probes.get(name)?.results ?? []
    const clockOffsetMs = clock.offsetMs
    const problems = [...findDenied(probes), ...findClockProblem(name, clockOffsetMs)]
    return { provider: name, probes, clockOffsetMs, problems }
  }

  /** Logs the problems that are new since the last round, and forgets those that are over. */
  #logNew({ provider, clockOffsetMs, problems }: ProviderReport): void {
    const known = this.#logged.get(provider) ?? new Set()
    const keyOf = ({ kind, sentence }: ProviderProblem) =>
      kind === 'clock_offset' ? kind : sentence
    for (const problem of problems) {
      if (known.has(keyOf(problem))) continue
      this.#deps.logger.error({ provider, clockOffsetMs }, problem.sentence)
    }
    this.#logged.set(provider, new Set(problems.map(keyOf)))
  }
}

/**
 * Returns the denied permissions; a rejected key has the same sentence in each probe, so it counts
 * once.
 */
function findDenied(probes: readonly ProbeResult[]): ProviderProblem[] {
  const denied = probes.filter(({ state, isOptional }) => state === 'denied' && !isOptional)
  const sentences = new Set(denied.map(({ sentence }) => sentence))
  return [...sentences].map((sentence) => ({ kind: 'key_denied', sentence }))
}

function findClockProblem(name: ProviderName, offsetMs: number): ProviderProblem[] {
  if (Math.abs(offsetMs) <= MAX_TOLERATED_OFFSET_MS) return []
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const where = `${seconds} seconds ${offsetMs > 0 ? 'behind' : 'ahead of'} ${labelOf(name)}'s`
  const sentence = `The server's clock is ${where}; set it by a time service (NTP).`
  return [{ kind: 'clock_offset', sentence }]
}
