import { z } from 'zod'
import type { Disk } from './database.ts'
import type { ProviderWorld, TakenPayment } from './providers.ts'
import type { World } from './world.ts'

const madeSchema = z.object({ id: z.string(), amountCents: z.int() })

type Made = z.infer<typeof madeSchema>

export interface Scene {
  world: World
  providers: ProviderWorld
  disk: Pick<Disk, 'reader'>
}

/** A payment whose money only this story moves, and what is left of it at the start. */
export interface Subject {
  captureId: string
  ref: string
  cents: number
  /** Whether all that was captured is still there. */
  isWhole: boolean
}

export function toSubject({ paymentId, ref, capturedCents, refundedCents }: TakenPayment): Subject {
  const cents = capturedCents - refundedCents
  return { captureId: paymentId, ref, cents, isWhole: refundedCents === 0 }
}

/** What people do at PayPal, and PayPal itself. */
export class PaypalActs {
  readonly #scene: Scene
  readonly #chance: World['chance']

  constructor(scene: Scene) {
    this.#scene = scene
    this.#chance = scene.world.chance
  }

  /** PayPal forgets what was paid long ago, which our books know by then. */
  async forgetOrder({ ref }: Subject): Promise<void> {
    const { disk, world } = this.#scene
    const checkout = await disk.reader
      .selectFrom('checkouts')
      .select('state')
      .where('provider_ref', '=', ref)
      .executeTakeFirst()
    if (checkout?.state !== 'paid') return
    world.trace.count('at PayPal', 'an order is forgotten')
    await this.control('/orders/forget', { orderId: ref })
  }

  async end(dispute: Made): Promise<void> {
    await this.pause()
    await this.pickOne([
      () => this.resolve(dispute, 'RESOLVED_BUYER_FAVOUR'),
      () => this.resolve(dispute, 'ACCEPTED'),
      () => this.resolve(dispute, 'RESOLVED_SELLER_FAVOUR'),
      () => this.resolve(dispute, 'RESOLVED_WITH_PAYOUT'),
      () => this.resolve(dispute, 'CANCELED_BY_BUYER'),
      async () => {},
    ])
  }

  dispute({ captureId }: Subject, body: object): Promise<Made | undefined> {
    return this.control('/disputes', { transactions: [{ captureId }], ...body })
  }

  async resolve({ id: disputeId }: Made, outcome: string, payout: object = {}): Promise<void> {
    await this.control('/disputes/resolve', { disputeId, outcome, ...payout })
  }

  refund({ captureId }: Subject, body: object): Promise<Made | undefined> {
    return this.control('/refunds', { captureId, ...body })
  }

  pickOne(ends: readonly [() => Promise<void>, ...(() => Promise<void>)[]]): Promise<void> {
    return this.#chance.pick(ends)()
  }

  /** All of it, or less. */
  part(cents: number): number {
    return this.#chance.hits(0.4) ? cents : this.#chance.between(1, cents)
  }

  pause(): Promise<void> {
    return this.#scene.world.pass(this.#chance.between(2, 600) * 1_000)
  }

  async control(path: string, body: object): Promise<Made | undefined> {
    const { world, providers } = this.#scene
    await world.moment(`at PayPal: ${path} ${JSON.stringify(body)}`)
    const answer = await providers.control(`/paypal${path}`, body)
    if (answer === undefined) throw new Error(`PayPal's stand-in refused ${path}.`)
    return madeSchema.optional().catch(undefined).parse(answer)
  }
}
