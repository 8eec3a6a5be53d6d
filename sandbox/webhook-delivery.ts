import { z } from 'zod'
import type { Delivery, SandboxLogger } from './options.ts'

const RETRY_MS = [1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]
const ANSWER_TIMEOUT_MS = 10_000
const CONCURRENCY = 16

/**
 * The most webhooks that wait; further events are in the provider's list only, where the shop finds
 * them.
 */
const MAX_WAITING = 20_000

const pendingSchema = z.array(
  z.object({
    delivery: z.object({
      id: z.string(),
      provider: z.enum(['stripe', 'paypal']),
      body: z.string(),
    }),
    attempts: z.number(),
    at: z.number(),
  }),
)

/** A webhook that waits for its next attempt at `at`, Unix ms. */
type Pending = z.infer<typeof pendingSchema>[number]

/** An attempt that waits for its response since `at`, Unix ms. */
interface Attempt {
  at: number
  controller: AbortController
  done: Promise<void>
}

/** Faults of webhooks; each lasts until it is set differently. */
export interface WebhookFaults {
  /** The events that are never sent: all, or a share from 0 to 1. */
  drop?: boolean | number | undefined
  /** The number of times each event is sent. */
  duplicate?: number | undefined
  delayMs?: number | undefined
  /** Sends waiting events in a random order. */
  reorder?: boolean | undefined
}

export interface WebhookDeliveryDeps {
  clock: () => number
  random: () => number
  fetch: typeof fetch
  /** The addresses at which the shop takes webhooks now; waiting ones outlive them. */
  urls: Record<Delivery['provider'], string>
  logger: SandboxLogger | undefined
  sign: (delivery: Delivery) => Record<string, string>
  delivered: (delivery: Delivery) => void
  changed: () => void
}

/** Sends webhooks, and repeats them with growing pauses until they are accepted. */
export class WebhookDelivery {
  faults: WebhookFaults = {}
  /** Webhooks to send now or later, in the order of their events except for repeated ones. */
  #pending = new Set<Pending>()
  readonly #inFlight = new Map<Pending, Attempt>()
  #isClosed = false
  readonly #deps: WebhookDeliveryDeps

  constructor(deps: WebhookDeliveryDeps) {
    this.#deps = deps
  }

  get waiting(): number {
    return this.#pending.size + this.#inFlight.size
  }

  add(delivery: Delivery): void {
    const { drop = false, duplicate = 1, delayMs = 0 } = this.faults
    if (this.#deps.random() < Number(drop)) return
    const at = this.#deps.clock() + delayMs
    const copies = Math.min(duplicate, MAX_WAITING - this.#pending.size)
    if (copies <= 0) {
      this.#deps.logger?.warn({ event: delivery.id }, 'sandbox webhook not sent: too many wait')
      return
    }
    for (let copy = 0; copy < copies; copy += 1) {
      this.#pending.add({ delivery, attempts: 0, at })
    }
    this.#deps.changed()
  }

  /**
   * Gives up attempts without a response in time, and sends what is due within the limit of
   * attempts.
   */
  tick(): void {
    if (this.#isClosed) return
    const now = this.#deps.clock()
    for (const { at, controller } of this.#inFlight.values()) {
      if (at + ANSWER_TIMEOUT_MS <= now) controller.abort(new Error('no answer in time'))
    }
    for (const pending of this.#takeDue(CONCURRENCY - this.#inFlight.size)) {
      this.#pending.delete(pending)
      const controller = new AbortController()
      const done = this.#attempt(pending, controller.signal)
      this.#inFlight.set(pending, { at: now, controller, done })
    }
  }

  /** Resolves when nothing is being sent; other webhooks may still wait for their time. */
  async idle(): Promise<void> {
    while (!this.#isClosed && this.#inFlight.size > 0) {
      await Promise.all([...this.#inFlight.values()].map(({ done }) => done))
    }
  }

  /** Begins no more attempts; running ones are sent again at the next start. */
  close(): void {
    this.#isClosed = true
  }

  snapshot(): unknown {
    return [...this.#inFlight.keys(), ...this.#pending]
  }

  restore(state: unknown): void {
    this.#pending = new Set([...pendingSchema.parse(state), ...this.#pending])
  }

  #takeDue(most: number): Pending[] {
    const now = this.#deps.clock()
    const due: Pending[] = []
    for (const pending of this.#pending) {
      if (due.length >= most && this.faults.reorder !== true) break
      if (pending.at <= now) due.push(pending)
    }
    return this.faults.reorder === true ? pickAtRandom(due, most, this.#deps.random) : due
  }

  async #attempt(pending: Pending, signal: AbortSignal): Promise<void> {
    const failure = await this.#send(pending.delivery, signal)
    if (this.#isClosed) return
    this.#inFlight.delete(pending)
    if (failure === undefined) this.#deps.delivered(pending.delivery)
    else this.#retry(pending, failure)
    this.#deps.changed()
    this.tick()
  }

  /** Sends one attempt; returns its error, or undefined. */
  async #send(delivery: Delivery, signal: AbortSignal): Promise<string | undefined> {
    try {
      const answer = await this.#deps.fetch(this.#deps.urls[delivery.provider], {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#deps.sign(delivery) },
        body: delivery.body,
        signal,
      })
      await answer.arrayBuffer()
      return answer.ok ? undefined : `status ${answer.status}`
    } catch (error) {
      return error instanceof Error ? error.message : 'unknown'
    }
  }

  #retry({ delivery, attempts }: Pending, failure: string): void {
    const pause = RETRY_MS[attempts]
    const details = { event: delivery.id, attempt: attempts + 1, failure }
    if (pause === undefined) {
      this.#deps.logger?.warn(details, 'sandbox webhook given up')
      return
    }
    this.#deps.logger?.info(details, 'sandbox webhook not taken')
    this.#pending.add({ delivery, attempts: attempts + 1, at: this.#deps.clock() + pause })
  }
}

function pickAtRandom<Item>(items: Item[], most: number, random: () => number): Item[] {
  const picked: Item[] = []
  while (picked.length < most && items.length > 0) {
    picked.push(...items.splice(Math.floor(random() * items.length), 1))
  }
  return picked
}
