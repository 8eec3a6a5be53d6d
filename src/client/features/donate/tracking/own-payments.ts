import type { OwnDonation } from '#contract/checkouts.ts'
import { claimCelebration } from './celebrations.ts'
import { Heartbeat } from './heartbeat.ts'
import { isNothing, type Answer } from './inquiry.ts'
import { describeOutcome, LOG_IN_TO_SEE, PAID, STILL_CONFIRMING, type Outcome } from './outcome.ts'
import {
  PaymentNotices,
  type NoticeOptions,
  type OwnPaymentsView,
  type PendingRow,
} from './own-payments-view.ts'
import { PendingList } from './pending-list.ts'
import { describeShortfall, findShortfall } from '../amount/shortfall.ts'
import { TabCheckouts, type EndOfCheckout } from './tab-checkouts.ts'
import { turnBackFromCardPage } from './under-way.ts'

/** Called for each payment that turns out paid; one of all tabs is to celebrate it. */
export type OnPaid = (donation: OwnDonation | null, paid: PaidMoment) => void

export interface PaidMoment {
  celebrates: boolean
  /** The place that the page promised when the payment was begun; null where it promised none. */
  quotedPosition: number | null
}

/** What a notice is about that is about no payment in particular. */
const PROCESSING = 'processing'
const LOG_IN = 'log-in'
const THE_WAY = 'the-way'
const SHORTFALL = 'shortfall'

/** A payment that the donor has long put out of mind. */
const UNAWAITED: EndOfCheckout = { isAwaited: false, quotedPosition: null }

/**
 * Follows the donor's own payments until the outcome of each has been told: those that this tab has
 * begun, over reloads too, and those that the server lists as under way. Each is told once, and a
 * new one is begun only when it is known that it is not paid for a second time.
 */
export class OwnPayments {
  readonly #listeners = new Set<() => void>()
  readonly #notices = new PaymentNotices()
  readonly #heartbeat: Heartbeat
  readonly #tab: TabCheckouts
  readonly #pending: PendingList
  #view: OwnPaymentsView = { rows: [], notices: [], isConfirming: false }
  #donorId: string | undefined
  /** Ends when all is forgotten. */
  #life = new AbortController()
  /** The server knows nobody here: it has nothing to tell until somebody logs in. */
  #isSignedOut = false
  #onPaid: OnPaid = () => {}

