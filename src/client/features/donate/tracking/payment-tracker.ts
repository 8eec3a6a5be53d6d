import type { OwnDonation } from '#contract/checkouts.ts'
import { describeShortfall, findShortfall } from '../amount/shortfall.ts'
import { claimCelebration } from './celebrations.ts'
import { isUnpaid, type CheckoutStatus } from './checkout-status.ts'
import { turnBackFromCardPage } from './checkout-storage.ts'
import { CheckoutTracker, type EndOfCheckout, type TrackerEffect } from './checkout-tracker.ts'
import {
  describePayment,
  LOG_IN_TO_SEE,
  PAID,
  STILL_CONFIRMING,
  type PaymentMessage,
} from './payment-message.ts'
import {
  NO_PAYMENTS,
  NoticeList,
  PROCESSING,
  type NoticeOptions,
  type OnPaid,
  type PaymentsView,
  type PendingRow,
} from './payments-view.ts'
import { PendingList } from './pending-list.ts'
import { StatusPoller } from './status-poller.ts'

/** The topics of notices that are about no payment in particular. */
const LOG_IN = 'log-in'
const OPEN_CHECKOUTS = 'open-checkouts'
const SHORTFALL = 'shortfall'

/**
 * Follows the donor's own payments until the outcome of each has been shown: those that this tab
 * has begun, also across reloads, and those that the server lists as pending. Each outcome is shown
 * once, and a new payment begins only when it is known that it does not pay twice.
 */
export class PaymentTracker {
  readonly #listeners = new Set<() => void>()
  readonly #notices = new NoticeList()
  readonly #poller: StatusPoller
  readonly #checkouts: CheckoutTracker
  readonly #pending: PendingList
  #view = NO_PAYMENTS
  #donorId: string | undefined
  /** Aborted when everything about this donor is dropped. */
  #abortController = new AbortController()
  /** True if the server knows nobody here: polling waits until somebody logs in. */
  #isSignedOut = false
  #onPaid: OnPaid = () => {}

