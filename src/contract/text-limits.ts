/*
 * Apart from the schemas, so that what the page loads for them has no parser.
 */

/** The most characters of a display name, counted as people count them (graphemes). */
export const MAX_DISPLAY_NAME = 40

/** The most characters of a team's name, counted as people count them (graphemes). */
export const MAX_TEAM_NAME = 40

/** The most characters of a message, counted as people count them (graphemes). */
export const MAX_MESSAGE = 200
