import { createHmac } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type { Delivery, ProviderDeps, StripeAccount } from '../options.ts'
import { sumByPayment, sumUp, type Sums, type TakenPayment } from '../taken-payments.ts'
import { Account } from './account/account.ts'
import { stripeApi } from './api/api.ts'
import { checkoutPage } from './checkout-page.ts'
import { fromJson, isHeld, toJson, type StripeState } from './records/records.ts'

/** Stripe's sandbox. */
export interface StripeStandIn {
  readonly account: Account
  readonly api: FastifyPluginAsync
  /** The hosted page; mount it under `PREFIX/stripe`. */
  readonly pages: FastifyPluginAsync
  /** Returns the headers of one attempt to deliver an event. */
  sign(delivery: Delivery): Record<string, string>
  /** Records that an event was delivered. */
  delivered(delivery: Delivery): void
  snapshot(): unknown
  restore(state: unknown): void
  sums(): Sums
  payments(): TakenPayment[]
}

export function createStripe(settings: StripeAccount, deps: ProviderDeps): StripeStandIn {
  const account = new Account(deps)
  return {
    account,
    api: stripeApi(account, settings, deps),
    pages: checkoutPage(account),
    sign: ({ body }) => signature(settings.webhookSecret, body, account.hostNow),
    delivered: ({ id }) => {
      const event = account.state.events.get(id)
      if (event !== undefined) event.delivered = true
      deps.changed()
    },
    snapshot: () => toJson(account.state),
    restore: (state) => {
      account.state = fromJson(state)
    },
    sums: () => sumUp(listPayments(account.state)),
    payments: () => listPayments(account.state),
  }
}

/** Returns the signature header: https://docs.stripe.com/webhooks#verify-manually */
function signature(secret: string, body: string, now: number): Record<string, string> {
  const digest = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${now},v1=${digest}` }
}

function listPayments({ charges, disputes, intents, sessions }: StripeState): TakenPayment[] {
  const disputed = sumByPayment(
    [...disputes.values()]
      .filter(isHeld)
      .map(({ chargeId, amount }) => ({ paymentId: chargeId, cents: amount })),
  )
  const taken = [...charges.values()].filter(({ failureCode }) => failureCode === null)
  return taken.map(({ id, intentId, amount, refunded }) => {
    const ref = intents.get(intentId)?.sessionId ?? ''
    return {
      ref,
      paymentId: id,
      reference: sessions.get(ref)?.clientReferenceId ?? null,
      capturedCents: amount,
      refundedCents: refunded,
      disputedCents: disputed.get(id) ?? 0,
    }
  })
}
