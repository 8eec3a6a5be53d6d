import type { OwnDonation } from '#contract/checkouts.ts'
import type { RankTarget } from '#contract/leaderboard.ts'
import type { PaymentMessage } from './payment-message.ts'

/** Called for each payment that turns out paid; one of all tabs is to celebrate it. */
export type OnPaid = (donation: OwnDonation | null, paid: PaidPayment) => void

interface PaidPayment {
  shouldCelebrate: boolean
  /** The place that the page promised when the payment was begun; null where it promised none. */
  quotedPosition: number | null
}

/** What the page shows of the donor's own payments at one moment; never changed once given out. */
export interface PaymentsView {
  /** Payments that a provider works on, newest first, and for a moment those that are over. */
  rows: readonly PendingRow[]
  notices: readonly PaymentNotice[]
  /** Whether it is no time to begin another payment: one is being confirmed. */
  isConfirming: boolean
}

export interface PendingRow {
  /** The checkout's id. */
  id: string
  amountCents: number
  /** `ended`: no donation will come of it by itself. */
  stage: 'confirming' | 'paid' | 'ended'
  /** It fades, and is gone. */
  isLeaving: boolean
  /** Known once it is paid; null also for one that the board does not show. */
  donationId: string | null
}

export interface PaymentNotice extends PaymentMessage {
  /** What it is about; there is one notice on each. */
  about: string
  /** Whoever reads it knows it already: it leaves by itself. */
  autoDismiss: boolean
  /** What is offered with it: an amount that takes a place. */
  offer?: RankTarget
}

export type NoticeOptions = Partial<Pick<PaymentNotice, 'autoDismiss' | 'offer'>>

/** At most one notice on each payment: the latest. The same sentence is not said twice in a row. */
export class NoticeList {
  readonly #lastSentences = new Map<string, string>()
  #shown: readonly PaymentNotice[] = []

  get shown(): readonly PaymentNotice[] {
    return this.#shown
  }

  show(
    about: string,
    message: PaymentMessage,
    { autoDismiss = false, offer }: NoticeOptions = {},
  ): void {
    if (this.#lastSentences.get(about) === message.sentence) return
    this.#lastSentences.set(about, message.sentence)
    this.#shown = [
      ...this.#others(about),
      { about, autoDismiss, ...message, ...(offer && { offer }) },
    ]
  }

  /** The person has read it. */
  dismiss(about: string): void {
    this.#shown = this.#others(about)
  }

  /** It is true no more; should it come true again, it is said again. */
  withdraw(about: string): void {
    this.#lastSentences.delete(about)
    this.dismiss(about)
  }

  withdrawAll(matches: (about: string) => boolean = () => true): void {
    for (const about of [...this.#lastSentences.keys()].filter(matches)) this.withdraw(about)
  }

  #others(about: string): PaymentNotice[] {
    return this.#shown.filter((notice) => notice.about !== about)
  }
}
