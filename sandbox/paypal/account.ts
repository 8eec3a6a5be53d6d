import { paypalId } from '../ids.ts'
import { PREFIX, type PaypalAccount, type ProviderDeps } from '../options.ts'
import { notFound, unprocessable, type PaypalRefusal } from './errors.ts'
import { toDispute, toLoneCapture, toOrder, toRefund, toTime, type Addresses } from './objects.ts'
import {
  newCapture,
  newDispute,
  newOrder,
  newRefund,
  type AskedRefund,
  type OrderDraft,
} from './new-records.ts'
import {
  emptyState,
  type CaptureRecord,
  type DisputeRecord,
  type EventRecord,
  type OrderRecord,
  type PayerRecord,
  type PaypalState,
  type RefundRecord,
} from './records.ts'
import { requireRecord } from './require-record.ts'

/** How long a payer has to approve an order, and we then to capture it. */
const APPROVAL_MS = 3 * 60 * 60 * 1000

/** PayPal keeps a month of events, too many for a busy sandbox. */
const EVENTS_KEPT = 10_000

/** Surnames that decide what becomes of the money. */
const HELD_BACK = 'PENDING'
const DECLINED = 'DECLINE'

type Resource = 'checkout-order' | 'capture' | 'refund' | 'dispute'

/** PayPal's behaviour for one account: what each call does to its objects, and which events tell. */
export class Account {
  state: PaypalState = emptyState()
  readonly #deps: ProviderDeps
  readonly #settings: PaypalAccount

  constructor(settings: PaypalAccount, deps: ProviderDeps) {
    this.#settings = settings
    this.#deps = deps
  }

  get now(): number {
    return this.#deps.clock()
  }

  get addresses(): Addresses {
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
    const order = newOrder(this.#birth(), draft)
    this.state.orders.set(order.id, order)
    this.#deps.changed()
    return order
  }

  /** Refuses an order whose payer took too long as it does one that never was. */
  requireOrder(id: string): OrderRecord {
    const order = requireRecord(this.state.orders, id)
    const isOver = order.status !== 'COMPLETED' && order.updatedAt + APPROVAL_MS < this.now
    if (isOver) throw notFound()
    return order
  }

  /** The payer agrees, perhaps once more after a decline. */
  approve(order: OrderRecord, name: { givenName: string; surname: string }): PayerRecord {
    const payer = { ...name, email: 'payer@example.com', accountId: this.#newAccountId() }
    Object.assign(order, { payer, status: 'APPROVED', updatedAt: this.now })
    this.#emit('CHECKOUT.ORDER.APPROVED', 'checkout-order', this.#showOrder(order))
    return payer
  }

  capture(order: OrderRecord): CaptureRecord | 'declined' {
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.payer === null) throw unprocessable('ORDER_NOT_APPROVED')
    if (this.#isInvoicePaid(order.invoiceId)) throw unprocessable('DUPLICATE_INVOICE_ID')
    const surname = order.payer.surname.toUpperCase()
    if (surname === DECLINED) return 'declined'
    const capture = this.#takeMoney(order, surname === HELD_BACK ? 'PENDING' : 'COMPLETED')
    this.#emitCapture(capture)
    return capture
  }

  /** What PayPal says to a declined capture; the payer may choose again where it points. */
  declined({ id }: OrderRecord): PaypalRefusal {
    const href = this.addresses.approve(id)
    return unprocessable('INSTRUMENT_DECLINED', [{ href, rel: 'redirect', method: 'GET' }])
  }

  /** Ends the wait of a capture that was held back. */
  resolvePending(captureId: string, outcome: 'COMPLETED' | 'DENIED'): CaptureRecord {
    const capture = requireRecord(this.state.captures, captureId)
    if (capture.status !== 'PENDING') return capture
    capture.status = outcome === 'DENIED' ? 'DECLINED' : outcome
    capture.updatedAt = this.now
    this.#emitCapture(capture)
    return capture
  }

  /** Gives back all that is left where no amount is named. */
  refund(captureId: string, asked?: AskedRefund): RefundRecord {
    const capture = requireRecord(this.state.captures, captureId)
    const refund = newRefund(this.#birth(), capture, asked)
    this.state.refunds.set(refund.id, refund)
    capture.refundIds.push(refund.id)
    capture.refundedCents += refund.amountCents
    capture.updatedAt = this.now
    this.#emit('PAYMENT.CAPTURE.REFUNDED', 'refund', toRefund(refund, this.addresses))
    return refund
  }

  openDispute(captureId: string): DisputeRecord {
    const capture = requireRecord(this.state.captures, captureId)
    const id = `PP-D-${this.#newId().slice(0, 8)}`
    const dispute = newDispute({ id, createdAt: this.now }, capture)
    this.state.disputes.set(dispute.id, dispute)
    this.#emitDispute('CUSTOMER.DISPUTE.CREATED', dispute, capture)
    return dispute
  }

  closeDispute(disputeId: string, outcome: 'won' | 'lost'): DisputeRecord {
    const dispute = requireRecord(this.state.disputes, disputeId)
    const capture = requireRecord(this.state.captures, dispute.captureId)
    if (dispute.outcome !== null) return dispute
    Object.assign(dispute, { outcome, updatedAt: this.now })
    this.#emitDispute('CUSTOMER.DISPUTE.RESOLVED', dispute, capture)
    if (outcome === 'lost') this.#emitReversal(dispute, capture)
    return dispute
  }

  /** Sends an event once more. */
  resend(eventId: string): void {
    const { id, body } = requireRecord(this.state.events, eventId)
    this.#deps.deliver({ id, provider: 'paypal', url: this.#settings.webhookUrl, body })
  }

  #isInvoicePaid(invoiceId: string | null): boolean {
    if (invoiceId === null) return false
    const capture = this.state.captures.get(this.state.invoices.get(invoiceId) ?? '')
    return capture !== undefined && capture.status !== 'DECLINED'
  }

  #takeMoney(order: OrderRecord, status: 'COMPLETED' | 'PENDING'): CaptureRecord {
    const capture = newCapture(this.#birth(), order, status)
    this.state.captures.set(capture.id, capture)
    if (capture.invoiceId !== null) this.state.invoices.set(capture.invoiceId, capture.id)
    Object.assign(order, { status: 'COMPLETED', captureId: capture.id, updatedAt: this.now })
    return capture
  }

  #emitCapture(capture: CaptureRecord): void {
    const outcome = capture.status === 'DECLINED' ? 'DENIED' : capture.status
    const resource = toLoneCapture(capture, this.addresses)
    this.#emit(`PAYMENT.CAPTURE.${outcome}`, 'capture', resource)
  }

  #emitDispute(type: string, dispute: DisputeRecord, capture: CaptureRecord): void {
    this.#emit(type, 'dispute', toDispute(dispute, capture, this.addresses))
  }

