import { z } from 'zod'
import { PROVIDERS } from '#contract/checkout-states.ts'
import type { Disk } from './database.ts'
import type { Network } from './network.ts'
import { PaypalEvents } from './paypal-events.ts'
import type { SimulatedProviders, TakenPayment } from './providers.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000

/** How often it is looked for payments of PayPal's with which nothing has happened. */
const PAYPAL_ROUNDS = 8

const createdSchema = z.object({ id: z.string() })

interface ProviderEventsContext {
  world: World
  providers: SimulatedProviders
  network: Network
  disk: Pick<Disk, 'reader'>
}

/** What happens to money after it was taken, on the providers' own pages. */
export class ProviderEvents {
  readonly #context: ProviderEventsContext
  /** Payments that are contested, which nobody refunds. */
  readonly #disputed = new Set<string>()
  /** What goes on meanwhile. */
  readonly #running: Promise<void>[] = []

  constructor(context: ProviderEventsContext) {
    this.#context = context
  }

  /** Several refunds and disputes over the time to come. */
  async run(): Promise<void> {
    const { world } = this.#context
    const times = world.random.between(0, 6)
    for (let count = 0; count < times; count += 1) {
      await world.sleep(world.random.between(1, 300) * 1_000)
      await this.#runOne()
    }
    await this.#runPaypalScenarios()
    await Promise.all(this.#running)
  }

  /** What nobody has contested by then has a story of PayPal's own, more often than not. */
  async #runPaypalScenarios(): Promise<void> {
    const { world } = this.#context
    for (let times = 0; times < PAYPAL_ROUNDS; times += 1) {
      await world.sleep(world.random.between(60, 300) * 1_000)
      const free = (await this.#listFree()).filter(({ provider }) => provider === 'paypal')
      for (const payment of free) {
        const isFree = !this.#disputed.has(payment.paymentId)
        if (isFree && world.random.chance(0.9)) this.#startScenario(payment, free)
      }
    }
  }

  async #runOne(): Promise<void> {
    const { random } = this.#context.world
    const free = await this.#listFree()
    const [first, ...rest] = free
    if (first === undefined) return
    const payment = random.pick([first, ...rest])
    if (payment.provider === 'paypal' && random.chance(0.8)) this.#startScenario(payment, free)
    else if (random.chance(0.35)) await this.#dispute(payment)
    else await this.#refund(payment)
  }

  async #listFree(): Promise<TakenPayment[]> {
    return (await this.#context.providers.listTaken()).filter(
      (payment) => remainingCents(payment) > 0 && !this.#disputed.has(payment.paymentId),
    )
  }

  #startScenario(payment: TakenPayment, free: readonly TakenPayment[]): void {
    this.#disputed.add(payment.paymentId)
    const others = free.filter(
      ({ provider, paymentId }) => provider === 'paypal' && !this.#disputed.has(paymentId),
    )
    const story = new PaypalEvents(this.#context)
    this.#running.push(story.runScenario(payment, others, (id) => this.#disputed.add(id)))
  }

  async #refund(payment: TakenPayment): Promise<void> {
    const { random, trace } = this.#context.world
    const left = remainingCents(payment)
    const amountCents = random.chance(0.4) ? left : random.between(1, left)
    const isPending = payment.provider === 'stripe' && random.chance(0.4)
    trace.note(`the host refunds ${amountCents} of ${left} cents`)
    trace.count('refunds', amountCents === left ? 'whole' : 'partial')
    const refund = await this.#control('/refunds', {
      provider: payment.provider,
      paymentId: payment.paymentId,
      amountCents,
      ...(isPending && { status: 'pending' }),
    })
    if (isPending && refund !== undefined) void this.#decideRefund(refund.id)
  }

  async #decideRefund(refundId: string): Promise<void> {
    const { world } = this.#context
    const outcome = world.random.pick(['succeeded', 'failed', 'failed', 'left open'])
    await world.sleep(world.random.between(1, 1_000) * 1_000)
    world.trace.count('refunds', `after pending: ${outcome}`)
    if (outcome !== 'left open') await this.#control('/refunds/outcome', { refundId, outcome })
  }

  async #dispute({ provider, paymentId }: TakenPayment): Promise<void> {
    const { world } = this.#context
    this.#disputed.add(paymentId)
    world.trace.note(`a payer disputes ${paymentId}`)
    const dispute = await this.#control('/disputes', { provider, paymentId })
    if (dispute === undefined) return
    const outcome = world.random.pick(['won', 'lost', 'left open'])
    world.trace.count('disputes', outcome)
    if (outcome === 'left open') return
    await world.sleep(world.random.between(1, 1_000) * 1_000)
    await this.#control('/disputes/outcome', { provider, disputeId: dispute.id, outcome })
  }

  async #control(path: string, body: object): Promise<{ id: string } | undefined> {
    const { world, providers } = this.#context
    await world.waitForTurn(`at the provider: ${path}`)
    return createdSchema
      .optional()
      .catch(undefined)
      .parse(await providers.control(path, body))
  }
}

/**
 * The providers become unreachable for a while, and clocks are put forward: in all by less than the
 * three hours that PayPal leaves us to take what its payer has approved.
 */
export async function disturbNetworkAndClocks({
  world,
  network,
}: ProviderEventsContext): Promise<void> {
  const times = world.random.between(0, 3)
  for (let count = 0; count < times; count += 1) {
    await world.sleep(world.random.between(1, 200) * 1_000)
    if (world.random.chance(0.5)) {
      world.jump(world.random.pick([2, 10, 20, 40]) * MINUTE_MS)
    } else {
      const provider = world.random.pick(PROVIDERS)
      world.trace.note(`${provider} cannot be reached`)
      world.trace.count('faults', 'provider away for minutes')
      network.unreachable.add(provider)
      await world.sleep(world.random.between(1, 15) * MINUTE_MS)
      network.unreachable.delete(provider)
    }
  }
}

function remainingCents({ capturedCents, refundedCents, disputedCents }: TakenPayment): number {
  return capturedCents - refundedCents - disputedCents
}
