import type { Chance } from './chance.ts'
import { PaypalActs, toSubject, type Scene, type Subject } from './paypal-acts.ts'
import type { TakenPayment } from './providers.ts'

/** What a capture's status alone tells of is waited for so long, and a little longer by other clocks. */
const LISTED_WITHIN_MS = 20 * 60_000

type Story = (subject: Subject, others: readonly Subject[]) => Promise<void>

/** How long PayPal's reads may be without what is new; ms. */
export function drawReadLag(chance: Chance): number {
  return chance.pick([0, 0, 5_000, 60_000])
}

/** What becomes of money at PayPal that becomes of it nowhere else. */
export class PaypalEvents {
  readonly #scene: Scene
  readonly #chance: Chance
  readonly #acts: PaypalActs
  readonly #stories: readonly [string, Story][] = [
    ['a dispute is settled by a refund', (subject) => this.#settleByRefund(subject)],
    ['a refund of the capture settles a dispute', (subject) => this.#settleByCapture(subject)],
    ['a dispute is over several payments', (...all) => this.#disputeSeveral(...all)],
    ['a dispute changes its amount', (subject) => this.#changeAmount(subject)],
    ['a dispute is opened again', (subject) => this.#reopen(subject)],
    ['an inquiry becomes a claim', (subject) => this.#escalate(subject)],
    ['a dispute is partly lost', (subject) => this.#losePartly(subject)],
    ['a bank takes money back', (subject) => this.#reverse(subject)],
    ['a dispute holds its capture', (subject) => this.#holdCapture(subject)],
    ['a refund is not listed', (subject) => this.#refundUnlisted(subject)],
    ['a refund waits', (subject) => this.#refundLater(subject)],
  ]

  constructor(scene: Scene) {
    this.#scene = scene
    this.#chance = scene.world.chance
    this.#acts = new PaypalActs(scene)
  }

  /**
   * Plays one story to its end. Of `others`, which nobody else touches either, it may take one more;
   * `take` is told of it.
   */
  async happen(
    payment: TakenPayment,
    others: readonly TakenPayment[],
    take: (paymentId: string) => void,
  ): Promise<void> {
    const { trace } = this.#scene.world
    const subject = toSubject(payment)
    const [name, story] = this.#drawStory()
    trace.count('at PayPal', name)
    trace.note(`${name}: ${subject.captureId} with ${subject.cents} cents`)
    const second = others.filter(({ refundedCents }) => refundedCents === 0).slice(0, 1)
    const mayTake = subject.isWhole && this.#chance.hits(0.5) ? second : []
    for (const { paymentId } of mayTake) take(paymentId)
    if (this.#chance.hits(0.2)) await this.#acts.forgetOrder(subject)
    await story(subject, mayTake.map(toSubject))
  }

  #drawStory(): [string, Story] {
    const [first, ...rest] = this.#stories
    if (first === undefined) throw new Error('Nothing ever happens at PayPal.')
    return this.#chance.pick([first, ...rest])
  }

  async #settleByRefund(subject: Subject): Promise<void> {
    const dispute = await this.#acts.dispute(subject, {
      amountCents: this.#acts.part(subject.cents),
    })
    if (dispute === undefined) return
    await this.#acts.pause()
    const refund = await this.#acts.control('/disputes/refund', {
      disputeId: dispute.id,
      captureId: subject.captureId,
      amountCents: this.#acts.part(dispute.amountCents),
      isListed: this.#chance.hits(0.5),
    })
    await this.#acts.pause()
    const refundedCents = refund?.amountCents
    await this.#acts.pickOne([
      () => this.#acts.resolve(dispute, 'RESOLVED_BUYER_FAVOUR', { refundedCents }),
      () => this.#acts.resolve(dispute, 'RESOLVED_WITH_PAYOUT', { refundedCents }),
      () => this.#acts.resolve(dispute, 'RESOLVED_BUYER_FAVOUR'),
      () => this.#acts.resolve(dispute, 'CANCELED_BY_BUYER'),
      async () => {},
    ])
  }

  async #settleByCapture(subject: Subject): Promise<void> {
    const dispute = await this.#acts.dispute(subject, {
      amountCents: this.#acts.part(subject.cents),
    })
    if (dispute === undefined) return
    await this.#acts.pause()
    await this.#acts.refund(subject, { isListed: this.#chance.hits(0.5) })
    await this.#acts.pause()
    const refundedCents = dispute.amountCents
    await this.#acts.pickOne([
      () => this.#acts.resolve(dispute, 'RESOLVED_BUYER_FAVOUR', { refundedCents }),
      () => this.#acts.resolve(dispute, 'RESOLVED_WITH_PAYOUT', { refundedCents }),
      async () => {},
    ])
  }

  async #disputeSeveral(subject: Subject, others: readonly Subject[]): Promise<void> {
    const ours = subject.isWhole ? [subject, ...others] : [subject]
    const transactions = [
      ...(this.#chance.hits(0.7) ? [{ foreignCents: this.#chance.between(100, 900) }] : []),
      ...ours.map(({ captureId }) => ({ captureId })),
    ]
    const dispute = await this.#acts.control('/disputes', { transactions })
    if (dispute !== undefined) await this.#acts.end(dispute)
  }

  async #changeAmount(subject: Subject): Promise<void> {
    const dispute = await this.#acts.dispute(subject, {
      amountCents: this.#acts.part(subject.cents),
    })
    if (dispute === undefined) return
    await this.#acts.pause()
    const amountCents = this.#chance.between(1, subject.cents)
    await this.#acts.control('/disputes/change', { disputeId: dispute.id, amountCents })
    await this.#acts.end(dispute)
  }

  async #reopen(subject: Subject): Promise<void> {
    const dispute = await this.#acts.dispute(subject, {
      amountCents: this.#acts.part(subject.cents),
    })
    if (dispute === undefined) return
    await this.#acts.pause()
    await this.#acts.pickOne([
      () => this.#acts.resolve(dispute, 'RESOLVED_SELLER_FAVOUR'),
      () => this.#acts.resolve(dispute, 'RESOLVED_BUYER_FAVOUR'),
    ])
    await this.#acts.pause()
    await this.#acts.control('/disputes/reopen', { disputeId: dispute.id })
    await this.#acts.end(dispute)
  }

  async #escalate(subject: Subject): Promise<void> {
    const dispute = await this.#acts.dispute(subject, { stage: 'INQUIRY' })
    if (dispute === undefined) return
    await this.#acts.pause()
    if (this.#chance.hits(0.3)) return this.#acts.resolve(dispute, 'CANCELED_BY_BUYER')
    if (this.#chance.hits(0.3)) return
    await this.#acts.control('/disputes/change', { disputeId: dispute.id, stage: 'CHARGEBACK' })
    await this.#acts.end(dispute)
  }

  /** The seller may refund some of the rest, soon or much later. */
  async #losePartly(subject: Subject): Promise<void> {
    const dispute = await this.#acts.dispute(subject, {
      amountCents: this.#acts.part(subject.cents),
    })
    if (dispute === undefined) return
    await this.#acts.pause()
    const refundedCents = this.#acts.part(dispute.amountCents)
    const isListed = this.#chance.hits(0.5)
    await this.#acts.resolve(dispute, 'RESOLVED_BUYER_FAVOUR', { refundedCents, isListed })
    const left = subject.cents - refundedCents
    if (left === 0 || this.#chance.hits(0.5)) return
    await this.#scene.world.pass(this.#chance.between(60, 7_200) * 1_000)
    await this.#acts.refund(subject, { amountCents: this.#chance.between(1, left) })
  }

  async #reverse(subject: Subject): Promise<void> {
    const { captureId, cents, isWhole } = subject
    const amountCents = this.#acts.part(cents)
    const isAll = isWhole && amountCents === cents
    const isKnown = !isAll || this.#chance.hits(0.5)
    await this.#acts.control('/reversals', { captureId, amountCents, isKnown })
    if (!isKnown) return this.#scene.world.pass(LISTED_WITHIN_MS)
    if (amountCents === cents || this.#chance.hits(0.5)) return
    await this.#acts.pause()
    await this.#acts.refund(subject, { amountCents: this.#chance.between(1, cents - amountCents) })
  }

  async #holdCapture(subject: Subject): Promise<void> {
    const amountCents = this.#acts.part(subject.cents)
    const dispute = await this.#acts.dispute(subject, { amountCents, holdsCaptures: true })
    if (dispute !== undefined) await this.#acts.end(dispute)
  }

  async #refundUnlisted(subject: Subject): Promise<void> {
    await this.#acts.refund(subject, {
      amountCents: this.#acts.part(subject.cents),
      isListed: false,
    })
  }

  async #refundLater(subject: Subject): Promise<void> {
    const amountCents = this.#acts.part(subject.cents)
    const refund = await this.#acts.refund(subject, { amountCents, status: 'PENDING' })
    const outcome = this.#chance.pick(['COMPLETED', 'FAILED', 'CANCELLED', 'left open'])
    if (refund === undefined || outcome === 'left open') return
    await this.#acts.pause()
    await this.#acts.control('/refunds/outcome', { refundId: refund.id, outcome })
  }
}
