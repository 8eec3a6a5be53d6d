/*
 * The limits that tell donors from people who try stolen cards. A limit is met by a proof of work
 * first, which costs a donor seconds and a machine its profit; only far beyond it is anything
 * refused.
 */

const MINUTE_MS = 60_000

/** The span in which checkouts and declines are counted. */
export const WINDOW_MS = 10 * MINUTE_MS

/** An account with these counts in the span needs a proof of work for its next checkout. */
export const FREE_CHECKOUTS = 20
export const FREE_DECLINES = 5

/** The same of an address, which hundreds of people in a hall may share. */
export const FREE_DECLINES_OF_ADDRESS = 20

/** So many more lead to the next level, at which the work is twice as much. */
export const CHECKOUTS_PER_LEVEL = 5
export const DECLINES_PER_LEVEL = 2
export const DECLINES_OF_ADDRESS_PER_LEVEL = 20

export const MAX_LEVEL = 5

/** The highest level that the activity of others from the same address leads to. */
export const MAX_LEVEL_OF_ADDRESS = 2

/** No proof helps an account beyond these counts; it has to wait. */
export const CEILING_MS = 60 * MINUTE_MS
export const MAX_CHECKOUTS = 100
export const MAX_DECLINES = 30

/** So many attempts may be declined within one checkout; then it is closed. */
export const MAX_DECLINES_OF_CHECKOUT = 10

/** Declines of the whole installation in the span that alarm if they outnumber the payments. */
export const ALARMING_DECLINES = 30

/** How long every beginning needs a proof of work after the last alarming decline. */
export const ALARM_MS = 30 * MINUTE_MS

/** How long a challenge may be solved. */
export const PROOF_LIFE_MS = 5 * MINUTE_MS

/** Iterations of PBKDF2 in one step of the work: some 2 ms for a browser. */
export const STEP_COST = 5_000

/** The most steps at the first level; half of them on average. */
export const FIRST_LEVEL_STEPS = 600

/** Longer than everything above, and than a payer may take over a checkout. */
export const RETENTION_MS = 2 * 60 * MINUTE_MS
