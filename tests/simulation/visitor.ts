import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { StartedPayment } from '#server/payments/provider.ts'
import type { Bank } from './bank.ts'
import type { PaymentKey, SimulatedProviders } from './providers.ts'
import { ConnectionLostError, type Product, type Server } from './server.ts'
import type { World } from './world.ts'

/** What donors meet, and what is noted of what they were told. */
export interface DonorContext {
  world: World
  server: Server
  providers: SimulatedProviders
  bank: Bank
  /** Every 'paid' that any donor was ever told; it must not turn out otherwise. */
  confirmedPayments: PaymentKey[]
  /** What donors were asked to pay in another way for, although it was taken by then. */
  chargedRefusals: string[]
  /** What donors have done their part for, and not taken back: it is to be paid in the end. */
  mustBePaidRefs: Set<string>
}

/** Somebody with a browser, and the page in it. */
export class Visitor {
  readonly name: string
  readonly #context: DonorContext

  constructor(context: DonorContext, name: string) {
    this.#context = context
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
    const started = await this.request('begin', ({ checkouts }) => checkouts.begin(intent))
    if (started !== undefined || this.#context.world.random.chance(0.5)) return started
    await this.#context.world.waitForTurn(`${this.name} clicks once more`)
    return this.request('begin', ({ checkouts }) => checkouts.begin(intent))
  }

  /** What the server says; undefined where it says what went wrong, or nothing at all. */
  async request<Result>(
    what: string,
    work: (product: Product) => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await this.#context.server.request(`${this.name}'s ${what}`, work)
    } catch (error) {
      if (!isExpected(error)) throw error
      this.#context.world.trace.note(`  ${this.name} is told: ${error.message}`)
      return undefined
    }
  }
}

/** Writes fail as the weather has it; whatever else is thrown is a bug. */
function isExpected(error: unknown): error is Error {
  if (error instanceof AppError || error instanceof ConnectionLostError) return true
  return error instanceof Error && error.message.startsWith('The write "')
}
