import { AppError } from '#contract/app-error.ts'
import { createFindOwn } from '#server/features/checkouts/own-checkouts.ts'
import { createFindOwnDonation } from '#server/features/checkouts/own-donation.ts'
import { toCaptureResult } from '#server/features/checkouts/views.ts'
import { changeOwnTexts } from '#server/features/names/store.ts'
import type { StartedPayment } from '#server/payments/provider.ts'
import { API_BASES, type PaymentKey } from '../providers/providers.ts'
import type { Product } from '../server/server.ts'
import type { DonorContext, Visitor } from './visitor.ts'

const OK = 200
const SEE_OTHER = 303
const MINUTE_MS = 60_000

/** The number of times the page tries to capture while the result is unknown. */
const CAPTURE_TRIES = 3

/** A visitor on a provider's page, and the actions on that one payment. */
export class Payer {
  readonly #context: DonorContext
  readonly #visitor: Visitor
  readonly #payment: StartedPayment & PaymentKey

  constructor(context: DonorContext, visitor: Visitor, payment: StartedPayment & PaymentKey) {
    this.#context = context
    this.#visitor = visitor
    this.#payment = payment
  }

  /**
   * Pays on Stripe's page. `mustBePaid`: if Stripe accepts it, the donation must be paid in the
   * end.
   */
  async payByCard(number: string, { mustBePaid = false } = {}): Promise<void> {
    await this.#waitForTurn(`enters the card ${number}`)
    const name = `${this.#visitor.name} Lovelace`
    const form = { email: 'ada@example.com', name, number, action: 'pay' }
    const status = await this.#context.providers.submit(this.#payment.url ?? '', form)
    this.#context.world.trace.note(`  Stripe's page answers ${status}`)
    if (mustBePaid && status === SEE_OTHER) this.#context.mustBePaidRefs.add(this.#payment.ref)
  }

  /**
   * Approves on PayPal's page. `mustBePaid`: if PayPal accepts it, the donation must be paid in the
   * end.
   */
  async approve(surname: string, { mustBePaid = false } = {}): Promise<void> {
    await this.#waitForTurn(`approves as ${surname}`)
    const url = `${API_BASES.paypal}/approve?token=${this.#payment.ref}`
    const isNameless = this.#context.namelessRefs.has(this.#payment.ref)
    const form = { given_name: isNameless ? '' : this.#visitor.name, surname, action: 'pay' }
    const status = await this.#context.providers.submit(url, form)
    if (mustBePaid && status === OK) this.#context.mustBePaidRefs.add(this.#payment.ref)
  }

  /** Captures as the page does after `onApprove`, and tries again while the result is unknown. */
  async capture(): Promise<void> {
    for (let tries = 0; tries < CAPTURE_TRIES; tries += 1) {
      const status = await this.#visitor.request('capture', (product) => this.#tryCapture(product))
      if (status === 'COMPLETED') this.#context.confirmedPayments.push(this.#payment)
      if (status === 'REFUSED') await this.#noteRefusal()
      if (status !== undefined) return
      await this.#waitForTurn('tries again')
    }
  }

  /** Records the payment if it was taken although its donor was asked to pay in another way. */
  async #noteRefusal(): Promise<void> {
    const { providers, chargedRefusals } = this.#context
    const { ref } = this.#payment
    if ((await providers.listTaken()).some((taken) => taken.ref === ref)) chargedRefusals.push(ref)
  }

  async cancel(): Promise<void> {
    await this.#waitForTurn('turns back')
    const checkout = await this.#visitor.request('cancel', async (product) =>
      product.checkouts.cancel(await this.#requireCheckout(product)),
    )
    if (checkout?.state === 'cancelled') this.#context.cancelledRefs.add(this.#payment.ref)
  }

  /** Names the donation some time later, so that it comes onto the board only then. */
  async nameDonation(): Promise<void> {
    const { world } = this.#context
    await world.sleep(world.random.pick([1, 30, 90, 600]) * 1_000)
    const { name, userId } = this.#visitor
    const isNamed = await this.#visitor.request('name', async (product) => {
      const { donation_id: donationId } = await this.#requireCheckout(product)
      const choice = { displayName: name }
      const change = { donationId, userId, livemode: 0 as const, choice, at: world.serverClock() }
      const isDone = await product.database.write(changeOwnTexts, change)
      product.bus.publish()
      return isDone
    })
    world.trace.count('names', isNamed === true ? 'later' : 'never')
  }

  async waitForBank(): Promise<void> {
    await this.#context.bank.decide(this.#payment)
  }

  /** Waits for some seconds, as somebody does who thinks again. */
  async hesitate(): Promise<void> {
    const { world } = this.#context
    await world.sleep(world.random.between(1, 30) * 1_000)
  }

  /** Waits until about the time at which the provider's page expires. */
  async idleUntilExpiry(): Promise<void> {
    const { world } = this.#context
    await world.sleep(world.random.between(50, 70) * MINUTE_MS)
  }

  /** Returns to our page in one tab or two, perhaps again later, or not at all. */
  async returnToPage(): Promise<void> {
    const { world } = this.#context
    if (world.random.chance(0.3)) return
    const tabs = world.random.chance(0.2) ? 2 : 1
    await Promise.all(Array.from({ length: tabs }, () => this.#openPage()))
    if (!world.random.chance(0.3)) return
    await world.sleep(world.random.between(1, 30) * 1_000)
    await this.#openPage()
  }

  async #openPage(): Promise<void> {
    await this.#waitForTurn('looks at the page')
    const state = await this.#visitor.request('status', async (product) => {
      const known = await this.#requireCheckout(product)
      return (await product.checkouts.settle(known, 'status')).checkout.state
    })
    if (state === 'paid') this.#context.confirmedPayments.push(this.#payment)
  }

  /**
   * Returns the status of a capture. A refusal is a status too: the page then asks for another way
   * to pay.
   */
  async #tryCapture(product: Product): Promise<'COMPLETED' | 'PENDING' | 'REFUSED'> {
    const checkout = await this.#requireCheckout(product)
    const settlement = await product.checkouts.settle(checkout, 'approval')
    try {
      return (await toCaptureResult(settlement, createFindOwnDonation(product))).status
    } catch (error) {
      if (error instanceof AppError && error.code === 'failed-precondition') return 'REFUSED'
      throw error
    }
  }

  async #requireCheckout({ database }: Product) {
    const { ref } = this.#payment
    const checkout = await createFindOwn(database.reader)(this.#visitor.userId, ref)
    if (checkout !== undefined) return checkout
    if (this.#context.world.incident.kind !== 'older copy') {
      throw new Error(`${ref} was acknowledged and is gone.`)
    }
    throw new AppError('not-found', 'This payment is not known here.')
  }

  #waitForTurn(what: string): Promise<void> {
    return this.#context.world.waitForTurn(`${this.#visitor.name} ${what}`)
  }
}
