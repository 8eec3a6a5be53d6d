import { z } from 'zod'
import type { Disk } from '../server/database.ts'
import type { SimulatedProviders, TakenPayment } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

const createdSchema = z.object({ id: z.string(), amountCents: z.int() })

type CreatedObject = z.infer<typeof createdSchema>

export interface PaypalContext {
  world: World
  providers: SimulatedProviders
  disk: Pick<Disk, 'reader'>
}

/** A payment that only one scenario changes, and its remaining cents at the start. */
export interface ScenarioPayment {
  captureId: string
  ref: string
  cents: number
  /** True if nothing of the capture has been refunded. */
  isWhole: boolean
}

export function toScenarioPayment({
  paymentId,
  ref,
  capturedCents,
  refundedCents,
}: TakenPayment): ScenarioPayment {
  const cents = capturedCents - refundedCents
  return { captureId: paymentId, ref, cents, isWhole: refundedCents === 0 }
}

/** Actions of buyers, of the seller and of PayPal itself. */
export class PaypalActions {
  readonly #context: PaypalContext
  readonly #random: World['random']

  constructor(context: PaypalContext) {
    this.#context = context
    this.#random = context.world.random
  }

  /** Has PayPal forget the order, if our checkout is paid by then. */
  async forgetOrder({ ref }: ScenarioPayment): Promise<void> {
    const { disk, world } = this.#context
    const checkout = await disk.reader
      .selectFrom('checkouts')
      .select('state')
      .where('provider_ref', '=', ref)
      .executeTakeFirst()
    if (checkout?.state !== 'paid') return
    world.trace.count('at PayPal', 'an order is forgotten')
    await this.control('/orders/forget', { orderId: ref })
  }

  async endDispute(dispute: CreatedObject): Promise<void> {
    await this.pause()
    await this.runOneOf([
      () => this.resolve(dispute, 'RESOLVED_BUYER_FAVOUR'),
      () => this.resolve(dispute, 'ACCEPTED'),
      () => this.resolve(dispute, 'RESOLVED_SELLER_FAVOUR'),
      () => this.resolve(dispute, 'RESOLVED_WITH_PAYOUT'),
      () => this.resolve(dispute, 'CANCELED_BY_BUYER'),
      async () => {},
    ])
  }

  dispute({ captureId }: ScenarioPayment, body: object): Promise<CreatedObject | undefined> {
    return this.control('/disputes', { transactions: [{ captureId }], ...body })
  }

  async resolve(
    { id: disputeId }: CreatedObject,
    outcome: string,
    payout: object = {},
  ): Promise<void> {
    await this.control('/disputes/resolve', { disputeId, outcome, ...payout })
  }

  refund({ captureId }: ScenarioPayment, body: object): Promise<CreatedObject | undefined> {
    return this.control('/refunds', { captureId, ...body })
  }

  runOneOf(ends: readonly [() => Promise<void>, ...(() => Promise<void>)[]]): Promise<void> {
    return this.#random.pick(ends)()
  }

  /** Draws the whole amount or a part of it. */
  drawPart(cents: number): number {
    return this.#random.chance(0.4) ? cents : this.#random.between(1, cents)
  }

  pause(): Promise<void> {
    return this.#context.world.sleep(this.#random.between(2, 600) * 1_000)
  }

  async control(path: string, body: object): Promise<CreatedObject | undefined> {
    const { world, providers } = this.#context
    await world.waitForTurn(`at PayPal: ${path} ${JSON.stringify(body)}`)
    const answer = await providers.control(`/paypal${path}`, body)
    if (answer === undefined) throw new Error(`PayPal's stand-in refused ${path}.`)
    return createdSchema.optional().catch(undefined).parse(answer)
  }
}
