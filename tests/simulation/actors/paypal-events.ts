import type { SeededRandom } from '../world/seeded-random.ts'
import {
  PaypalActions,
  toScenarioPayment,
  type PaypalContext,
  type ScenarioPayment,
} from './paypal-actions.ts'
import type { TakenPayment } from '../providers/providers.ts'

/**
 * The time within which the server's lists find a change that shows in a capture's status alone,
 * and a little more for differing clocks.
 */
const LISTED_WITHIN_MS = 20 * 60_000

type Scenario = (payment: ScenarioPayment, others: readonly ScenarioPayment[]) => Promise<void>

/** Draws the delay (ms) with which PayPal's reads show what is new. */
export function drawReadLag(random: SeededRandom): number {
  return random.pick([0, 0, 5_000, 60_000])
}

/** Runs scenarios that happen to payments at PayPal alone. */
export class PaypalEvents {
  readonly #context: PaypalContext
  readonly #random: SeededRandom
  readonly #actions: PaypalActions
  readonly #scenarios: readonly [string, Scenario][] = [
    ['a dispute is settled by a refund', (payment) => this.#settleByRefund(payment)],
    ['a refund of the capture settles a dispute', (payment) => this.#settleByCapture(payment)],
    ['a dispute is over several payments', (...all) => this.#disputeSeveral(...all)],
    ['a dispute changes its amount', (payment) => this.#changeAmount(payment)],
    ['a dispute is opened again', (payment) => this.#reopen(payment)],
    ['an inquiry becomes a claim', (payment) => this.#escalate(payment)],
    ['a dispute is partly lost', (payment) => this.#losePartly(payment)],
    ['a bank takes money back', (payment) => this.#reverse(payment)],
    ['a dispute holds its capture', (payment) => this.#holdCapture(payment)],
    ['a refund is not listed', (payment) => this.#refundUnlisted(payment)],
    ['a refund waits', (payment) => this.#refundLater(payment)],
  ]

  constructor(context: PaypalContext) {
    this.#context = context
    this.#random = context.world.random
    this.#actions = new PaypalActions(context)
  }

  /**
   * Runs one scenario to its end. It may use one of `others` too, and then calls `take` with its
   * id.
   */
  async runScenario(
    taken: TakenPayment,
    others: readonly TakenPayment[],
    take: (paymentId: string) => void,
  ): Promise<void> {
    const { trace } = this.#context.world
    const payment = toScenarioPayment(taken)
    const [name, scenario] = this.#drawScenario()
    trace.count('at PayPal', name)
    trace.note(`${name}: ${payment.captureId} with ${payment.cents} cents`)
    const second = others.filter(({ refundedCents }) => refundedCents === 0).slice(0, 1)
    const mayTake = payment.isWhole && this.#random.chance(0.5) ? second : []
    for (const { paymentId } of mayTake) take(paymentId)
    if (this.#random.chance(0.2)) await this.#actions.forgetOrder(payment)
    await scenario(payment, mayTake.map(toScenarioPayment))
  }

  #drawScenario(): [string, Scenario] {
    const [first, ...rest] = this.#scenarios
    if (first === undefined) throw new Error('Nothing ever happens at PayPal.')
    return this.#random.pick([first, ...rest])
  }

  async #settleByRefund(payment: ScenarioPayment): Promise<void> {
    const dispute = await this.#actions.dispute(payment, {
      amountCents: this.#actions.drawPart(payment.cents),
    })
    if (dispute === undefined) return
    await this.#actions.pause()
    const refund = await this.#actions.control('/disputes/refund', {
      disputeId: dispute.id,
      captureId: payment.captureId,
      amountCents: this.#actions.drawPart(dispute.amountCents),
      isListed: this.#random.chance(0.5),
    })
    await this.#actions.pause()
    const refundedCents = refund?.amountCents
    await this.#actions.runOneOf([
      () => this.#actions.resolve(dispute, 'RESOLVED_BUYER_FAVOUR', { refundedCents }),
      () => this.#actions.resolve(dispute, 'RESOLVED_WITH_PAYOUT', { refundedCents }),
      () => this.#actions.resolve(dispute, 'RESOLVED_BUYER_FAVOUR'),
      () => this.#actions.resolve(dispute, 'CANCELED_BY_BUYER'),
      async () => {},
    ])
  }

  async #settleByCapture(payment: ScenarioPayment): Promise<void> {
    const dispute = await this.#actions.dispute(payment, {
      amountCents: this.#actions.drawPart(payment.cents),
    })
    if (dispute === undefined) return
    await this.#actions.pause()
    await this.#actions.refund(payment, { isListed: this.#random.chance(0.5) })
    await this.#actions.pause()
    const refundedCents = dispute.amountCents
    await this.#actions.runOneOf([
      () => this.#actions.resolve(dispute, 'RESOLVED_BUYER_FAVOUR', { refundedCents }),
      () => this.#actions.resolve(dispute, 'RESOLVED_WITH_PAYOUT', { refundedCents }),
      async () => {},
    ])
  }

  async #disputeSeveral(
    payment: ScenarioPayment,
    others: readonly ScenarioPayment[],
  ): Promise<void> {
    const ours = payment.isWhole ? [payment, ...others] : [payment]
    const transactions = [
      ...(this.#random.chance(0.7) ? [{ foreignCents: this.#random.between(100, 900) }] : []),
      ...ours.map(({ captureId }) => ({ captureId })),
    ]
    const dispute = await this.#actions.control('/disputes', { transactions })
    if (dispute !== undefined) await this.#actions.endDispute(dispute)
  }

  async #changeAmount(payment: ScenarioPayment): Promise<void> {
    const dispute = await this.#actions.dispute(payment, {
      amountCents: this.#actions.drawPart(payment.cents),
    })
    if (dispute === undefined) return
    await this.#actions.pause()
    const amountCents = this.#random.between(1, payment.cents)
    await this.#actions.control('/disputes/change', { disputeId: dispute.id, amountCents })
    await this.#actions.endDispute(dispute)
  }

  async #reopen(payment: ScenarioPayment): Promise<void> {
    const dispute = await this.#actions.dispute(payment, {
      amountCents: this.#actions.drawPart(payment.cents),
    })
    if (dispute === undefined) return
    await this.#actions.pause()
    await this.#actions.runOneOf([
      () => this.#actions.resolve(dispute, 'RESOLVED_SELLER_FAVOUR'),
      () => this.#actions.resolve(dispute, 'RESOLVED_BUYER_FAVOUR'),
    ])
    await this.#actions.pause()
    await this.#actions.control('/disputes/reopen', { disputeId: dispute.id })
    await this.#actions.endDispute(dispute)
  }

  async #escalate(payment: ScenarioPayment): Promise<void> {
    const dispute = await this.#actions.dispute(payment, { stage: 'INQUIRY' })
    if (dispute === undefined) return
    await this.#actions.pause()
    if (this.#random.chance(0.3)) return this.#actions.resolve(dispute, 'CANCELED_BY_BUYER')
    if (this.#random.chance(0.3)) return
    await this.#actions.control('/disputes/change', { disputeId: dispute.id, stage: 'CHARGEBACK' })
    await this.#actions.endDispute(dispute)
  }

  /** Resolves a dispute over a part; the seller may refund some of the rest, soon or much later. */
  async #losePartly(payment: ScenarioPayment): Promise<void> {
    const dispute = await this.#actions.dispute(payment, {
      amountCents: this.#actions.drawPart(payment.cents),
    })
    if (dispute === undefined) return
    await this.#actions.pause()
    const refundedCents = this.#actions.drawPart(dispute.amountCents)
    const isListed = this.#random.chance(0.5)
    await this.#actions.resolve(dispute, 'RESOLVED_BUYER_FAVOUR', { refundedCents, isListed })
    const left = payment.cents - refundedCents
    if (left === 0 || this.#random.chance(0.5)) return
    await this.#context.world.sleep(this.#random.between(60, 7_200) * 1_000)
    const amountCents = this.#random.between(1, left)
    // Within an hour, nothing tells a refund of exactly that amount from the dispute's own payout.
    if (amountCents !== refundedCents) await this.#actions.refund(payment, { amountCents })
  }

  async #reverse(payment: ScenarioPayment): Promise<void> {
    const { captureId, cents, isWhole } = payment
    const amountCents = this.#actions.drawPart(cents)
    const isAll = isWhole && amountCents === cents
    const isKnown = !isAll || this.#random.chance(0.5)
    await this.#actions.control('/reversals', { captureId, amountCents, isKnown })
    if (!isKnown) return this.#context.world.sleep(LISTED_WITHIN_MS)
    if (amountCents === cents || this.#random.chance(0.5)) return
    await this.#actions.pause()
    await this.#actions.refund(payment, {
      amountCents: this.#random.between(1, cents - amountCents),
    })
  }

  async #holdCapture(payment: ScenarioPayment): Promise<void> {
    const amountCents = this.#actions.drawPart(payment.cents)
    const dispute = await this.#actions.dispute(payment, { amountCents, holdsCaptures: true })
    if (dispute !== undefined) await this.#actions.endDispute(dispute)
  }

  async #refundUnlisted(payment: ScenarioPayment): Promise<void> {
    await this.#actions.refund(payment, {
      amountCents: this.#actions.drawPart(payment.cents),
      isListed: false,
    })
  }

  async #refundLater(payment: ScenarioPayment): Promise<void> {
    const amountCents = this.#actions.drawPart(payment.cents)
    const refund = await this.#actions.refund(payment, { amountCents, status: 'PENDING' })
    const outcome = this.#random.pick(['COMPLETED', 'FAILED', 'CANCELLED', 'left open'])
    if (refund === undefined || outcome === 'left open') return
    await this.#actions.pause()
    await this.#actions.control('/refunds/outcome', { refundId: refund.id, outcome })
  }
}
