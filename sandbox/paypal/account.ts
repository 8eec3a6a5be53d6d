import { PREFIX, type PaypalAccount, type ProviderDeps } from '../options.ts'
import { notFound, PaypalRefusal, unprocessable } from './errors.ts'
import { EventLog } from './event-log.ts'
import { newCapture, newOrder, type OrderDraft } from './new-records.ts'
import { toLoneCapture, toOrder, type Addresses } from './objects.ts'
import {
  emptyState,
  type CaptureRecord,
  type OrderRecord,
  type PayerRecord,
  type PaypalState,
} from './records.ts'
import { requireRecord } from './require-record.ts'
import { Returns } from './returns.ts'

/** How long a payer has to approve an order, and we then to capture it. */
const APPROVAL_MS = 3 * 60 * 60 * 1000

/** How many a sandbox keeps; deleting its file begins anew. */
const MAX_ORDERS = 20_000

const MAX_APPROVALS = 20

/** Surnames that decide what becomes of the money. */
const HELD_BACK = 'PENDING'
const DECLINED = 'DECLINE'

/** Where PayPal takes the call, and makes a capture that has taken nothing. */
const UNTAKEN = { REFUSED: 'DECLINED', BROKEN: 'FAILED' } as const

/** PayPal's behaviour for one account: what each call does to its objects, and which events tell. */
export class Account {
  state: PaypalState = emptyState()
  readonly log: EventLog
  readonly returns: Returns
  readonly #deps: ProviderDeps

  constructor(settings: PaypalAccount, deps: ProviderDeps) {
    this.#deps = deps
    const shared = { ...deps, state: () => this.state, addresses: () => this.addresses }
    this.log = new EventLog(settings, shared)
    this.returns = new Returns(this.log, shared)
  }

  get now(): number {
    return this.#deps.clock()
  }

  get hostNow(): number {
    return this.#deps.hostClock()
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
    this.#makeRoom()
    const order = newOrder(this.log.birth(), draft)
    this.state.orders.set(order.id, order)
    this.#deps.changed()
    return order
  }

  /** Refuses an order whose payer took too long as it does one that never was. */
  requireOrder(id: string): OrderRecord {
    const order = requireRecord(this.state.orders, id)
    if (order.isForgotten || this.#isOver(order)) throw notFound()
    return order
  }

  /** A payer who has agreed so often does not mean it any more. */
  mayApprove({ status, approvals }: OrderRecord): boolean {
    return status !== 'COMPLETED' && approvals < MAX_APPROVALS
  }

  /** The payer agrees, perhaps once more after a decline. */
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

  /** PayPal forgets an order long after it was paid. */
  forgetOrder(id: string): void {
    requireRecord(this.state.orders, id).isForgotten = true
    this.changed()
  }

  /** What PayPal says to a declined capture; the payer may choose again where it points. */
  declined({ id }: OrderRecord): PaypalRefusal {
    const href = this.addresses.approve(id)
    return unprocessable('INSTRUMENT_DECLINED', [{ href, rel: 'redirect', method: 'GET' }])
  }

  /** Reads show what is new only a while later, at most so long; without a lag they show all. */
  lagReads(mostMs: number): void {
    this.log.mostLagMs = mostMs
    if (mostMs > 0) return
    const { orders, captures, refunds, disputes } = this.state
    for (const records of [orders, captures, refunds, disputes]) {
      for (const record of records.values()) record.shownAt = 0
    }
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

  #isOver({ status, updatedAt }: OrderRecord): boolean {
    return status !== 'COMPLETED' && updatedAt + APPROVAL_MS < this.now
  }

  /** Forgets orders that came to nothing; refuses where all that is kept has been paid. */
  #makeRoom(): void {
    const { orders } = this.state
    if (orders.size < MAX_ORDERS) return
    for (const order of [...orders.values()].filter((order) => this.#isOver(order))) {
      orders.delete(order.id)
    }
    if (orders.size >= MAX_ORDERS) throw new PaypalRefusal(429)
  }

  #isInvoicePaid(invoiceId: string | null): boolean {
    if (invoiceId === null) return false
    const capture = this.state.captures.get(this.state.invoices.get(invoiceId) ?? '')
    return capture !== undefined && !isUntaken(capture)
  }

  #takeMoney(order: OrderRecord, status: CaptureRecord['status']): CaptureRecord {
    const capture = newCapture(this.log.birth(), order, status)
    this.state.captures.set(capture.id, capture)
    if (capture.invoiceId !== null) this.state.invoices.set(capture.invoiceId, capture.id)
    Object.assign(order, { status: 'COMPLETED', captureId: capture.id, updatedAt: this.now })
    return capture
  }

  #emitCapture(capture: CaptureRecord): void {
    const outcome = isUntaken(capture) ? 'DENIED' : capture.status
    const resource = toLoneCapture(capture, this.state, this.addresses)
    this.log.emit(`PAYMENT.CAPTURE.${outcome}`, 'capture', resource)
  }

  #showOrder(order: OrderRecord): object {
    return toOrder(order, this.state, this.addresses)
  }

  /** Accounts know no 0 and 1, and are shorter. */
  #newAccountId(): string {
    return this.log.newId().replaceAll(/[01]/g, '2').slice(0, 13)
  }
}

function toCaptureStatus(surname: string): CaptureRecord['status'] {
  if (surname === HELD_BACK) return 'PENDING'
  return surname === 'REFUSED' || surname === 'BROKEN' ? UNTAKEN[surname] : 'COMPLETED'
}

function isUntaken({ status }: CaptureRecord): boolean {
  return status === 'DECLINED' || status === 'FAILED'
}
