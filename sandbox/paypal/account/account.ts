import { PREFIX, type ProviderDeps } from '../../options.ts'
import { notFound, PaypalError, unprocessable } from '../errors.ts'
import { EventLog } from './event-log.ts'
import { newCapture, newOrder, type OrderDraft } from '../records/new-records.ts'
import { toCaptureWithOrder, toOrder, type ApiUrls } from '../objects/objects.ts'
import {
  emptyState,
  type CaptureRecord,
  type OrderRecord,
  type PayerRecord,
  type PaypalState,
} from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'
import { RefundsAndDisputes } from './refunds-and-disputes.ts'

/** The time that a payer has to approve an order, and the shop then to capture it. */
const APPROVAL_MS = 3 * 60 * 60 * 1000

/** The most orders to keep; deleting the sandbox's file starts anew. */
const MAX_ORDERS = 20_000

const MAX_APPROVALS = 20

/** Surnames that decide the result of a capture. */
const PENDING_SURNAME = 'PENDING'
const DECLINED = 'DECLINE'

/** The surnames whose captures are created and take no money, with the captures' statuses. */
const FAILED_CAPTURES = { REFUSED: 'DECLINED', BROKEN: 'FAILED' } as const

/** Implements PayPal for one account: the effect of each call on its objects, and its events. */
export class Account {
  state: PaypalState = emptyState()
  readonly log: EventLog
  readonly returns: RefundsAndDisputes
  readonly #deps: ProviderDeps

  constructor(deps: ProviderDeps) {
    this.#deps = deps
    const shared = { ...deps, state: () => this.state, apiUrls: () => this.apiUrls }
    this.log = new EventLog(shared)
    this.returns = new RefundsAndDisputes(this.log, shared)
  }

  get now(): number {
    return this.#deps.clock()
  }

  get hostNow(): number {
    return this.#deps.hostClock()
  }

  get apiUrls(): ApiUrls {
    const base = `${this.#deps.publicUrl}${PREFIX}/paypal`
    return {
      api: this.state.apiBase ?? base,
      approve: (orderId) => `${base}/approve?token=${orderId}`,
    }
  }

  changed(): void {
    this.#deps.changed()
  }

  useApiBase(base: string): void {
    if (this.state.apiBase === base) return
    this.state.apiBase = base
    this.#deps.changed()
  }

  createOrder(draft: OrderDraft): OrderRecord {
    this.#evictUnpaidOrders()
    const order = newOrder(this.log.createBase(), draft)
    this.state.orders.set(order.id, order)
    this.#deps.changed()
    return order
  }

  /** Returns an order; one whose approval has expired is unknown, as at PayPal. */
  requireOrder(id: string): OrderRecord {
    const order = requireRecord(this.state.orders, id)
    if (order.isForgotten || this.#isOver(order)) throw notFound()
    return order
  }

  /** Returns whether the order may be approved; approvals are limited. */
  mayApprove({ status, approvals }: OrderRecord): boolean {
    return status !== 'COMPLETED' && approvals < MAX_APPROVALS
  }

  /** Approves the order, perhaps again after a decline. */
  approve(order: OrderRecord, name: { givenName: string; surname: string }): PayerRecord {
    const payer = { ...name, email: 'payer@example.com', accountId: this.#newAccountId() }
    const approvals = order.approvals + 1
    Object.assign(order, { payer, approvals, status: 'APPROVED', updatedAt: this.now })
    this.log.emit('CHECKOUT.ORDER.APPROVED', 'checkout-order', this.#showOrder(order))
    return payer
  }

  capture(order: OrderRecord): CaptureRecord | 'declined' {
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.payer === null) throw unprocessable('ORDER_NOT_APPROVED')
    if (this.#isInvoicePaid(order.invoiceId)) throw unprocessable('DUPLICATE_INVOICE_ID')
    const surname = order.payer.surname.toUpperCase()
    if (surname === DECLINED) return 'declined'
    const capture = this.#takeMoney(order, toCaptureStatus(surname))
    this.#emitCapture(capture)
    return capture
  }

  /** Forgets an order, as PayPal does long after it was paid. */
  forgetOrder(id: string): void {
    requireRecord(this.state.orders, id).isForgotten = true
    this.changed()
  }

  /** Returns PayPal's error for a declined capture; its link leads to another approval. */
  declined({ id }: OrderRecord): PaypalError {
    const href = this.apiUrls.approve(id)
    return unprocessable('INSTRUMENT_DECLINED', [{ href, rel: 'redirect', method: 'GET' }])
  }

  /** Delays what reads show, by at most this time; 0 shows everything at once. */
  setReadLag(mostMs: number): void {
    this.log.maxLagMs = mostMs
    if (mostMs > 0) return
    const { orders, captures, refunds, disputes } = this.state
    for (const records of [orders, captures, refunds, disputes]) {
      for (const record of records.values()) record.shownAt = 0
    }
  }

  /** Decides a pending capture. */
  resolvePending(captureId: string, outcome: 'COMPLETED' | 'DENIED'): CaptureRecord {
    const capture = requireRecord(this.state.captures, captureId)
    if (capture.status !== 'PENDING') return capture
    capture.status = outcome === 'DENIED' ? 'DECLINED' : outcome
    capture.updatedAt = this.now
    this.#emitCapture(capture)
    return capture
  }

  #isOver({ status, updatedAt }: OrderRecord): boolean {
    return status !== 'COMPLETED' && updatedAt + APPROVAL_MS < this.now
  }

  /** Removes orders that were never paid; throws if all kept orders were. */
  #evictUnpaidOrders(): void {
    const { orders } = this.state
    if (orders.size < MAX_ORDERS) return
    for (const order of [...orders.values()].filter((order) => this.#isOver(order))) {
      orders.delete(order.id)
    }
    if (orders.size >= MAX_ORDERS) throw new PaypalError(429)
  }

  #isInvoicePaid(invoiceId: string | null): boolean {
    if (invoiceId === null) return false
    const capture = this.state.captures.get(this.state.invoices.get(invoiceId) ?? '')
    return capture !== undefined && !isUntaken(capture)
  }

  #takeMoney(order: OrderRecord, status: CaptureRecord['status']): CaptureRecord {
    const capture = newCapture(this.log.createBase(), order, status)
    this.state.captures.set(capture.id, capture)
    if (capture.invoiceId !== null) this.state.invoices.set(capture.invoiceId, capture.id)
    Object.assign(order, { status: 'COMPLETED', captureId: capture.id, updatedAt: this.now })
    return capture
  }

  #emitCapture(capture: CaptureRecord): void {
    const outcome = isUntaken(capture) ? 'DENIED' : capture.status
    const resource = toCaptureWithOrder(capture, this.state, this.apiUrls)
    this.log.emit(`PAYMENT.CAPTURE.${outcome}`, 'capture', resource)
  }

  #showOrder(order: OrderRecord): object {
    return toOrder(order, this.state, this.apiUrls)
  }

  /** Returns an account id, which is shorter than other ids and has no 0 and 1. */
  #newAccountId(): string {
    return this.log.newId().replaceAll(/[01]/g, '2').slice(0, 13)
  }
}

function toCaptureStatus(surname: string): CaptureRecord['status'] {
  if (surname === PENDING_SURNAME) return 'PENDING'
  return surname === 'REFUSED' || surname === 'BROKEN' ? FAILED_CAPTURES[surname] : 'COMPLETED'
}

function isUntaken({ status }: CaptureRecord): boolean {
  return status === 'DECLINED' || status === 'FAILED'
}
