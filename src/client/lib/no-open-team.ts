/** Tells donors that they are in no team that still takes donations: it may be one that is closed. */
export const NO_OPEN_TEAM = 'You are in no open constellation'
