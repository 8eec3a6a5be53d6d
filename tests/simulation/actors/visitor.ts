import { AppError } from '#contract/app-error.ts'
import type { ProviderName } from '#contract/checkout-states.ts'
import { readShownChoices } from '#server/features/choices/choices.ts'
import type { StartedPayment } from '#server/payments/provider.ts'
import type { Bank } from '../providers/bank.ts'
import type { PaymentKey, SimulatedProviders } from '../providers/providers.ts'
import { ConnectionLostError, type Product, type Server } from '../server/server.ts'
import type { World } from '../world/world.ts'

/** The parts of a run that donors use, and records of what they were told. */
export interface DonorContext {
  world: World
  server: Server
  providers: SimulatedProviders
  bank: Bank
  /** Payments that a donor was told are paid; they must be paid in the end. */
  confirmedPayments: PaymentKey[]
  /** Refs of payments that were taken although their donor was asked to pay in another way. */
  chargedRefusals: string[]
  /** Refs of payments whose donors were told that they are cancelled; they must never be taken. */
  cancelledRefs: Set<string>
  /**
   * Refs of payments that donors have completed and not cancelled; they must be paid in the end.
   */
  mustBePaidRefs: Set<string>
  /** Refs of payments whose payer has no given name; their donor may name the donation later. */
  namelessRefs: Set<string>
}

/** A person with a browser and our page in it. */
export class Visitor {
  readonly name: string
  /** The account; several visitors may share one. */
  readonly userId: string
  readonly #context: DonorContext

  constructor(context: DonorContext, name: string, userId = name) {
    this.#context = context
    this.name = name
    this.userId = userId
  }

  /** Begins a checkout, at most by two clicks; returns undefined if neither succeeded. */
  async begin(provider: ProviderName, amountCents: number): Promise<StartedPayment | undefined> {
    const optionId = await this.#drawOption()
    const intent = {
      userId: this.userId,
      provider,
      amountCents,
      optionId,
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

  /** Returns an option of the question that the page shows, or none. */
  async #drawOption(): Promise<string | undefined> {
    const { world, server } = this.#context
    const { game, random } = world
    if (game?.choice === undefined || !server.isUp || random.chance(0.2)) return undefined
    const choices = await this.request('question', ({ database }) =>
      readShownChoices(database.reader, 0, world.serverClock()),
    )
    const [first, ...others] = choices?.[0]?.options ?? []
    return first && random.pick([first, ...others]).id
  }

  /** Returns the server's result, or undefined if it answered with an error or not at all. */
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

/** Returns whether the error can come from the fault profile; any other error is a bug. */
function isExpected(error: unknown): error is Error {
  if (error instanceof AppError || error instanceof ConnectionLostError) return true
  return error instanceof Error && error.message.startsWith('The write "')
}
