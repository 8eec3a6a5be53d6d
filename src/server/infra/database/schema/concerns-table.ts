import type { ProviderName } from '#contract/checkout-states.ts'

/** Problems that need a person, or did: one row for a problem, however often it occurs. */
export interface ConcernsTable {
  /** Made of the kind and the subject. */
  id: string
  kind: string
  subject: string
  message: string
  /** The details of this kind of concern, as JSON. */
  details: string
  provider: ProviderName | null
  opened_at: number
  last_seen_at: number
  /** Null while it is open. */
  ended_at: number | null
  /** The reason why it ended: `gone` by itself, or what the host did. */
  resolution: string | null
  resolved_by: string | null
  reason: string | null
  /** 1 if the host has seen it and wants no more messages until it changes or is gone. */
  is_dismissed: 0 | 1
  /** 1 if the last message to the hosts said that it is open. */
  is_told: 0 | 1
  /** 1 if the last message to the alarm address said that it is open. */
  is_signalled: 0 | 1
  /** The time until which a node has claimed to tell the hosts. */
  told_until: number
}
