import type { OwnDonation } from '#contract/checkouts.ts'
import type { RankTarget } from '#contract/leaderboard.ts'
import type { PaymentMessage } from './payment-message.ts'

/** Called for each payment that turns out paid; one of all tabs celebrates it. */
export type OnPaid = (donation: OwnDonation | null, paid: { shouldCelebrate: boolean }) => void

/** The donor's own payments as the page shows them at one moment; never changed once returned. */
export interface PaymentsView {
  /** The payments that a provider processes, newest first, and for a moment the ended ones. */
  rows: readonly PendingRow[]
  notices: readonly PaymentNotice[]
  /** True while no other payment may be begun, because one is being confirmed. */
  isConfirming: boolean
  /** True while the donor is in the wallet's window, or waits to hear that they have paid. */
  isUnderWay: boolean
  taken: Taken
}

/** The payments that this page has seen taken: gone through, or processed by a provider. */
export interface Taken {
  count: number
  /** The amount of the latest; undefined if only the provider knows it. */
  amountCents: number | undefined
}

export const NOTHING_TAKEN: Taken = { count: 0, amountCents: undefined }

export const NO_PAYMENTS: PaymentsView = {
  rows: [],
  notices: [],
  isConfirming: false,
  isUnderWay: false,
  taken: NOTHING_TAKEN,
}

export interface PendingRow {
  /** The checkout's id. */
  id: string
  amountCents: number
  /** `ended`: no donation will follow without further action. */
  stage: 'confirming' | 'paid' | 'ended'
  /** True while the row fades out. */
  isLeaving: boolean
  /** Null until the payment is paid, and for one that the board does not show. */
  donationId: string | null
}

export interface PaymentNotice extends PaymentMessage {
  /** The topic: a checkout's id or a fixed name; there is one notice for each. */
  about: string
  /** True for news that the reader knows already: the notice disappears by itself. */
  autoDismiss: boolean
  /** The amount that would take the quoted position, offered as a button. */
  offer?: RankTarget | undefined
}

/** The topic of what is told while a provider processes a payment. */
export const PROCESSING = 'processing'

export type NoticeOptions = Partial<Pick<PaymentNotice, 'autoDismiss' | 'offer'>>

/** Holds the latest notice of each topic. The same sentence is not shown twice in a row. */
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
    this.#shown = [...this.#others(about), { about, autoDismiss, offer, ...message }]
  }

  /** Hides a notice that the person has read. */
  dismiss(about: string): void {
    this.#shown = this.#others(about)
  }

  /** Removes a notice that no longer applies; it may be shown again if it applies again. */
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
