import type { Logger } from 'pino'
import { CURRENCY } from '#contract/money.ts'
import type { Bus } from '../../infra/bus/bus.ts'
import type { Database } from '../../infra/database/database.ts'
import type { Payment, PaymentProvider } from '../../payments/provider.ts'
import { cleanPayerName } from './payer-name.ts'
import { requireProvider, type Providers } from './providers.ts'
import { isSettled } from './state.ts'
import {
  bookCaptures,
  countDecline,
  moveCheckout,
  requireCheckout,
  type CheckoutRow,
  type Transition,
} from './store.ts'

export interface SettlerDeps {
  database: Database
  providers: Providers
  bus: Bus
  clock: () => number
  logger: Pick<Logger, 'error'>
}

export interface Settlement {
  checkout: CheckoutRow
  /** Whether the provider declined what the payer chose; they may choose something else. */
  declined: boolean
}

/** Brings checkouts to the provider's truth; nothing else moves money to the board. */
export class Settler {
  readonly #deps: SettlerDeps

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  /** See `Checkouts.settle`. */
  async settle(checkout: CheckoutRow): Promise<Settlement> {
    if (isSettled(checkout.state) || checkout.provider_ref === null) {
      return { checkout, declined: false }
    }
    const provider = requireProvider(this.#deps.providers, checkout)
    const payment = await fetchPayment(provider, checkout, checkout.provider_ref)
    return {
      checkout: await this.#apply(checkout, payment),
      declined: payment.status === 'declined',
    }
  }

  /** Answers the checkout as it is afterwards. */
  async #apply(checkout: CheckoutRow, payment: Payment): Promise<CheckoutRow> {
    const disagreement = findDisagreement(checkout, payment)
    if (disagreement !== undefined) {
      this.#deps.logger.error({ checkout: checkout.id, disagreement }, 'payment needs a review')
      return this.#move(checkout, 'review', disagreement)
    }
    switch (payment.status) {
      case 'paid':
        return this.#book(checkout, payment.capture.id, payment.payerName)
      case 'processing':
        return this.#move(checkout, 'processing')
      case 'failed':
        return this.#move(checkout, 'failed', payment.reason)
      case 'expired':
        return this.#move(checkout, 'expired')
      case 'declined':
        return this.#countDecline(checkout)
      case 'awaiting_payer':
      case 'approved':
        return checkout
    }
  }

  async #countDecline(checkout: CheckoutRow): Promise<CheckoutRow> {
    const attempt = checkout.capture_attempt
    await this.#deps.database.write(countDecline, { id: checkout.id, attempt })
    return { ...checkout, capture_attempt: attempt + 1 }
  }

  async #book(checkout: CheckoutRow, objectId: string, name: string | null): Promise<CheckoutRow> {
    const version = await this.#deps.database.write(bookCaptures, {
      checkoutId: checkout.id,
      donationId: checkout.donation_id,
      userId: checkout.user_id,
      provider: checkout.provider,
      objectId,
      amountCents: checkout.amount_cents,
      livemode: checkout.livemode,
      name: cleanPayerName(name),
      timestamp: this.#deps.clock(),
    })
    if (version !== null) this.#deps.bus.publish()
    return { ...checkout, state: 'paid', reason: null }
  }

  async #move(
    { id }: CheckoutRow,
    state: Transition['state'],
    reason: string | null = null,
  ): Promise<CheckoutRow> {
    await this.#deps.database.write(moveCheckout, { id, state, reason, at: this.#deps.clock() })
    // Somebody else may have settled it meanwhile, and their truth may be the later one.
    return requireCheckout(this.#deps.database.reader, id)
  }
}

/** The payment as it is, after taking the money of one that the payer has approved. */
async function fetchPayment(
  provider: PaymentProvider,
  checkout: CheckoutRow,
  ref: string,
): Promise<Payment> {
  const payment = await provider.find(ref)
  const isOurs = findDisagreement(checkout, payment) === undefined
  if (payment.status !== 'approved' || !isOurs) return payment
  return provider.capture(ref, `${checkout.idempotency_key}-${checkout.capture_attempt}`)
}

/** What the provider says otherwise than the checkout; such money waits for the host. */
function findDisagreement(checkout: CheckoutRow, payment: Payment): string | undefined {
  if (payment.checkoutId !== checkout.id) return 'The payment belongs to another checkout.'
  if (payment.livemode !== (checkout.livemode === 1)) return 'The payment is of another mode.'
  const money = payment.status === 'paid' ? payment.capture : payment
  if (money.currency !== CURRENCY) return `The payment is in ${money.currency}.`
  if (money.amountCents !== checkout.amount_cents) {
    return `The payment is of ${money.amountCents} cents, not of ${checkout.amount_cents}.`
  }
  return undefined
}
