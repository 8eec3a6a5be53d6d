import type { Delivery, ProviderDeps, StripeAccount } from '../options.ts'
import { stripeId } from '../ids.ts'
import { invalidRequest } from './errors.ts'
import { toCharge, toDispute, toEvent, toIntent, toRefund } from './objects.ts'
import { toSession } from './session-object.ts'
import {
  emptyState,
  type DisputeRecord,
  type DueRecord,
  type EventRecord,
  type IntentRecord,
  type RefundRecord,
  type SessionRecord,
  type StripeState,
} from './records.ts'
import {
  newCharge,
  newDispute,
  newIntent,
  newRefund,
  newSession,
  type SessionDraft,
} from './new-records.ts'
import { requireRecord } from './require-record.ts'
import { TEST_CARDS } from './test-cards.ts'

/** How long a delayed payment stays undecided, and after how long a dispute comes; ms. */
const DELAYED_PAYMENT_MS = 3_000
const DISPUTE_AFTER_MS = 5_000

/** What the hosted page's form says. */
export interface CardPayment {
  email: string
  name: string
  number: string
}

/** Stripe keeps a month of events, too many for a busy sandbox. */
const EVENTS_KEPT = 10_000

export type Payment = 'paid' | 'declined' | 'invalid-number'

/** Stripe's behaviour for one account: what each call does to its objects, and which events tell. */
export class Account {
  state: StripeState = emptyState()
  readonly #deps: ProviderDeps
  readonly #webhookUrl: string

  constructor({ webhookUrl }: StripeAccount, deps: ProviderDeps) {
    this.#deps = deps
    this.#webhookUrl = webhookUrl
  }

