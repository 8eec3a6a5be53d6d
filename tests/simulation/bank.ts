import type { ProviderName } from '#contract/checkout-states.ts'
import type { PaymentKey, SimulatedProviders } from './providers.ts'
import type { World } from './world.ts'

/** Stripe's stand-in lets money come by itself after three seconds. */
const LONGEST_MS: Record<ProviderName, number> = { stripe: 4_000, paypal: 400_000 }

/** Whoever decides about money that is on its way. */
export class Bank {
  readonly #world: World
  readonly #providers: SimulatedProviders

  constructor(world: World, providers: SimulatedProviders) {
    this.#world = world
    this.#providers = providers
  }

  /** Lets the money come, refuses it, or never decides. */
  async decide({ provider, ref }: PaymentKey): Promise<void> {
    const { random, trace } = this.#world
    await this.#world.sleep(random.between(0, LONGEST_MS[provider]))
    const outcome = random.pick(['succeeded', 'succeeded', 'failed', 'left open'])
    trace.count('pending payments', outcome)
    const paymentId = provider === 'stripe' ? ref : await this.#findPendingCapture(ref)
    if (outcome === 'left open' || paymentId === undefined) return
    await this.#world.waitForTurn(`the bank decides: ${outcome}`)
    await this.#providers.control('/pending', { provider, paymentId, outcome })
  }

  /** A session of Stripe's that waits decides itself after a while; a capture of PayPal's does not. */
  async isUndecided(ref: string): Promise<boolean> {
    return (await this.#findPendingCapture(ref)) !== undefined
  }

  async #findPendingCapture(orderId: string): Promise<string | undefined> {
    const order = await this.#providers.findOrder(orderId)
    return order?.captures.find(({ isUndecided }) => isUndecided)?.id
  }
}
