import { createHmac } from 'node:crypto'

/** A digest of each setting that is set, by the name of its variable. */
export type SettingDigests = Record<string, string>

/**
 * Returns a digest of each setting, under a key that only its own commands have: they can compare
 * the values, and nobody learns one from it.
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
