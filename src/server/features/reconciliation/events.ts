import type { Selectable } from 'kysely'
import type { WebhookEventsTable } from '#server/infra/database/schema/schema.ts'
import type { ListedEvent, Listing, PaymentProvider } from '#server/payments/provider.ts'

/** An event that was parked for the host; `outcome` says why. */
export type ParkedEvent = Pick<
  Selectable<WebhookEventsTable>,
  | 'id'
  | 'provider'
  | 'event_id'
  | 'type'
  | 'payment_ref'
  | 'capture_id'
  | 'received_at'
  | 'declined_checkout_id'
  | 'outcome'
>

/** An event that was tried without success and will be tried again; `outcome` says why. */
export type WaitingEvent = Pick<
  Selectable<WebhookEventsTable>,
  'provider' | 'event_id' | 'type' | 'payment_ref' | 'capture_id' | 'received_at' | 'outcome'
>

/** The part of the webhook inbox that reconciliation needs. */
export interface Events {
  /**
   * Stores events of a provider's own list; returns how many had not been delivered. Unreadable
   * ones are parked for the host.
   */
  adopt(provider: PaymentProvider, events: Listing<ListedEvent>): Promise<number>
  /** Resolves when nothing that is due is left to do. */
  idle(): Promise<void>
  /** Returns the events parked for the host; `outcome` says why. */
  findParked(): Promise<ParkedEvent[]>
  /** Returns the events that were tried without success and will be tried again. */
  findWaiting(): Promise<WaitingEvent[]>
  /** Tries all waiting events again at once. */
  retryWaiting(): Promise<void>
  /** Tries parked events again: one, or all. */
  resumeParked(id?: number | null): Promise<void>
  /** Counts the outcomes of the events that came since a time, Unix ms. */
  countOutcomes(since: number): Promise<{ outcome: string; count: number }[]>
}
