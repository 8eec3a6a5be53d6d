import type { ProviderName } from '#contract/checkout-states.ts'
import type { PaymentKey, SimulatedProviders } from './providers.ts'
import type { World } from '../world/world.ts'

/**
 * The longest time until a bank decides; the sandbox itself completes Stripe's pending payments
 * after three seconds.
 */
const MAX_DECISION_MS: Record<ProviderName, number> = { stripe: 4_000, paypal: 400_000 }

/** Decides whether a pending payment succeeds. */
export class Bank {
  readonly #world: World
  readonly #providers: SimulatedProviders

  constructor(world: World, providers: SimulatedProviders) {
    this.#world = world
    this.#providers = providers
  }

  /** Completes the payment, fails it, or leaves it pending. */
  async decide({ provider, ref }: PaymentKey): Promise<void> {
    const { random, trace } = this.#world
    await this.#world.sleep(random.between(0, MAX_DECISION_MS[provider]))
    const outcome = random.pick(['succeeded', 'succeeded', 'failed', 'left open'])
    trace.count('pending payments', outcome)
    const paymentId = provider === 'stripe' ? ref : await this.#findPendingCapture(ref)
    if (outcome === 'left open' || paymentId === undefined) return
    await this.#world.waitForTurn(`the bank decides: ${outcome}`)
    await this.#providers.control('/pending', { provider, paymentId, outcome })
  }

  /**
   * Returns whether PayPal's capture is pending. Stripe's pending sessions complete by themselves,
   * so this does not cover them.
   */
  async isUndecided(ref: string): Promise<boolean> {
    return (await this.#findPendingCapture(ref)) !== undefined
  }

  async #findPendingCapture(orderId: string): Promise<string | undefined> {
    const order = await this.#providers.findOrder(orderId)
    return order?.captures.find(({ isUndecided }) => isUndecided)?.id
  }
}
