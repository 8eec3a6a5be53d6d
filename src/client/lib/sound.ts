import { useSyncExternalStore } from 'react'
import { recall, remember } from './storage.ts'

const DONATION_SOUND = '/sounds/donation.mp3'
const MUTED_KEY = 'sound-muted'

export type SoundOutcome = 'played' | 'muted' | 'refused'

const subscribers = new Set<() => void>()
let muted = recall('browser', MUTED_KEY) === 'true'
let donationSound: HTMLAudioElement | undefined

/** Whether the visitor wants silence; remembered by the browser. */
export function useMuted(): boolean {
  return useSyncExternalStore(subscribe, () => muted)
}

export function setMuted(next: boolean): void {
  muted = next
  remember('browser', MUTED_KEY, String(next))
  if (next) stopDonationSound()
  for (const onChange of subscribers) onChange()
}

/**
 * Plays the fanfare from its beginning, unless muted. Browsers refuse sound that no gesture on the
 * page led to: `refused` then, and a later call from within a gesture works.
 */
export async function playDonationSound(): Promise<SoundOutcome> {
  if (muted) return 'muted'
  donationSound ??= new Audio(DONATION_SOUND)
  donationSound.currentTime = 0
  try {
    await donationSound.play()
    return 'played'
  } catch {
    return 'refused'
  }
}

export function stopDonationSound(): void {
  donationSound?.pause()
}

function subscribe(onChange: () => void): () => void {
  subscribers.add(onChange)
  return () => subscribers.delete(onChange)
}
