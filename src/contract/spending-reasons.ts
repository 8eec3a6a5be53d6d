/** The reasons of errors: the donor has paused, or a limit leaves less than the amount. */
export const PAUSED = 'PAUSED'
export const OVER_LIMIT = 'OVER_SPENDING_LIMIT'

/** The count of donations in an hour from which the page says how many there were. */
export const QUIET_WORD_FROM = 3