  constructor() {
    this.#tab = new TabCheckouts({
      tell: (id, outcome, options) => this.#tell(id, outcome, options),
      withdraw: (id) => this.#withdraw(id),
      onOver: (id, answer, end) => this.#hearOfTab(id, answer, end),
      onSignedOut: (isAwaited) => {
        this.#isSignedOut = true
        if (isAwaited) this.#tell(LOG_IN, LOG_IN_TO_SEE)
      },
      onChange: () => this.#publish(),
    })
    this.#pending = new PendingList({
      onChange: () => this.#publish(),
      onOver: (row, answer) => this.#hearOfPending(row, answer),
    })
    this.#heartbeat = new Heartbeat({
      beat: async (signal) => {
        await Promise.all([this.#tab.look(), this.#pending.look(signal)])
      },
      need: () => {
        if (this.#isSignedOut) return 'never'
        if (this.#tab.isConfirming) return 'soon'
        return this.#tab.isAwaited || this.#pending.isAwaited ? 'gently' : 'never'
      },
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): OwnPaymentsView => this.#view

  /** Takes up what is under way in this tab. Returns how to end it. */
  start(onPaid: OnPaid): () => void {
    this.#onPaid = onPaid
    const returnFromCache = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !turnBackFromCardPage()) return
      this.#tab.takeUp()
      this.look()
    }
    window.addEventListener('pageshow', returnFromCache)
    this.#tab.takeUp()
    this.#heartbeat.start()
    return () => {
      window.removeEventListener('pageshow', returnFromCache)
      this.#heartbeat.stop()
    }
  }

  /** Whose payments they are; nobody sees those of whoever was signed in before. */
  setDonor(donorId: string | undefined): void {
    if (donorId === this.#donorId) return
    if (this.#donorId !== undefined) this.#forgetAll()
    this.#donorId = donorId
    if (donorId === undefined) return
    this.#isSignedOut = false
    this.#withdraw(LOG_IN)
    this.#tab.takeUp()
    this.#pending.expect()
    this.look()
  }

  /** Asks the server at once, where there is anything to ask. */
  look(): void {
    this.#heartbeat.quicken()
  }

  dismiss(about: string): void {
    this.#notices.dismiss(about)
    this.#publish()
  }

  /** Lets the row of a payment that is paid fade. */
  release(id: string): void {
    this.#pending.release(id)
  }

  /**
   * Closes what this tab has begun and left, before something new is begun. False where that must
   * wait; the donor has been told why.
   */
  async clearTheWay(): Promise<boolean> {
    this.#notices.withdrawAll((about) => !this.#tab.has(about))
    this.#publish()
    if (!this.#tab.isConfirming) return this.#tab.clearTheWay()
    this.#tell(THE_WAY, STILL_CONFIRMING, { isFleeting: true })
    return false
  }

  /** The donor is on the way to the hosted page or in the wallet's window. */
  begin(id: string, step: 'card-page' | 'wallet', quotedPosition: number | null): void {
    this.#tab.begin(id, step, quotedPosition)
  }

  /**
   * Takes the money of what the payer has approved. Answers `restart` where they may choose another
   * way to pay; after `done` all that follows is told by itself.
   */
  async approve(id: string): Promise<'done' | 'restart'> {
    const answer = await this.#tab.ask(id, 'approved')
    if (answer?.is === 'declined') {
      this.#tab.begin(id, 'wallet')
      return 'restart'
    }
    this.look()
    return 'done'
  }

  /** The payer has turned back. Answers whether it is known that nothing was charged. */
  async turnBack(id: string): Promise<boolean> {
    const answer = await this.#tab.ask(id, 'turned-back')
    this.look()
    return answer !== undefined && isNothing(answer)
  }

  #hearOfTab(id: string, answer: Answer, end: EndOfCheckout): void {
    if (answer.is === 'paid') {
      void this.#celebrate(id, answer.donation, end)
      void this.#tellShortfall(answer.donation, end.quotedPosition)
    }
    if (answer.is !== 'known' || answer.state !== 'processing') return
    // Its row goes on telling it.
    this.#tell(PROCESSING, describeOutcome('processing', answer.amountCents), { isFleeting: true })
    this.#pending.expect()
  }

  #hearOfPending({ id }: PendingRow, answer: Answer): void {
    this.#withdraw(PROCESSING)
    if (answer.is === 'paid') void this.#celebrate(id, answer.donation, UNAWAITED)
    if (answer.is === 'known') this.#tell(id, describeOutcome(answer.state, answer.amountCents))
  }

  async #celebrate(
    id: string,
    donation: OwnDonation | null,
    { isAwaited, quotedPosition }: EndOfCheckout,
  ): Promise<void> {
    const celebrates = await claimCelebration(donation?.id ?? id)
    this.#onPaid(donation, { celebrates, quotedPosition })
    if (isAwaited && !celebrates) this.#tell(id, PAID, { isFleeting: true })
  }

  /** The board may have moved while the donor paid. */
  async #tellShortfall(donation: OwnDonation | null, quotedPosition: number | null): Promise<void> {
    const { signal } = this.#life
    const shortfall = await findShortfall(donation, quotedPosition, signal)
    if (shortfall === undefined || signal.aborted) return
    const { retake } = shortfall
    this.#tell(SHORTFALL, describeShortfall(shortfall), { ...(retake && { offer: retake }) })
  }

  #tell(about: string, outcome: Outcome, options?: NoticeOptions): void {
    this.#notices.tell(about, outcome, options)
    this.#publish()
  }

  #withdraw(about: string): void {
    this.#notices.withdraw(about)
    this.#publish()
  }

  #forgetAll(): void {
    this.#life.abort()
    this.#life = new AbortController()
    this.#heartbeat.rest()
    this.#tab.clear()
    this.#notices.withdrawAll()
    this.#pending.clear()
  }

  #publish(): void {
    this.#view = {
      rows: this.#pending.rows,
      notices: this.#notices.shown,
      isConfirming: this.#tab.isConfirming,
    }
    for (const listener of this.#listeners) listener()
  }
}

/** The page's one follower. */
export const ownPayments = new OwnPayments()