  /** Told in the shape of a refund, although it is none that anybody could look up. */
  #emitReversal({ amountCents }: DisputeRecord, capture: CaptureRecord): void {
    const { id: captureId, currency, customId, invoiceId } = capture
    const reversal = { ...this.#birth(), captureId, amountCents, currency, customId, invoiceId }
    this.#emit('PAYMENT.CAPTURE.REVERSED', 'refund', toRefund(reversal, this.addresses))
  }

  #showOrder(order: OrderRecord): object {
    return toOrder(order, this.state, this.addresses)
  }

  #emit(type: string, resource_type: Resource, resource: object): void {
    const id = `WH-${this.#newId()}-${this.#newId()}`
    const href = `${this.addresses.api}/v1/notifications/webhooks-events/${id}`
    const body = JSON.stringify({
      id,
      event_version: '1.0',
      create_time: toTime(this.now),
      resource_type,
      resource_version: resource_type === 'dispute' ? '1.0' : '2.0',
      event_type: type,
      resource,
      links: [
        { href, rel: 'self', method: 'GET' },
        { href: `${href}/resend`, rel: 'resend', method: 'POST' },
      ],
    })
    keepNewest(this.state.events, { id, type, createdAt: this.now, body })
    this.#deps.changed()
    this.resend(id)
  }

  #birth(): { id: string; createdAt: number } {
    return { id: this.#newId(), createdAt: this.now }
  }

  #newId(): string {
    return paypalId(this.#deps.random)
  }

  /** Accounts know no 0 and 1, and are shorter. */
  #newAccountId(): string {
    return this.#newId().replaceAll(/[01]/g, '2').slice(0, 13)
  }
}

function keepNewest(events: Map<string, EventRecord>, event: EventRecord): void {
  events.set(event.id, event)
  const [oldest] = events.keys()
  if (events.size > EVENTS_KEPT && oldest !== undefined) events.delete(oldest)
}