  constructor() {
    this.#checkouts = new CheckoutTracker({
      onEffect: (id, effect) => this.#applyEffect(id, effect),
      onChange: () => this.#publish(),
    })
    this.#pending = new PendingList({
      onChange: () => this.#publish(),
      onEnd: (row, status) => this.#endPending(row, status),
    })
    this.#poller = new StatusPoller({
      poll: async (signal) => {
        await Promise.all([this.#checkouts.refresh(), this.#pending.refresh(signal)])
      },
      urgency: () => {
        if (this.#isSignedOut) return 'none'
        if (this.#checkouts.isConfirming) return 'high'
        return this.#checkouts.needsPolling || this.#pending.needsPolling ? 'low' : 'none'
      },
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): PaymentsView => this.#view

  /** Starts following the payments of this tab. Returns a function that stops it. */
  start(onPaid: OnPaid): () => void {
    this.#onPaid = onPaid
    const returnFromCache = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !turnBackFromCardPage()) return
      this.#checkouts.restore()
      this.refresh()
    }
    window.addEventListener('pageshow', returnFromCache)
    this.#checkouts.restore()
    this.#poller.start()
    return () => {
      window.removeEventListener('pageshow', returnFromCache)
      this.#poller.stop()
    }
  }

  /** Sets the donor, and drops another one's payments; those of a session that has ended are told. */
  setDonor(donorId: string | undefined): void {
    if (donorId === this.#donorId) return
    if (this.#donorId !== undefined) this.#reset()
    this.#donorId = donorId
    this.#isSignedOut = false
    this.#withdrawNotice(LOG_IN)
    this.#checkouts.restore()
    if (donorId !== undefined) this.#pending.markStale()
    this.refresh()
  }

  /** Polls the server at once, if there is anything to ask. */
  refresh(): void {
    this.#poller.pollNow()
  }

  dismiss(about: string): void {
    this.#notices.dismiss(about)
    this.#publish()
  }

  /** Fades out and removes the row of a payment. */
  removeRow(id: string): void {
    this.#pending.removeRow(id)
  }

  /**
   * Cancels what this tab has begun and left, before a new payment begins. Returns false if that
   * must wait; the donor has been told why.
   */
  async cancelOpenCheckouts(): Promise<boolean> {
    this.#notices.withdrawAll((about) => !this.#checkouts.has(about))
    this.#publish()
    if (!this.#checkouts.isConfirming) return this.#checkouts.cancelOpenCheckouts()
    this.#showNotice(OPEN_CHECKOUTS, STILL_CONFIRMING, { autoDismiss: true })
    return false
  }

  /** Follows a checkout whose donor is on the way to the hosted page or in the wallet's window. */
  begin(id: string, step: 'card-page' | 'wallet', quotedPosition: number | null): void {
    this.#checkouts.begin(id, step, quotedPosition)
  }

  /**
   * Captures the payment that the payer has approved. Returns `restart` if they may choose another
   * way to pay; after `done` the tracker shows the rest.
   */
  async approve(id: string): Promise<'done' | 'restart'> {
    const status = await this.#checkouts.advance(id, 'approved')
    if (status?.kind === 'declined') {
      this.#checkouts.begin(id, 'wallet')
      return 'restart'
    }
    this.refresh()
    return 'done'
  }

  /**
   * Cancels what the payer turned back from. One whose window is lost is not cancelled: its payer may
   * still approve it. Returns true if certainly nothing was charged.
   */
  async turnBack(id: string, how: 'turned-back' | 'window-lost' = 'turned-back'): Promise<boolean> {
    const status = await this.#checkouts.advance(id, how)
    this.refresh()
    return status !== undefined && isUnpaid(status)
  }

  #applyEffect(id: string, effect: TrackerEffect): void {
    switch (effect.type) {
      case 'show-notice':
        return this.#showNotice(id, effect.message, { autoDismiss: effect.autoDismiss })
      case 'withdraw-notice':
        return this.#withdrawNotice(id)
      case 'signed-out':
        this.#isSignedOut = true
        if (effect.isAwaited) this.#showNotice(LOG_IN, LOG_IN_TO_SEE)
        return
      case 'end':
        return this.#endCheckout(id, effect)
    }
  }

  #endCheckout(id: string, end: EndOfCheckout): void {
    const { status, quotedPosition } = end
    if (status.kind === 'paid') {
      void this.#celebrate(id, status.donation, end)
      void this.#showShortfall(status.donation, quotedPosition)
    }
    if (status.kind !== 'not-paid' || status.state !== 'processing') return
    // The pending row goes on showing it.
    this.#showNotice(PROCESSING, describePayment('processing', status.amountCents), {
      autoDismiss: true,
    })
    this.#pending.markStale()
  }

  #endPending({ id }: PendingRow, status: CheckoutStatus): void {
    this.#withdrawNotice(PROCESSING)
    // The donor is no longer waiting for it.
    if (status.kind === 'paid') void this.#celebrate(id, status.donation, { isAwaited: false })
    if (status.kind === 'not-paid')
      this.#showNotice(id, describePayment(status.state, status.amountCents))
  }

  async #celebrate(
    id: string,
    donation: OwnDonation | null,
    { isAwaited }: Pick<EndOfCheckout, 'isAwaited'>,
  ): Promise<void> {
    const shouldCelebrate = await claimCelebration(donation?.id ?? id)
    this.#onPaid(donation, { shouldCelebrate })
    if (isAwaited && !shouldCelebrate) this.#showNotice(id, PAID, { autoDismiss: true })
  }

  /** Tells the donor if the board has moved while they paid. */
  async #showShortfall(donation: OwnDonation | null, quotedPosition: number | null): Promise<void> {
    const { signal } = this.#abortController
    const shortfall = await findShortfall(donation, quotedPosition, signal)
    if (shortfall === undefined || signal.aborted) return
    this.#showNotice(SHORTFALL, describeShortfall(shortfall), { offer: shortfall.offer })
  }

  #showNotice(about: string, message: PaymentMessage, options?: NoticeOptions): void {
    this.#notices.show(about, message, options)
    this.#publish()
  }

  #withdrawNotice(about: string): void {
    this.#notices.withdraw(about)
    this.#publish()
  }

  #reset(): void {
    this.#abortController.abort()
    this.#abortController = new AbortController()
    this.#poller.reset()
    this.#checkouts.clear()
    this.#notices.withdrawAll()
    this.#pending.clear()
  }

  #publish(): void {
    this.#view = {
      rows: this.#pending.rows,
      notices: this.#notices.shown,
      ...this.#checkouts.view,
    }
    for (const listener of this.#listeners) listener()
  }
}

/** The page's one tracker. */
export const paymentTracker = new PaymentTracker()
