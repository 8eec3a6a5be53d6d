/** The path below which a token ends its account's reminders. */
export const END_PATH = '/reminders/end'

/** Returns the path at which a token ends its account's reminders. */
export function endPath(token: string): string {
  return `${END_PATH}/${token}`
}
