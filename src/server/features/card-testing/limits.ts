/*
 * The limits that tell donors from people who try stolen cards. Beyond a limit a proof of work is
 * asked for first, which costs a donor seconds and a machine its profit; only far beyond it
 * requests are refused.
 */

const MINUTE_MS = 60_000

/** The window in which checkouts and declines are counted, ms. */
export const WINDOW_MS = 10 * MINUTE_MS

/** The counts in the window from which an account needs a proof of work for its next checkout. */
export const FREE_CHECKOUTS = 20
export const FREE_DECLINES = 5

/** The same count for an address, which hundreds of people in a hall may share. */
export const FREE_DECLINES_OF_ADDRESS = 20

/** The further counts that lead to the next level, whose work is twice as much. */
export const CHECKOUTS_PER_LEVEL = 5
export const DECLINES_PER_LEVEL = 2
export const DECLINES_OF_ADDRESS_PER_LEVEL = 20

export const MAX_LEVEL = 5

/** The highest level that the declines of others at the same address lead to. */
export const MAX_LEVEL_OF_ADDRESS = 2

/** The counts in a longer window from which an account is refused, whatever its proof. */
export const CEILING_MS = 60 * MINUTE_MS
export const MAX_CHECKOUTS = 100
export const MAX_DECLINES = 30

/** The declined attempts after which a checkout is closed. */
export const MAX_DECLINES_OF_CHECKOUT = 10

/**
 * The declines of the whole installation in the window that raise the alarm if they outnumber the
 * payments.
 */
export const ALARMING_DECLINES = 30

/** The time for which every checkout needs a proof of work after the last alarming decline, ms. */
export const ALARM_MS = 30 * MINUTE_MS

/** The time in which a challenge must be solved, ms. */
export const PROOF_LIFE_MS = 5 * MINUTE_MS

/** The iterations of PBKDF2 in one step of the work: some 2 ms for a browser. */
export const STEP_COST = 5_000

/** The most steps at the first level; half of them on average. */
export const FIRST_LEVEL_STEPS = 600

/**
 * The time after which rows are deleted, ms: longer than all windows, and than a payer may take.
 */
export const RETENTION_MS = 2 * 60 * MINUTE_MS
