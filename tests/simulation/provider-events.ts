import { z } from 'zod'
import { PROVIDERS } from '#contract/checkout-states.ts'
import type { Disk } from './database.ts'
import type { Network } from './network.ts'
import { PaypalEvents } from './paypal-events.ts'
import type { ProviderWorld, TakenPayment } from './providers.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000

/** How often it is looked for payments of PayPal's with which nothing has happened. */
const BEFALLS = 8

const madeSchema = z.object({ id: z.string() })

interface Scene {
  world: World
  providers: ProviderWorld
  network: Network
  disk: Pick<Disk, 'reader'>
}

/** What happens to money after it was taken, on the providers' own pages. */
export class ProviderEvents {
  readonly #scene: Scene
  /** Payments that are contested, which nobody refunds. */
  readonly #disputed = new Set<string>()
  /** What goes on meanwhile. */
  readonly #stories: Promise<void>[] = []

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Several refunds and disputes over the time to come. */
  async happen(): Promise<void> {
    const { world } = this.#scene
    const times = world.chance.between(0, 6)
    for (let count = 0; count < times; count += 1) {
      await world.pass(world.chance.between(1, 300) * 1_000)
      await this.#happenOnce()
    }
    await this.#befallPaypal()
    await Promise.all(this.#stories)
  }

  /** What nobody has contested by then has a story of PayPal's own, more often than not. */
  async #befallPaypal(): Promise<void> {
    const { world } = this.#scene
    for (let times = 0; times < BEFALLS; times += 1) {
      await world.pass(world.chance.between(60, 300) * 1_000)
      const free = (await this.#listFree()).filter(({ provider }) => provider === 'paypal')
      for (const payment of free) {
        const isFree = !this.#disputed.has(payment.paymentId)
        if (isFree && world.chance.hits(0.9)) this.#beginStory(payment, free)
      }
    }
  }

  async #happenOnce(): Promise<void> {
    const { chance } = this.#scene.world
    const free = await this.#listFree()
    const [first, ...rest] = free
    if (first === undefined) return
    const payment = chance.pick([first, ...rest])
    if (payment.provider === 'paypal' && chance.hits(0.8)) this.#beginStory(payment, free)
    else if (chance.hits(0.35)) await this.#dispute(payment)
    else await this.#refund(payment)
  }

  async #listFree(): Promise<TakenPayment[]> {
    return (await this.#scene.providers.listTaken()).filter(
      (payment) => leftOf(payment) > 0 && !this.#disputed.has(payment.paymentId),
    )
  }

  #beginStory(payment: TakenPayment, free: readonly TakenPayment[]): void {
    this.#disputed.add(payment.paymentId)
    const others = free.filter(
      ({ provider, paymentId }) => provider === 'paypal' && !this.#disputed.has(paymentId),
    )
    const story = new PaypalEvents(this.#scene)
    this.#stories.push(story.happen(payment, others, (id) => this.#disputed.add(id)))
  }

  async #refund(payment: TakenPayment): Promise<void> {
    const { chance, trace } = this.#scene.world
    const left = leftOf(payment)
    const amountCents = chance.hits(0.4) ? left : chance.between(1, left)
    const isPending = payment.provider === 'stripe' && chance.hits(0.4)
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
    const { world } = this.#scene
    const outcome = world.chance.pick(['succeeded', 'failed', 'failed', 'left open'])
    await world.pass(world.chance.between(1, 1_000) * 1_000)
    world.trace.count('refunds', `after pending: ${outcome}`)
    if (outcome !== 'left open') await this.#control('/refunds/outcome', { refundId, outcome })
  }

  async #dispute({ provider, paymentId }: TakenPayment): Promise<void> {
    const { world } = this.#scene
    this.#disputed.add(paymentId)
    world.trace.note(`a payer disputes ${paymentId}`)
    const dispute = await this.#control('/disputes', { provider, paymentId })
    if (dispute === undefined) return
    const outcome = world.chance.pick(['won', 'lost', 'left open'])
    world.trace.count('disputes', outcome)
    if (outcome === 'left open') return
    await world.pass(world.chance.between(1, 1_000) * 1_000)
    await this.#control('/disputes/outcome', { provider, disputeId: dispute.id, outcome })
  }

  async #control(path: string, body: object): Promise<{ id: string } | undefined> {
    const { world, providers } = this.#scene
    await world.moment(`at the provider: ${path}`)
    return madeSchema
      .optional()
      .catch(undefined)
      .parse(await providers.control(path, body))
  }
}

/**
 * The providers become unreachable for a while, and clocks are put forward: in all by less than the
 * three hours that PayPal leaves us to take what its payer has approved.
 */
export async function disturb({ world, network }: Scene): Promise<void> {
  const times = world.chance.between(0, 3)
  for (let count = 0; count < times; count += 1) {
    await world.pass(world.chance.between(1, 200) * 1_000)
    if (world.chance.hits(0.5)) {
      world.jump(world.chance.pick([2, 10, 20, 40]) * MINUTE_MS)
    } else {
      const provider = world.chance.pick(PROVIDERS)
      world.trace.note(`${provider} cannot be reached`)
      world.trace.count('faults', 'provider away for minutes')
      network.down.add(provider)
      await world.pass(world.chance.between(1, 15) * MINUTE_MS)
      network.down.delete(provider)
    }
  }
}

function leftOf({ capturedCents, refundedCents, disputedCents }: TakenPayment): number {
  return capturedCents - refundedCents - disputedCents
}
