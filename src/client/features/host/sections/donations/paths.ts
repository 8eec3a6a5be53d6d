import { CONSOLE_PATH } from '../../router/router.ts'

/** The address of the list of donations; those of single donations lie below it. */
export const DONATIONS_PATH = `${CONSOLE_PATH}/donations`

/** Returns the address of a donation, from which one returns to the same search. */
export function toStoryPath(id: string, search: string): string {
  return `${DONATIONS_PATH}/${encodeURIComponent(id)}${search}`
}
