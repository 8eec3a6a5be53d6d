import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from './storage.ts'

const LEVEL_KEY = 'sound-level'

export const SOUND_LEVELS = ['full', 'soft', 'off'] as const

export type SoundLevel = (typeof SOUND_LEVELS)[number]

const subscribers = new Set<() => void>()
let level: SoundLevel =
  SOUND_LEVELS.find((known) => known === readStorage('browser', LEVEL_KEY)) ?? 'full'

/** Returns the sound level that the visitor has chosen; stored by the browser. */
export function useSoundLevel(): SoundLevel {
  return useSyncExternalStore(onSoundLevel, readSoundLevel, () => 'full')
}

export function readSoundLevel(): SoundLevel {
  return level
}

export function setSoundLevel(next: SoundLevel): void {
  level = next
  writeStorage('browser', LEVEL_KEY, next)
  for (const onChange of subscribers) onChange()
}

/** Calls back at each change of the level; returns a function that ends it. */
export function onSoundLevel(onChange: () => void): () => void {
  subscribers.add(onChange)
  return () => subscribers.delete(onChange)
}
