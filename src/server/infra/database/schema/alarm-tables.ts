/** The one row about the address that gets alarms. */
export interface AlarmWebhookTable {
  id: 1
  /** Null if no address is set. */
  url: string | null
  /** The secret that signs the messages: `whsec_` and base64; null before the first address. */
  secret: string | null
  /** The secret before, which signs beside it for a while. */
  former_secret: string | null
  /** The time until which the former secret signs, Unix ms. */
  former_until: number
  /** A sentence about why nothing is sent any more; null while messages are sent. */
  stopped: string | null
}

/** A message to the address that gets alarms. */
export interface AlarmDeliveriesTable {
  /** The `webhook-id`, the same at each try. */
  id: string
  concern_id: string
  type: string
  /** The JSON text that is signed and sent. */
  body: string
  created_at: number
  attempts: number
  next_attempt_at: number
  /** The time when it was delivered or given up; null while it waits. */
  finished_at: number | null
  is_delivered: 0 | 1
  /** A sentence about the last failure. */
  error: string | null
}
