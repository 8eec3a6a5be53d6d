import { z } from 'zod'
import { PROVIDERS } from '#contract/checkout-states.ts'
import type { Disk } from '../server/database.ts'
import type { Network } from '../server/network.ts'
import { PaypalEvents } from './paypal-events.ts'
import {
  remainingCents,
  type SimulatedProviders,
  type TakenPayment,
} from '../providers/providers.ts'
import type { World } from '../world/world.ts'

const MINUTE_MS = 60_000

/** The number of times that scenarios are started for PayPal's unused payments. */
const PAYPAL_ROUNDS = 8

const createdSchema = z.object({ id: z.string() })

interface ProviderEventsContext {
  world: World
  providers: SimulatedProviders
  network: Network
  disk: Pick<Disk, 'reader'>
}

/** Refunds and disputes payments on the providers' side. */
export class ProviderEvents {
  readonly #context: ProviderEventsContext
  /** Ids of payments that are disputed or in a scenario; nothing else may change them. */
  readonly #disputed = new Set<string>()
  /** Scenarios that have not ended yet. */
  readonly #running: Promise<void>[] = []

  constructor(context: ProviderEventsContext) {
    this.#context = context
  }

  /** Runs several refunds and disputes, spread over time. */
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

  /** Starts a PayPal scenario for most payments that nothing else has changed. */
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
    const events = new PaypalEvents(this.#context)
    this.#running.push(events.runScenario(payment, others, (id) => this.#disputed.add(id)))
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
 * Makes providers unreachable for some minutes and puts clocks forward, by less in all than the
 * three hours within which PayPal lets us capture an approved order.
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
