import type { ProviderDeps } from '../../options.ts'
import { invalidRequest } from '../errors.ts'
import { EventLog } from './event-log.ts'
import { newCharge, newIntent, newSession, type SessionDraft } from '../records/new-records.ts'
import { toCharge, toIntent } from '../objects/objects.ts'
import {
  emptyState,
  type ChargeRecord,
  type DueRecord,
  type IntentRecord,
  type SessionRecord,
  type StripeState,
} from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'
import { RefundsAndDisputes } from './refunds-and-disputes.ts'
import { evictExpiredSessions } from './evict-expired-sessions.ts'
import { toSession } from '../objects/session-object.ts'
import { TEST_CARDS } from './test-cards.ts'

/** The time until a delayed payment is decided, and until a dispute is opened; ms. */
const DELAYED_PAYMENT_MS = 3_000
const DISPUTE_AFTER_MS = 5_000

/** The fields of the hosted page's form. */
export interface CardPayment {
  email: string
  name: string
  number: string
}

export type Payment = 'paid' | 'declined' | 'invalid-number'

/** Implements Stripe for one account: the effect of each call on its objects, and its events. */
export class Account {
  state: StripeState = emptyState()
  readonly returns: RefundsAndDisputes
  readonly #deps: ProviderDeps
  readonly #log: EventLog

  constructor(deps: ProviderDeps) {
    this.#deps = deps
    this.#log = new EventLog(deps, () => this.state)
    this.returns = new RefundsAndDisputes(this.#log, () => this.state)
  }

  /** The sandbox's time, Unix seconds. */
  get now(): number {
    return this.#log.now
  }

  /** The host's time, Unix seconds, which the shop uses. */
  get hostNow(): number {
    return Math.floor(this.#deps.hostClock() / 1000)
  }

  createSession(draft: SessionDraft): SessionRecord {
    evictExpiredSessions(this.state)
    const session = newSession(this.#log.createBase('cs_test'), draft)
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
    const intent = this.#requireIntent(session)
    const last4 = number.slice(-4)
    if (card === 'declined') {
      this.#decline(intent, { email, name, last4 })
      return 'declined'
    }
    Object.assign(session, { email, name, status: 'complete' })
    const now = this.#deps.clock()
    if (card === 'delayed') {
      Object.assign(intent, {
        status: 'processing',
        failureCode: null,
        debitedAt: this.#log.now,
      })
      this.#schedule({ at: now + DELAYED_PAYMENT_MS, action: 'succeed', id: session.id })
      this.#log.emit('payment_intent.processing', toIntent(intent))
    } else {
      this.#succeed(session, intent, last4)
    }
    this.#emitSession('completed', session)
    if (card === 'disputed' && intent.chargeId !== null) {
      this.#schedule({ at: now + DISPUTE_AFTER_MS, action: 'dispute', id: intent.chargeId })
    }
    return 'paid'
  }

  /** Decides a delayed payment. */
  decideDelayed(sessionId: string, outcome: 'succeeded' | 'failed'): void {
    const session = requireRecord(this.state.sessions, 'checkout.session', sessionId)
    const intent = requireRecord(this.state.intents, 'payment_intent', session.intentId ?? '')
    if (intent.status !== 'processing') return
    if (outcome === 'succeeded') {
      this.#succeed(session, intent, '0077')
      this.#emitSession('async_payment_succeeded', session)
      return
    }
    Object.assign(intent, {
      status: 'requires_payment_method',
      failureCode: 'generic_decline',
      debitedAt: null,
    })
    this.#log.emit('payment_intent.payment_failed', toIntent(intent))
    this.#emitSession('async_payment_failed', session)
  }

  /** Emits an event of an object that other software in the account has made. */
  emitForeign(type: string, object: object): void {
    this.#log.emit(type, object)
  }

  /** Runs what is due. */
  tick(): void {
    const now = this.#deps.clock()
    while ((this.state.due[0]?.at ?? Infinity) <= now) {
      const due = this.state.due.shift()
      if (due !== undefined) this.#happen(due)
    }
  }

  #happen({ action, id }: DueRecord): void {
    if (action === 'succeed') return this.decideDelayed(id, 'succeeded')
    if (action === 'dispute') return this.#dispute(id)
    const session = this.state.sessions.get(id)
    if (session?.status === 'open') this.expireSession(session)
  }

  /** Opens a dispute, unless the charge's money has gone back already. */
  #dispute(chargeId: string): void {
    const charge = requireRecord(this.state.charges, 'charge', chargeId)
    if (this.returns.findLeft(charge) > 0) this.returns.openDispute(chargeId)
  }

  /** Returns the session's intent, which the first attempt creates and later ones reuse. */
  #requireIntent(session: SessionRecord): IntentRecord {
    const known = this.state.intents.get(session.intentId ?? '')
    if (known !== undefined) return known
    const intent = newIntent(this.#log.createBase('pi'), session)
    session.intentId = intent.id
    this.state.intents.set(intent.id, intent)
    this.#log.emit('payment_intent.created', toIntent(intent))
    return intent
  }

  #decline(intent: IntentRecord, payer: Pick<ChargeRecord, 'email' | 'name' | 'last4'>): void {
    const failureCode = 'generic_decline'
    const charge = newCharge(this.#log.createBase('ch'), intent, { ...payer, failureCode })
    this.state.charges.set(charge.id, charge)
    Object.assign(intent, { status: 'requires_payment_method', chargeId: charge.id, failureCode })
    this.#log.emit('charge.failed', toCharge(charge))
    this.#log.emit('payment_intent.payment_failed', toIntent(intent))
  }

  #succeed(session: SessionRecord, intent: IntentRecord, last4: string): void {
    const charge = newCharge(this.#log.createBase('ch'), intent, { ...session, last4 })
    this.state.charges.set(charge.id, charge)
    Object.assign(intent, { status: 'succeeded', chargeId: charge.id, failureCode: null })
    session.paymentStatus = 'paid'
    this.#log.emit('charge.succeeded', toCharge(charge))
    this.#log.emit('payment_intent.succeeded', toIntent(intent))
  }

  #schedule(due: DueRecord): void {
    const { due: list } = this.state
    // Most new entries are due later than all others.
    let index = list.length
    while (index > 0 && (list[index - 1]?.at ?? 0) > due.at) index -= 1
    list.splice(index, 0, due)
    this.#deps.changed()
  }

  #emitSession(what: string, session: SessionRecord): void {
    this.#log.emit(`checkout.session.${what}`, toSession(session, this.#deps.publicUrl))
  }
}
