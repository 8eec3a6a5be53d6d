import type { ListedEvent, PaymentProvider } from '../../payments/provider.ts'

/** As much of the webhook inbox as reconciling needs. */
export interface Events {
  /** Stores what a provider's own list has; answers how many had not come by themselves. */
  adopt(provider: PaymentProvider, events: readonly ListedEvent[]): Promise<number>
  /** Resolves when nothing that is due is left to do. */
  idle(): Promise<void>
  /** What was put aside for the host; `outcome` says why. */
  findParked(): Promise<{ event_id: string; type: string; outcome: string | null }[]>
  /** Takes up again what was put aside. */
  resumeParked(): Promise<void>
  /** What became of the events that came since then, Unix ms. */
  countOutcomes(since: number): Promise<{ outcome: string; count: number }[]>
}
