import type { Logger } from 'pino'

/** Reports a value of the provider's that we do not know, such as a new status. */
export type NoteUnknown = (field: string, value: string) => void

/** The most values that are remembered; a provider adds few, so more are not worth logging. */
const MAX_NOTED = 100

/** Creates a function that logs each unknown value once; it is still handled. */
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
