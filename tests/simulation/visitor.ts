import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { StartedPayment } from '#server/payments/provider.ts'
import type { Bank } from './bank.ts'
import type { PaymentName, ProviderWorld } from './providers.ts'
import { ConnectionLost, type Product, type Server } from './server.ts'
import type { World } from './world.ts'

/** What donors meet, and what is noted of what they were told. */
export interface DonorWorld {
  world: World
  server: Server
  providers: ProviderWorld
  bank: Bank
  /** Every 'paid' that any donor was ever told; it must not turn out otherwise. */
  paidAnswers: PaymentName[]
  /** What donors were asked to pay in another way for, although it was taken by then. */
  chargedRefusals: string[]
  /** What donors have done their part for, and not taken back: it is to be paid in the end. */
  dueRefs: Set<string>
}

/** Somebody with a browser, and the page in it. */
export class Visitor {
  readonly name: string
  readonly #scene: DonorWorld

  constructor(scene: DonorWorld, name: string) {
    this.#scene = scene
    this.name = name
  }

  /** Undefined where nothing came of it, also not by a second click. */
  async begin(provider: ProviderName, amountCents: number): Promise<StartedPayment | undefined> {
    const intent = {
      userId: this.name,
      provider,
      amountCents,
      disclaimer: undefined,
      returnUrl: 'http://royale.test',
      addressKey: null,
      proof: null,
    }
    const started = await this.ask('begin', ({ checkouts }) => checkouts.begin(intent))
    if (started !== undefined || this.#scene.world.chance.hits(0.5)) return started
    await this.#scene.world.moment(`${this.name} clicks once more`)
    return this.ask('begin', ({ checkouts }) => checkouts.begin(intent))
  }

  /** What the server says; undefined where it says what went wrong, or nothing at all. */
  async ask<Answer>(
    what: string,
    work: (product: Product) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await this.#scene.server.request(`${this.name}'s ${what}`, work)
    } catch (error) {
      if (!isExpected(error)) throw error
      this.#scene.world.trace.note(`  ${this.name} is told: ${error.message}`)
      return undefined
    }
  }
}

/** Writes fail as the weather has it; whatever else is thrown is a bug. */
function isExpected(error: unknown): error is Error {
  if (error instanceof AppError || error instanceof ConnectionLost) return true
  return error instanceof Error && error.message.startsWith('The write "')
}