  get now(): number {
    return Math.floor(this.#deps.clock() / 1000)
  }

  createSession(draft: SessionDraft): SessionRecord {
    const session = newSession(this.#birth('cs_test'), draft)
    this.state.sessions.set(session.id, session)
    this.#schedule({ at: session.expiresAt * 1000, action: 'expire', id: session.id })
    return session
  }

  expireSession(session: SessionRecord): void {
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    session.status = 'expired'
    this.#emitSession('expired', session)
  }

  /** Pays an open session with a test card, as the hosted page does. */
  pay(session: SessionRecord, { email, name, number }: CardPayment): Payment {
    const card = TEST_CARDS[number.replace(/\D/g, '')]
    if (card === undefined) return 'invalid-number'
    if (card === 'declined') return 'declined'
    Object.assign(session, { email, name, status: 'complete' })
    const intent = this.#createIntent(session)
    session.intentId = intent.id
    const now = this.#deps.clock()
    if (card === 'delayed') {
      this.#schedule({ at: now + DELAYED_PAYMENT_MS, action: 'succeed', id: session.id })
      this.#emit('payment_intent.processing', toIntent(intent))
    } else {
      this.#succeed(session, intent, number.slice(-4))
    }
    this.#emitSession('completed', session)
    if (card === 'disputed' && intent.chargeId !== null) {
      this.#schedule({ at: now + DISPUTE_AFTER_MS, action: 'dispute', id: intent.chargeId })
    }
    return 'paid'
  }

  /** Ends the wait of a delayed payment one way or the other. */
  decideDelayed(sessionId: string, outcome: 'succeeded' | 'failed'): void {
    const session = requireRecord(this.state.sessions, 'checkout.session', sessionId)
    const intent = requireRecord(this.state.intents, 'payment_intent', session.intentId ?? '')
    if (intent.status !== 'processing') return
    if (outcome === 'succeeded') {
      this.#succeed(session, intent, '0077')
      this.#emitSession('async_payment_succeeded', session)
      return
    }
    intent.status = 'requires_payment_method'
    intent.failureCode = 'generic_decline'
    this.#emit('payment_intent.payment_failed', toIntent(intent))
    this.#emitSession('async_payment_failed', session)
  }

  refund(
    chargeId: string,
    amount: number | undefined,
    metadata: Record<string, string> = {},
    status: RefundRecord['status'] = 'succeeded',
  ): RefundRecord {
    const charge = requireRecord(this.state.charges, 'charge', chargeId)
    const left = charge.amount - charge.refunded
    const cents = amount ?? left
    if (cents < 1 || cents > left) {
      throw invalidRequest(
        `Refund amount (${cents}) is greater than unrefunded amount on charge (${left})`,
        'amount',
      )
    }
    const refund = newRefund(this.#birth('re'), charge, { amount: cents, metadata, status })
    this.state.refunds.set(refund.id, refund)
    charge.refunded += cents
    this.#emit('refund.created', toRefund(refund))
    this.#emit('charge.refunded', toCharge(charge))
    return refund
  }

  /** A refund that was under way comes to its end; a failed one gives the money back to us. */
  decideRefund(refundId: string, status: 'succeeded' | 'failed'): void {
    const refund = requireRecord(this.state.refunds, 'refund', refundId)
    if (refund.status === 'failed') return
    if (status === 'failed') {
      requireRecord(this.state.charges, 'charge', refund.chargeId).refunded -= refund.amount
    }
    refund.status = status
    this.#emit(status === 'failed' ? 'refund.failed' : 'refund.updated', toRefund(refund))
  }

  openDispute(chargeId: string): DisputeRecord {
    const charge = requireRecord(this.state.charges, 'charge', chargeId)
    const dispute = newDispute(this.#birth('dp'), charge)
    this.state.disputes.set(dispute.id, dispute)
    charge.disputed = true
    this.#emit('charge.dispute.created', toDispute(dispute))
    this.#emit('charge.dispute.funds_withdrawn', toDispute(dispute))
    return dispute
  }

  closeDispute(disputeId: string, status: 'won' | 'lost'): void {
    const dispute = requireRecord(this.state.disputes, 'dispute', disputeId)
    if (dispute.status !== 'needs_response') return
    dispute.status = status
    this.#emit('charge.dispute.closed', toDispute(dispute))
    if (status === 'won') this.#emit('charge.dispute.funds_reinstated', toDispute(dispute))
  }

  /** Does what has become due. */
  tick(): void {
    const now = this.#deps.clock()
    while ((this.state.due[0]?.at ?? Infinity) <= now) {
      const due = this.state.due.shift()
      if (due !== undefined) this.#happen(due)
    }
  }

  #happen({ action, id }: DueRecord): void {
    if (action === 'succeed') return this.decideDelayed(id, 'succeeded')
    if (action === 'dispute') return void this.openDispute(id)
    const session = this.state.sessions.get(id)
    if (session?.status === 'open') this.expireSession(session)
  }

  #createIntent(session: SessionRecord): IntentRecord {
    const intent = newIntent(this.#birth('pi'), session)
    this.state.intents.set(intent.id, intent)
    this.#emit('payment_intent.created', toIntent(intent))
    return intent
  }

  #succeed(session: SessionRecord, intent: IntentRecord, last4: string): void {
    const charge = newCharge(this.#birth('ch'), intent, { ...session, last4 })
    this.state.charges.set(charge.id, charge)
    intent.status = 'succeeded'
    intent.chargeId = charge.id
    session.paymentStatus = 'paid'
    this.#emit('charge.succeeded', toCharge(charge))
    this.#emit('payment_intent.succeeded', toIntent(intent))
  }

  #schedule(due: DueRecord): void {
    const { due: list } = this.state
    // Most of what is scheduled lies further ahead than all the rest.
    let index = list.length
    while (index > 0 && (list[index - 1]?.at ?? 0) > due.at) index -= 1
    list.splice(index, 0, due)
    this.#deps.changed()
  }

  #emitSession(what: string, session: SessionRecord): void {
    this.#emit(`checkout.session.${what}`, toSession(session, this.#deps.publicUrl))
  }

  #emit(type: string, object: object): void {
    const record = {
      ...this.#birth('evt'),
      type,
      object: JSON.stringify(object),
      delivered: false,
    }
    keepNewest(this.state.events, record)
    const body = JSON.stringify(toEvent(record))
    const delivery: Delivery = { id: record.id, provider: 'stripe', url: this.#webhookUrl, body }
    this.#deps.changed()
    this.#deps.deliver(delivery)
  }

  #birth(prefix: string): { id: string; created: number } {
    return { id: stripeId(prefix, this.#deps.random), created: this.now }
  }
}

function keepNewest(events: Map<string, EventRecord>, event: EventRecord): void {
  events.set(event.id, event)
  const [oldest] = events.keys()
  if (events.size > EVENTS_KEPT && oldest !== undefined) events.delete(oldest)
}
