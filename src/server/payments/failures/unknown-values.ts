import type { Logger } from 'pino'

/** Takes a word of the provider's that we do not know, such as a new status. */
export type NoteUnknown = (field: string, value: string) => void

/** A provider has few new words; more than that is noise. */
const MAX_NOTED = 100

/** Logs each word once: what is new is handled, and the log says that it is there. */
export function createUnknownValueLog(
  label: string,
  logger: Pick<Logger, 'warn'> | undefined,
): NoteUnknown {
  const noted = new Set<string>()
  return (field, value) => {
    const word = `${field}: ${value}`
    if (noted.has(word) || noted.size >= MAX_NOTED) return
    noted.add(word)
    logger?.warn({ field, value }, `${label} says something new`)
  }
}
