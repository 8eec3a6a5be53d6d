/** The error of an event for a payment that bears our mark, but is not in the database. */
export const UNKNOWN_PAYMENT = 'unknown payment'

/**
 * The outcome of an event that names no checkout of ours, for a payment that its provider does not
 * know either: it is of another product in a shared account.
 */
export const NOT_AT_PROVIDER = 'unknown to the provider'
