/** The time for which events are read, ms. PayPal keeps them for 30 days, and refuses to list more. */
export const EVENTS_KEPT_MS = 29 * 24 * 60 * 60 * 1000
