import type { ProviderName } from '#contract/checkout-states.ts'

/** What needs a person, or did: one row for a trouble, however often it comes. */
export interface ConcernsTable {
  /** Its kind and its subject. */
  id: string
  kind: string
  subject: string
  message: string
  /** JSON. */
  details: string
  provider: ProviderName | null
  opened_at: number
  last_seen_at: number
  /** Null while it is open. */
  ended_at: number | null
  /** How it ended: `gone` by itself, or what the host did. */
  resolution: string | null
  resolved_by: string | null
  reason: string | null
  /** 1 while the host knows of it and wants to hear no more, until it changes or is gone. */
  is_dismissed: 0 | 1
  /** 1 where the hosts were told last that it is open. */
  is_told: 0 | 1
  /** The time until which a node is busy telling the hosts. */
  told_until: number
}
