import { createHmac } from 'node:crypto'

/** A digest of each setting that is set, by the name of its variable. */
export type SettingDigests = Record<string, string>

/**
 * Returns a digest of each setting, under a key that only the server and its commands have. Whoever
 * has both could still guess a short value, so the server gives none of its own away.
 */
export function digestSettings(texts: ReadonlyMap<string, string>, key: string): SettingDigests {
  const digests = Array.from(texts, ([name, text]): [string, string] => [
    name,
    createHmac('sha256', key).update(`${name}=${text}`).digest('hex'),
  ])
  return Object.fromEntries(digests)
}

/** Returns the names of the settings that differ. */
export function findChanged(before: SettingDigests, now: SettingDigests): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].filter((name) => before[name] !== now[name]).toSorted()
}
