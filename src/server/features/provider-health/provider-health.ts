import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { KeyedMutex } from '#server/infra/keyed-mutex.ts'
import type { PaymentProvider, ProbeResult } from '#server/payments/provider.ts'
import type { Providers } from '#server/features/checkouts/checkouts.ts'
import { labelOf } from '#server/payments/descriptions.ts'

const ROUND_MS = 60_000
const PROBE_MS = 60 * 60_000

/** After this long a denial that is met has the provider probed again. */
const REPROBE_MS = 60_000

/** Clocks that differ by less are set well enough. */
const MAX_OFFSET_MS = 60_000

export interface ProviderReport {
  provider: ProviderName
  /** What our keys may do there, as it was asked last; empty until then. */
  probes: readonly ProbeResult[]
  /** How far the provider's clock is ahead of ours, in ms. */
  clockOffsetMs: number
  /** What the host is to see to, a sentence each. */
  concerns: readonly Concern[]
}

export interface Concern {
  kind: 'key_denied' | 'clock_offset'
  sentence: string
}

export interface ProviderHealthDeps {
  providers: Providers
  clock: () => number
  schedule: Schedule
  logger: Pick<Logger, 'error' | 'warn'>
}

/** Asks each provider what our keys may do there, at the start and hourly, and compares clocks. */
export class ProviderHealth {
  readonly #deps: ProviderHealthDeps
  readonly #probes = new Map<ProviderName, { results: ProbeResult[]; dueAt: number }>()
  readonly #mutex = new KeyedMutex()
  /** From when on a denial has a provider probed; none does while it is being probed. */
  readonly #heedsFrom = new Map<ProviderName, number>()
  readonly #logged = new Map<ProviderName, Set<string>>()
  #cancelNext = () => {}
  #tellChanged = () => {}
  #isClosed = false

  constructor(deps: ProviderHealthDeps) {
    this.#deps = deps
    for (const provider of Object.values(deps.providers)) {
      provider.onDenied(() => this.#noteDenied(provider))
    }
  }

  /** Has `listener` called when a denial has had a provider probed. */
  onChanged(listener: () => void): void {
    this.#tellChanged = listener
  }

  start(): void {
    void this.check().finally(() => {
      if (this.#isClosed) return
      this.#cancelNext = this.#deps.schedule(() => this.start(), ROUND_MS)
    })
  }

  /** Ends without waiting for answers that nobody needs any more. */
  close(): void {
    this.#isClosed = true
    this.#cancelNext()
  }

  /** Asks what is due. Never fails. */
  async check(): Promise<void> {
    const providers = Object.values(this.#deps.providers)
    await Promise.all(providers.map((provider) => this.#checkOne(provider)))
  }

  /** Asks everything, since the host may have changed what our keys may do. Never fails. */
  async checkNow(): Promise<void> {
    for (const known of this.#probes.values()) known.dueAt = 0
    await this.check()
  }

  /** Returns what is known of each provider. */
  reports(): ProviderReport[] {
    return Object.values(this.#deps.providers).map((provider) => this.#reportOf(provider))
  }

  /** A permission may be lost while the server runs: whatever is denied may be, once a minute. */
  #noteDenied(provider: PaymentProvider): void {
    const { name } = provider
    const known = this.#probes.get(name)
    if (known === undefined || this.#isClosed) return
    const heedsFrom = this.#heedsFrom.get(name) ?? 0
    known.dueAt = Math.min(known.dueAt, heedsFrom)
    if (this.#deps.clock() < heedsFrom) return
    this.#heedsFrom.set(name, Infinity)
    void this.#checkOne(provider).then(() => this.#tellChanged())
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
      logger.warn({ err: error, provider: name }, 'provider could not be probed')
    }
  }

  async #probe(provider: PaymentProvider): Promise<void> {
    this.#heedsFrom.set(provider.name, Infinity)
    const results = await provider.probe().finally(() => {
      this.#heedsFrom.set(provider.name, this.#deps.clock() + REPROBE_MS)
    })
    // Until a provider has answered, each round asks again.
    const isAway = results.some(({ state, isOptional }) => state === 'unavailable' && !isOptional)
    const dueAt = this.#deps.clock() + (isAway ? 0 : PROBE_MS)
    this.#probes.set(provider.name, { results, dueAt })
  }

  #reportOf({ name, clock }: PaymentProvider): ProviderReport {
    const probes = this.#probes.get(name)?.results ?? []
    const clockOffsetMs = clock.offsetMs
    const concerns = [...findDenied(probes), ...findClockConcern(name, clockOffsetMs)]
    return { provider: name, probes, clockOffsetMs, concerns }
  }

  /** Logs what has come up since the last round; what is over is forgotten. */
  #logNew({ provider, clockOffsetMs, concerns }: ProviderReport): void {
    const known = this.#logged.get(provider) ?? new Set()
    const keyOf = ({ kind, sentence }: Concern) => (kind === 'clock_offset' ? kind : sentence)
    for (const concern of concerns) {
      if (known.has(keyOf(concern))) continue
      this.#deps.logger.error({ provider, clockOffsetMs }, concern.sentence)
    }
    this.#logged.set(provider, new Set(concerns.map(keyOf)))
  }
}

/** A key that is not taken fails each probe in the same words. */
function findDenied(probes: readonly ProbeResult[]): Concern[] {
  const denied = probes.filter(({ state, isOptional }) => state === 'denied' && !isOptional)
  const sentences = new Set(denied.map(({ sentence }) => sentence))
  return [...sentences].map((sentence) => ({ kind: 'key_denied', sentence }))
}

function findClockConcern(name: ProviderName, offsetMs: number): Concern[] {
  if (Math.abs(offsetMs) <= MAX_OFFSET_MS) return []
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const where = `${seconds} seconds ${offsetMs > 0 ? 'behind' : 'ahead of'} ${labelOf(name)}'s`
  const sentence = `The server's clock is ${where}; set it by a time service (NTP).`
  return [{ kind: 'clock_offset', sentence }]
}
