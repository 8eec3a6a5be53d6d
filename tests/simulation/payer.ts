import { AppError } from '#contract/app-error.ts'
import { findOwn } from '#server/features/checkouts/store.ts'
import { toCaptureResult } from '#server/features/checkouts/views.ts'
import type { StartedPayment } from '#server/payments/provider.ts'
import { API_BASES, type PaymentName } from './providers.ts'
import type { Product } from './server.ts'
import type { DonorWorld, Visitor } from './visitor.ts'

const OK = 200
const SEE_OTHER = 303
const MINUTE_MS = 60_000

/** How often a page tries to capture while it is not known what has happened. */
const CAPTURE_TRIES = 3

/** A visitor who has been sent to a provider, and what they can do about that one payment. */
export class Payer {
  readonly #scene: DonorWorld
  readonly #visitor: Visitor
  readonly #payment: StartedPayment & PaymentName

  constructor(scene: DonorWorld, visitor: Visitor, payment: StartedPayment & PaymentName) {
    this.#scene = scene
    this.#visitor = visitor
    this.#payment = payment
  }

  /** `isDue`: once Stripe has taken it, it is to be paid in the end. */
  async enterCard(number: string, { isDue = false } = {}): Promise<void> {
    await this.#moment(`enters the card ${number}`)
    const name = `${this.#visitor.name} Lovelace`
    const form = { email: 'ada@example.com', name, number, action: 'pay' }
    const status = await this.#scene.providers.submit(this.#payment.url ?? '', form)
    this.#scene.world.trace.note(`  Stripe's page answers ${status}`)
    if (isDue && status === SEE_OTHER) this.#scene.dueRefs.add(this.#payment.ref)
  }

  /** `isDue`: once PayPal has taken it, it is to be paid in the end. */
  async approve(surname: string, { isDue = false } = {}): Promise<void> {
    await this.#moment(`approves as ${surname}`)
    const url = `${API_BASES.paypal}/approve?token=${this.#payment.ref}`
    const form = { given_name: this.#visitor.name, surname, action: 'pay' }
    const status = await this.#scene.providers.submit(url, form)
    if (isDue && status === OK) this.#scene.dueRefs.add(this.#payment.ref)
  }

  /** As the page does after `onApprove`: again while it is not known what has happened. */
  async capture(): Promise<void> {
    for (let tries = 0; tries < CAPTURE_TRIES; tries += 1) {
      const status = await this.#visitor.ask('capture', (product) => this.#tryCapture(product))
      if (status === 'COMPLETED') this.#scene.paidAnswers.push(this.#payment)
      if (status === 'REFUSED') await this.#noteRefusal()
      if (status !== undefined) return
      await this.#moment('tries again')
    }
  }

  /** Whoever is asked to pay in another way must not have paid. */
  async #noteRefusal(): Promise<void> {
    const { providers, chargedRefusals } = this.#scene
    const { ref } = this.#payment
    if ((await providers.listTaken()).some((taken) => taken.ref === ref)) chargedRefusals.push(ref)
  }

  async turnBack(): Promise<void> {
    await this.#moment('turns back')
    await this.#visitor.ask('cancel', async (product) =>
      product.checkouts.cancel(await this.#requireCheckout(product)),
    )
  }

  async waitForBank(): Promise<void> {
    await this.#scene.bank.decide(this.#payment)
  }

  /** Until about the time at which the provider's page is over. */
  async sleep(): Promise<void> {
    const { world } = this.#scene
    await world.pass(world.chance.between(50, 70) * MINUTE_MS)
  }

  /** Comes back to the page, or does not; perhaps in two tabs, perhaps again later. */
  async comeBack(): Promise<void> {
    const { world } = this.#scene
    if (world.chance.hits(0.3)) return
    const tabs = world.chance.hits(0.2) ? 2 : 1
    await Promise.all(Array.from({ length: tabs }, () => this.#look()))
    if (!world.chance.hits(0.3)) return
    await world.pass(world.chance.between(1, 30) * 1_000)
    await this.#look()
  }

  async #look(): Promise<void> {
    await this.#moment('looks at the page')
    const state = await this.#visitor.ask('status', async (product) => {
      const known = await this.#requireCheckout(product)
      return (await product.checkouts.settle(known, 'status')).checkout.state
    })
    if (state === 'paid') this.#scene.paidAnswers.push(this.#payment)
  }

  /** A refusal is an answer too: the page asks for another way to pay. */
  async #tryCapture(product: Product): Promise<'COMPLETED' | 'PENDING' | 'REFUSED'> {
    const checkout = await this.#requireCheckout(product)
    const settlement = await product.checkouts.settle(checkout, 'approval')
    try {
      return (await toCaptureResult(settlement, product)).status
    } catch (error) {
      if (error instanceof AppError && error.code === 'failed-precondition') return 'REFUSED'
      throw error
    }
  }

  async #requireCheckout({ database }: Product) {
    const { ref } = this.#payment
    const checkout = await findOwn(database.reader, this.#visitor.name, ref)
    if (checkout !== undefined) return checkout
    if (this.#scene.world.trouble.kind !== 'older copy') {
      throw new Error(`${ref} was acknowledged and is gone.`)
    }
    throw new AppError('not-found', 'This payment is not known here.')
  }

  #moment(what: string): Promise<void> {
    return this.#scene.world.moment(`${this.#visitor.name} ${what}`)
  }
}
