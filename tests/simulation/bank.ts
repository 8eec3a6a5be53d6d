import type { ProviderName } from '#contract/checkout-states.ts'
import type { PaymentName, ProviderWorld } from './providers.ts'
import type { World } from './world.ts'

/** Stripe's stand-in lets money come by itself after three seconds. */
const LONGEST_MS: Record<ProviderName, number> = { stripe: 4_000, paypal: 400_000 }

/** Whoever decides about money that is on its way. */
export class Bank {
  readonly #world: World
  readonly #providers: ProviderWorld

  constructor(world: World, providers: ProviderWorld) {
    this.#world = world
    this.#providers = providers
  }

  /** Lets the money come, refuses it, or never decides. */
  async decide({ provider, ref }: PaymentName): Promise<void> {
    const { chance, trace } = this.#world
    await this.#world.pass(chance.between(0, LONGEST_MS[provider]))
    const outcome = chance.pick(['succeeded', 'succeeded', 'failed', 'left open'])
    trace.count('pending payments', outcome)
    const paymentId = provider === 'stripe' ? ref : await this.#findPendingCapture(ref)
    if (outcome === 'left open' || paymentId === undefined) return
    await this.#world.moment(`the bank decides: ${outcome}`)
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
