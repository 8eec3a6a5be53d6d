import type { ProviderName } from '#contract/checkout-states.ts'
import type { Movement } from '#server/payments/provider.ts'

/** Money that a provider has confirmed as taken for a checkout, and its movements since. */
export interface ConfirmedCapture {
  checkoutId: string
  donationId: string
  userId: string
  provider: ProviderName
  /** The provider's id of the charge or capture. */
  objectId: string
  amountCents: number
  livemode: 0 | 1
  /** The name to show; null if there is none. */
  name: string | null
  /** The message to show; none if it is missing. */
  message?: string | null
  /** The time at which the server records it, Unix ms. */
  timestamp: number
  /**
   * The time at which the money was taken, Unix ms by the provider's clock, at most
   * `MAX_CLOCK_LEAD_MS` after `timestamp`; null or left out if it is not known. It decides to which
   * spans of boards the donation belongs.
   */
  capturedAt?: number | null
  /** The time at which the payment was begun, Unix ms, if it was pending before it was captured. */
  begunAt?: number | null
  /** The option that it votes for; none if it is missing. */
  optionId?: string | null
  /** The donors' team for which it was begun; none if it is missing. */
  teamId?: string | null
  /** Set if it is recorded long after it was taken; see `Past`. */
  past?: Past
  /** All movements that the provider reports; those that are recorded already change nothing. */
  movements: readonly Movement[]
  /**
   * Refunds and disputes that were read; the ledger's entries of them are corrected to match
   * `movements`.
   */
  objectIds: readonly string[]
  /** The id of the ledger's last movement when the provider was asked; see `findLastMovementId`. */
  lastMovementId: number
}

/** The past of money that was taken long before it is recorded; its donor was notified then. */
export interface Past {
  /** The time of the capture, Unix ms, which the board shows. */
  capturedAt: number
}

/** The result of recording a capture or its movements. */
export interface Booking {
  checkoutId: string
  /** The last version of the board that it caused. */
  version: number
}
