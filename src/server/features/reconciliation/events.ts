import type { Selectable } from 'kysely'
import type { WebhookEventsTable } from '#server/infra/database/schema/schema.ts'
import type { ListedEvent, Listing, PaymentProvider } from '#server/payments/provider.ts'

/** An event that was put aside for the host; `outcome` says why. */
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

/** An event that was tried in vain and will be tried again; `outcome` says why. */
export type WaitingEvent = Pick<
  Selectable<WebhookEventsTable>,
  'provider' | 'event_id' | 'type' | 'payment_ref' | 'capture_id' | 'received_at' | 'outcome'
>

/** As much of the webhook inbox as reconciling needs. */
export interface Events {
  /**
   * Stores what a provider's own list has; answers how many had not come by themselves. What cannot
   * be read is put aside for the host.
   */
  adopt(provider: PaymentProvider, events: Listing<ListedEvent>): Promise<number>
  /** Resolves when nothing that is due is left to do. */
  idle(): Promise<void>
  /** What was put aside for the host; `outcome` says why. */
  findParked(): Promise<ParkedEvent[]>
  /** What was tried in vain and will be tried again. */
  findWaiting(): Promise<WaitingEvent[]>
  /** Tries at once what waits. */
  retryWaiting(): Promise<void>
  /** Takes up again what was put aside: one event, or all. */
  resumeParked(id?: number | null): Promise<void>
  /** What became of the events that came since then, Unix ms. */
  countOutcomes(since: number): Promise<{ outcome: string; count: number }[]>
}
